import { afterAll, beforeAll } from 'vitest'

/** What all tests of a file use, such as a store: opened before the first of them, closed after the last. */
export function shared<T extends { close(): unknown } | { stop(): unknown }>(open: () => Promise<T>): T {
  const held = {} as T
  beforeAll(async () => {
    Object.assign(held, await open())
  })
  afterAll(() => ('close' in held ? held.close() : 'stop' in held ? held.stop() : undefined))
  return held
}
