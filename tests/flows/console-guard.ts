import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

let seen: string[] = []
let expected: RegExp[] = []

/** Says that this test causes a `console.error` that matches; without one the test fails as well. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern)
}

/**
 * Fails every test that writes to `console.error` without having said so: React, msw and setup.ts report their
 * findings there.
 */
export function guardConsole(): void {
  beforeEach(() => {
    seen = []
    expected = []
    vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
      seen.push(format(...parts))
    })
  })
  afterEach(() => {
    vi.mocked(console.error).mockRestore()
    const surprises = seen.filter((message) => !expected.some((pattern) => pattern.test(message)))
    const missing = expected.filter((pattern) => !seen.some((message) => pattern.test(message)))
    if (surprises.length > 0) throw new Error(`console.error was called:\n${surprises.join('\n')}`)
    if (missing.length > 0) throw new Error(`console.error was expected and not called: ${missing.join(', ')}`)
  })
}
