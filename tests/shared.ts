import { afterAll, beforeAll } from 'vitest'

/**
 * What all tests of a file use, such as a store: opened before the first of them, closed after the last, what was
 * opened later first. It stands for what `open` gives, which is there once tests run.
 */
export function shared<T extends { close(): unknown } | { stop(): unknown }>(open: () => Promise<T>): T {
  let opened: T | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened && ('close' in opened ? opened.close() : opened.stop()))
  return new Proxy({} as T, {
    get: (_, name) => {
      const value = Reflect.get(opened as T, name)
      return typeof value === 'function' ? value.bind(opened) : value
    },
    set: (_, name, value) => Reflect.set(opened as T, name, value),
  })
}
