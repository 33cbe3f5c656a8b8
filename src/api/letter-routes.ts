import type { LetterDeed } from '@/domain/content/newsletter'
import { call } from './store-call'

/** Asks for letters from the shop: a mail asks to confirm. The same answer for every address. */
export const subscribe = (email: string, language: string): Promise<object> =>
  call('newsletter', { body: { email, language } })

/** What the link of a mail carries: confirms a subscription, or ends it; 404 for a link that is not good (any more). */
export const followLetterLink = (deed: LetterDeed, id: string, token: string): Promise<object> =>
  call(deed === 'tell' ? 'alerts/confirm' : `newsletter/${deed}`, { body: { id, token } })

/** Asks to be told when a product is back: a mail asks to confirm, unless the address is known to be the asker's. */
export const askForAlert = (email: string, product: string): Promise<{ confirmed?: true }> =>
  call('alerts', { body: { email, product } })
