import { pageStamp } from './page-stamps'
import { sharedStore } from './shared-store'

/** Made anew after this long at the latest, ms: for changes no hook tells of, such as SQL by hand. */
const MAX_AGE_MS = 60_000

interface Kept {
  stamp: string
  until: number
  /** JSON: text is all that engines of the process can hand to each other. */
  answer: string
}

/** What was made of the products, kept for everybody until one of them changes. */
export function keptAnswer<Answer>(app: PbApp, key: string, make: () => Answer): Answer {
  // What stands in a transaction alone, as in a preview, is neither kept nor known to anybody else.
  if (app.isTransactional()) return make()
  const stamp = pageStamp('products')
  const kept = sharedStore().get(key) as Kept | null | undefined
  if (kept && kept.stamp === stamp && kept.until > Date.now()) return JSON.parse(kept.answer)
  const answer = make()
  sharedStore().set(key, { stamp, until: Date.now() + MAX_AGE_MS, answer: JSON.stringify(answer) })
  return answer
}
