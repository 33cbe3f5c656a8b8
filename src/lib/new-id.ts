/**
 * An id for a record that is to be made: sent again, because the answer was lost, it makes no second one. Not by
 * `randomUUID`, which browsers offer on secure origins only.
 */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte) => (byte % 36).toString(36)).join('')
