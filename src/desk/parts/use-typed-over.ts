import { useKept } from '../kept'

type Typed<T> = { [field in keyof T]?: string | T[field] }
interface Kept<T> {
  typed: Typed<T>
  was?: T
}

/**
 * What is typed over fields that others may change meanwhile: `was` is what stood there when the typing began, or when
 * a refusal said what it has become. Kept under `key` in this tab until it is saved.
 */
export function useTypedOver<T extends object>(key: string, stored: T) {
  const [{ typed, was = stored }, set, forget] = useKept<Kept<T>>(key, { typed: {} }, 'tab')
  return {
    typed,
    was,
    type: (part: Typed<T>) => set({ typed: { ...typed, ...part }, was }),
    /** Of what is typed by now, what was sent is saved. */
    saved: (sent: Typed<T>) =>
      set(({ typed }) => ({
        typed: Object.fromEntries(
          Object.entries(typed).filter(([field, value]) => value !== sent[field as keyof T]),
        ) as Typed<T>,
      })),
    forget,
    refused: () => set(({ typed }) => ({ typed })),
  }
}
