import { afterAll, vi } from 'vitest'

/**
 * Files of tests follow each other in one process: each finds modules, environment and globals as if
 * nobody had used them.
 */
afterAll(() => {
  vi.resetModules()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
