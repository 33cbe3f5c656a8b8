import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import { isFailedForGood } from './answers'
import { Frame } from './frame'
import { ToastProvider } from './parts/toast'
import { type DeskHost, HostProvider } from './session'
import { shadowPlace } from './shadow'

export type { DeskHost }

const queryClient = new QueryClient({
  defaultOptions: {
    // Without a line what was asked for fails and says so, instead of waiting in silence.
    queries: {
      networkMode: 'always',
      retry: (tries, error) => tries < 2 && !isFailedForGood(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Draws the desk into an element, which is also what scrolls. */
export function mountDesk(element: HTMLElement, host: DeskHost): void {
  createRoot(shadowPlace(element, 'desk')).render(
    <HostProvider value={host}>
      <QueryClientProvider client={queryClient}>
        <HashRouter>
          <ToastProvider>
            <Frame />
          </ToastProvider>
        </HashRouter>
      </QueryClientProvider>
    </HostProvider>,
  )
}
