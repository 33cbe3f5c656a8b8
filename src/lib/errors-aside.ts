/**
 * React makes five errors as it is read, only to compare with them what is thrown later. Where DevTools or Lighthouse
 * listen, V8 reads the whole file twice more to know their lines, 30 ms at once on a desk. So they are made without.
 * Import this ahead of React, and bring errors back after it.
 */
const { Error: own } = globalThis

function withoutLine(message: string): Error {
  return Object.create(own.prototype, { message: { value: message } })
}

globalThis.Error = withoutLine as ErrorConstructor

export function bringErrorsBack(): void {
  globalThis.Error = own
}
