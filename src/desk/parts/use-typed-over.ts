import { useState } from 'react'

type Typed<T> = { [field in keyof T]?: string | T[field] }

/**
 * What is typed over fields that others may change meanwhile: `was` is what stood there when the typing began, or when
 * a refusal said what it has become.
 */
export function useTypedOver<T extends object>(stored: T) {
  const [{ typed, was = stored }, set] = useState<{ typed: Typed<T>; was?: T }>({ typed: {} })
  return {
    typed,
    was,
    type: (part: Typed<T>) => set({ typed: { ...typed, ...part }, was }),
    forget: () => set({ typed: {} }),
    refused: () => set(({ typed }) => ({ typed })),
  }
}
