import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from './api/query-client'
import { settingsOptions } from './api/settings'
import { onSessionChange, storedSession } from './api/stored-session'
import { Frame } from './app/frame'
import { listenForLinkIntent } from './app/link-intent'
import { Providers } from './app/providers'
import { startRoute } from './app/route-start'
import { takeCodeFromAddress } from './features/cart/code-link'
import { cartKnowsAccount } from './features/cart/store'
import { startHearts } from './features/wishlist/hearts'
import { MEASURED_BY_OTHERS } from './integrations/consent-view'
import { startLanguage } from './language/load'
import { arrival } from './lib/arrival'
import { overlaysAt } from './lib/overlay-depth'
import { whenIdle } from './lib/when-idle'
import './index.css'

const root = document.getElementById('root') as HTMLElement
const client = createQueryClient()

/** The page's records are as fresh as the page: what the browser kept and shows again on Back is asked for anew. */
function asOfNow(state: DehydratedState): DehydratedState {
  if (arrival() === 'back_forward') return state
  const now = Date.now()
  for (const query of state.queries) query.state.dataUpdatedAt = now
  return state
}

// Nothing on the first screen needs these, so they come when the page has settled. The address is the shopper's to
// change until then.
const arrivedWith = window.location.search
// Before the router reads the address.
takeCodeFromAddress()
// The cart of somebody who was never signed in here is a guest's without its code being told. It is asked for again
// with the next change of the session when it does not arrive.
const syncWithAccount = () => {
  let started = false
  const begin = () => {
    if (started) return
    started = true
    import('./features/cart/sync')
      .then(({ startCartSync }) => startCartSync())
      .then(stop, () => {
        started = false
      })
  }
  const stop = onSessionChange(begin)
  if (storedSession() || cartKnowsAccount()) begin()
}
// Whether shoppers are asked first; they are when it cannot be known.
const consentRequired = () =>
  client.fetchQuery(settingsOptions()).then(
    (settings) => settings.consent_required,
    () => true,
  )
const measure = async () => {
  if (!MEASURED_BY_OTHERS) return (await import('./integrations/event-delivery')).startOwnMeasuring(arrivedWith)
  const [{ startMeasuring }, required] = await Promise.all([import('./integrations/measuring'), consentRequired()])
  startMeasuring(arrivedWith, { consentRequired: required })
}
const settled = () => {
  syncWithAccount()
  startHearts()
  whenIdle(() => measure().catch(() => undefined))
}

// Opened again where a sheet was open, as by a reload: the page's own entry is the one below.
const overlays = overlaysAt(window.history.state)
if (overlays > 0) window.history.go(-overlays)

async function begin(): Promise<void> {
  await window.rest
  const rendered = document.getElementById('query-state')?.textContent
  if (rendered) hydrate(client, asOfNow(JSON.parse(rendered) as DehydratedState))
  // Reading the records and starting React are tasks of their own, like this one.
  await new Promise((next) => setTimeout(next))
  const app = (
    <StrictMode>
      <Providers client={client} origin={window.location.origin}>
        <BrowserRouter basename={document.documentElement.dataset.base}>
          <Frame />
        </BrowserRouter>
      </Providers>
    </StrictMode>
  )

  const code = startRoute(client, window.location).then(
    () => true,
    () => false,
  )
  const language = startLanguage(Boolean(rendered))
  if (rendered && root.hasChildNodes()) {
    // The page's code and words have to be here first, or hydration would replace the server's page by a spinner. When
    // they cannot be fetched, the page is drawn anew: its boundary says so, or it is in English. As a transition it is
    // done in slices, between which the page can be scrolled and pressed.
    Promise.all([code, language]).then(([arrived, spoken]) => {
      if (arrived && spoken) startTransition(() => void hydrateRoot(root, app))
      else {
        // It is in another language.
        root.textContent = ''
        createRoot(root).render(app)
      }
      void window.catchUp?.()
    })
  } else {
    void window.catchUp?.()
    language.then(() => createRoot(root).render(app))
  }

  listenForLinkIntent(client)
  if (document.readyState === 'complete') settled()
  else window.addEventListener('load', settled, { once: true })
}

// In a task of its own: reading the code and starting it in one would hold up a slow phone.
setTimeout(begin)
