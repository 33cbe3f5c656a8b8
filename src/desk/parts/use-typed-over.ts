import { useMutation } from '@tanstack/react-query'
import { useKept } from '../kept'
import { useAsk } from '../session'
import { useToast } from './toast'
import { useAgain } from './use-again'

type Typed<T> = { [field in keyof T]?: string | T[field] }
interface Kept<T> {
  typed: Typed<T>
  was?: T
}
interface Saving<T> {
  route: string
  /** Queries that show what is saved. */
  shows: readonly string[]
  /** What is sent of what was typed; left out: all of it. */
  bodyOf?: (typed: Typed<T>) => object
}

/**
 * What is typed over fields that others may change meanwhile: `was` is what stood there when the typing began, or when
 * a refusal said what it has become. Kept under `key` in this tab until it is saved.
 */
export function useTypedOver<T extends object>(key: string, stored: T, { route, shows, bodyOf }: Saving<T>) {
  const ask = useAsk()
  const toast = useToast()
  const [{ typed, was = stored }, set, forget] = useKept<Kept<T>>(key, { typed: {} }, 'tab')
  /** Of what is typed by now, what was sent is saved. */
  const saved = (sent: Typed<T>) =>
    set(({ typed }) => ({
      typed: Object.fromEntries(
        Object.entries(typed).filter(([field, value]) => value !== sent[field as keyof T]),
      ) as Typed<T>,
    }))
  const again = useAgain(...shows)
  const save = useMutation({
    mutationFn: (sent: Typed<T>) => ask(route, { body: { ...(bodyOf?.(sent) ?? sent), was } }),
    onSuccess: (_, sent) => {
      toast({ text: 'Saved. In the shop now.' })
      return again().then(() => saved(sent))
    },
    onError: () => void again().then(() => set(({ typed }) => ({ typed }))),
  })
  return { typed, type: (part: Typed<T>) => set({ typed: { ...typed, ...part }, was }), forget, save }
}
