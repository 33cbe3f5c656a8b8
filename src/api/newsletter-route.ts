import { call } from './store-call'

/** Asks for letters from the shop: a mail asks to confirm. The same answer for every address. */
export const subscribe = (email: string, language: string): Promise<object> =>
  call('newsletter', { body: { email, language } })
