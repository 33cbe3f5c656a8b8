import type { LetterDeed } from '@/domain/content/newsletter'
import { call } from './store-call'

/** What the link of a mail carries: confirms a subscription, or ends it; 404 for a link that is not good (any more). */
export const followLetterLink = (deed: LetterDeed, id: string, token: string): Promise<object> =>
  call(CONFIRMING[deed] ?? `newsletter/${deed}`, { body: { id, token } })

const CONFIRMING: { [deed in LetterDeed]?: string } = { tell: 'alerts/confirm', remind: 'alerts/cart/confirm' }

/** Asks to be told when a product is back: a mail asks to confirm, unless the address is known to be the asker's. */
export const askForAlert = (email: string, product: string): Promise<{ confirmed?: true }> =>
  call('alerts', { body: { email, product } })

/** Asks to be reminded of a cart (`items` as its link has them, unescaped) a day later, confirmed as alerts are. */
export const askForReminder = (email: string, items: string): Promise<{ confirmed?: true }> =>
  call('alerts/cart', { body: { email, items } })
