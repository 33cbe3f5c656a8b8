import { vi } from 'vitest'

type Deed = 'getItem' | 'setItem'

/**
 * The browser's storage, and the tab's, refuse what `refuses` says, as a full one refuses to keep more; returns the way
 * to end that. (`Storage.prototype` is not what the tests' browser asks.)
 */
export function refuseStorage(refuses: (deed: Deed, key: string) => boolean): () => void {
  const spies = (['localStorage', 'sessionStorage'] as const).map((kind) => {
    const real = window[kind]
    const unlessRefused = <T>(deed: Deed, key: string, act: () => T) => {
      if (refuses(deed, key)) throw new DOMException('refused', 'SecurityError')
      return act()
    }
    const storage = {
      getItem: (key: string) => unlessRefused('getItem', key, () => real.getItem(key)),
      setItem: (key: string, value: string) => unlessRefused('setItem', key, () => real.setItem(key, value)),
      removeItem: (key: string) => real.removeItem(key),
      clear: () => real.clear(),
    }
    return vi.spyOn(window, kind, 'get').mockReturnValue(storage as Storage)
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
