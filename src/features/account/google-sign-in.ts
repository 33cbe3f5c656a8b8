import { recordStore } from '@/api/client'
import { errorStatus } from '@/api/errors'
import type { PlainSentence } from '@/language/catalogue'
import { checkClock } from './account-actions'

/** The outcomes a shopper reads (AUTH-04). */
export const GOOGLE_REFUSED =
  'Authentication failed. Please check your Google account settings and try again.' satisfies PlainSentence
export const GOOGLE_CLOSED = 'The sign-in window was closed. Please try again.' satisfies PlainSentence
export const GOOGLE_BLOCKED =
  'Your browser blocked the sign-in window. Allow pop-ups for this shop and try again.' satisfies PlainSentence

/** How long the window must look closed, with the shopper back on our page, before we believe it, ms. */
const CLOSED_FOR_MS = 2000
const LOOK_EVERY_MS = 250
/** How long we go on listening for an answer, ms. */
const LISTEN_FOR_MS = 10 * 60_000
const POPUP = 'width=1024,height=768,resizable,menubar=no'

/** What the record store tells when Google has sent the shopper back to it. */
interface Redirected {
  state?: string
  code?: string
  error?: string
}

/** Ends the listening of an earlier try. */
let endLast: () => void = () => undefined

/**
 * Signs in with Google in a popup. Call it straight from a click: the window is opened before anything is awaited, or
 * browsers block it.
 *
 * The window's closing raises no event, and `closed` does not tell alone: a page in the popup that isolates itself
 * (Cross-Origin-Opener-Policy, as the record store's own last page does) reads as closed while it is open. So the
 * window counts as closed when it reads so *and* our page has had the focus for two seconds *and* Google's answer is
 * not being exchanged. Even then we listen on quietly for a while: should it have been open after all, finishing
 * there still signs in. The client's own `authWithOAuth2` is not used because, with its automatic cancelling off,
 * nothing could end its connection again.
 *
 * @throws Error with one of the sentences above; anything else is thrown on as it came
 */
export async function signInWithGoogle(): Promise<void> {
  endLast()
  const popup = window.open('', 'google-sign-in', POPUP)
  if (!popup) throw new Error(GOOGLE_BLOCKED)
  let exchanging = false
  const answer = askGoogle(popup, () => {
    exchanging = true
  }).catch((error: unknown) => {
    popup.close()
    throw errorStatus(error) === 400 ? new Error(GOOGLE_REFUSED, { cause: error }) : error
  })
  const watch = watchClosing(popup, () => exchanging)
  try {
    await Promise.race([answer, watch.closed])
  } finally {
    watch.stop()
  }
}

async function askGoogle(popup: Window, onAnswer: () => void): Promise<void> {
  const store = await recordStore()
  const { oauth2 } = await store.collection('users').listAuthMethods()
  const google = oauth2.providers.find(({ name }) => name === 'google')
  if (!google) throw new Error(GOOGLE_REFUSED)
  const redirect = new URL(store.buildURL('/api/oauth2-redirect'), window.location.href).href

  let deliver: (message: Redirected) => void = () => undefined
  const redirected = new Promise<Redirected>((resolve) => {
    deliver = resolve
  })
  const unsubscribe = await store.realtime.subscribe('@oauth2', (message: Redirected) => deliver(message))
  // The record store sends the answer to the connection whose name comes back with it.
  const state = store.realtime.clientId
  const end = () => {
    clearTimeout(tooLate)
    // Not by topic alone: another try may be listening already.
    void unsubscribe().catch(() => undefined)
  }
  const tooLate = setTimeout(end, LISTEN_FOR_MS)
  endLast = end
  try {
    const address = new URL(google.authURL + encodeURIComponent(redirect))
    address.searchParams.set('state', state)
    popup.location.href = address.href
    const message = await redirected
    onAnswer()
    if (message.state !== state || message.error || !message.code) throw new Error(GOOGLE_REFUSED)
    await store
      .collection('users')
      .authWithOAuth2Code('google', message.code, google.codeVerifier, redirect, { emailVisibility: true })
    checkClock()
    // It closes itself unless the record store's admin UI, its last stop, is kept from the public.
    popup.close()
  } finally {
    end()
  }
}

function watchClosing(popup: Window, isExchanging: () => boolean): { closed: Promise<never>; stop: () => void } {
  let timer: ReturnType<typeof setInterval> | undefined
  const closed = new Promise<never>((_, reject) => {
    let since: number | null = null
    timer = setInterval(() => {
      if (!popup.closed || !document.hasFocus() || isExchanging()) {
        since = null
        return
      }
      since ??= Date.now()
      if (Date.now() - since >= CLOSED_FOR_MS) reject(new Error(GOOGLE_CLOSED))
    }, LOOK_EVERY_MS)
  })
  return { closed, stop: () => clearInterval(timer) }
}
