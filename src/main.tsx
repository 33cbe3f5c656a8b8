import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from './api/query-client'
import { settingsOptions } from './api/settings'
import { Frame } from './app/frame'
import { listenForLinkIntent } from './app/link-intent'
import { Providers } from './app/providers'
import { startRoute } from './app/route-start'
import { MEASURED_BY_OTHERS } from './integrations/consent-view'
import { startLanguage } from './language/load'
import './index.css'

const root = document.getElementById('root') as HTMLElement
const client = createQueryClient()
const rendered = document.getElementById('query-state')?.textContent
if (rendered) hydrate(client, asOfNow(JSON.parse(rendered) as DehydratedState))

/** The page's records are as fresh as the page: what the browser kept and shows again on Back is asked for anew. */
function asOfNow(state: DehydratedState): DehydratedState {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') return state
  const now = Date.now()
  for (const query of state.queries) query.state.dataUpdatedAt = now
  return state
}

const app = (
  <StrictMode>
    <Providers client={client} origin={window.location.origin}>
      <BrowserRouter>
        <Frame />
      </BrowserRouter>
    </Providers>
  </StrictMode>
)

const code = startRoute(client, window.location).catch(() => undefined)
const language = startLanguage(Boolean(rendered))
if (rendered && root.hasChildNodes()) {
  // The page's code has to be here first, or hydration would replace the server's page by a spinner. When it cannot be fetched, the page's
  // boundary says so.
  Promise.all([code, language]).then(() => {
    hydrateRoot(root, app)
    window.pressEarlyButtons?.()
  })
} else {
  window.pressEarlyButtons?.()
  language.then(() => createRoot(root).render(app))
}

listenForLinkIntent(client)

// Nothing on the first screen needs these, so they come when the page has settled. The address is the shopper's to change until then.
const arrivedWith = window.location.search
const startSync = () =>
  import('./features/cart/sync').then(
    ({ startCartSync }) => startCartSync(),
    () => undefined,
  )
// Whether shoppers are asked first; they are when it cannot be known.
const consentRequired = () =>
  client.fetchQuery(settingsOptions()).then(
    (settings) => settings.consent_required,
    () => true,
  )
const startMeasuring = () =>
  Promise.all([import('./integrations/measuring'), MEASURED_BY_OTHERS && consentRequired()]).then(
    ([measuring, required]) => measuring.startMeasuring(arrivedWith, { consentRequired: required }),
    () => undefined,
  )
const settled = () => {
  void startSync()
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(startMeasuring, { timeout: 2000 })
  else setTimeout(startMeasuring, 200)
}
if (document.readyState === 'complete') settled()
else window.addEventListener('load', settled, { once: true })
