/** Where each tab keeps what was begun in short forms (`typed.ts`). */
export const TYPED_KEY = 'sabun-and-jhola.typed.v1'

interface StoredJson {
  /** As it was written, or whatever somebody else has put there: not to be trusted. Undefined without any. */
  read: () => unknown
  /** False when the storage would not take it. */
  write: (value: object | number | string) => boolean
  forget: () => void
}

/**
 * JSON under one key of the browser's storage. Never throws: a storage that is forbidden or full keeps nothing, and
 * whoever must know says what then.
 * @param scope `tab`: kept until the tab is closed; left out: until it is forgotten
 */
export function storedJson(key: string, scope?: 'tab'): StoredJson {
  const storage = () => (scope ? sessionStorage : localStorage)
  return {
    read: () => {
      try {
        const text = storage().getItem(key)
        return text === null ? undefined : JSON.parse(text)
      } catch {
        return undefined
      }
    },
    write: (value) => {
      try {
        storage().setItem(key, JSON.stringify(value))
        return true
      } catch {
        return false
      }
    },
    forget: () => {
      try {
        storage().removeItem(key)
      } catch {
        // It holds nothing either.
      }
    },
  }
}
