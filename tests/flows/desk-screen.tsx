import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HashRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { ToastProvider } from '../../src/desk/parts/toast'
import { type DeskHost, HostProvider } from '../../src/desk/session'

interface Asked {
  body?: object
  query?: { [name: string]: string }
}

/** A refusal as the SDK throws it; without a status there is no line. */
export const refusal = (status: number, response: object = {}) =>
  Object.assign(new Error(), { name: `ClientResponseError ${status}`, status, response })

/** A maker at the desk, whose shop is this store. */
export const hostWith = (store: object) => ({ store, signedOut: vi.fn(), role: 'owner' }) as unknown as DeskHost

/** Draws a screen of the desk; what `answer` gives undefined for has no line to the shop. */
export function showDesk(part: React.ReactNode, answer: (route: string, asked: Asked) => unknown) {
  const send = async (path: string, asked: Asked) => {
    const answered = answer(path.replace('/api/store/desk/', ''), asked)
    if (answered) return answered
    throw refusal(0)
  }
  const buildURL = (path: string) => `http://shop.test${path}`
  render(
    <HostProvider value={hostWith({ send, buildURL })}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <HashRouter>
          <ToastProvider>{part}</ToastProvider>
        </HashRouter>
      </QueryClientProvider>
    </HostProvider>,
  )
  return userEvent.setup()
}
