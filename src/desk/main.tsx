import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import { isFailedForGood } from './answers'
import styles from './desk.css?inline'
import { Frame } from './frame'
import { ToastProvider } from './parts/toast'
import { type DeskHost, HostProvider } from './session'

export type { DeskHost }

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5000, retry: (tries, error) => tries < 2 && !isFailedForGood(error) },
  },
})

const ROOT_FONT_PX = 16

/**
 * The page around keeps its looks and the desk its own: a shadow root. What a shadow root ignores, typefaces and typed
 * properties, goes to the page.
 */
function styled(root: ShadowRoot): void {
  const own = new CSSStyleSheet()
  own.replaceSync(
    styles
      .replace(/:root(\[[^\]]*\])?/g, (_, state?: string) => (state ? `:host(${state})` : ':host'))
      // The page's own letters are 14 px: a `rem` of its would make ours smaller.
      .replace(/(\d*\.?\d+)rem\b/g, (_, rem: string) => `${Number(rem) * ROOT_FONT_PX}px`),
  )
  root.adoptedStyleSheets = [own]
  const shared = new CSSStyleSheet()
  shared.replaceSync(
    Array.from(own.cssRules)
      .map(({ cssText }) => cssText)
      .filter((text) => /^@(?:property|font-face)/.test(text))
      .join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, shared]
}

/** Draws the desk into an element, which is also what scrolls. */
export function mountDesk(element: HTMLElement, host: DeskHost): void {
  const root = element.attachShadow({ mode: 'open' })
  styled(root)
  const place = document.createElement('div')
  place.className = 'desk'
  root.append(place)
  createRoot(place).render(
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
