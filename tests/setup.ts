import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { guardConsole } from './flows/console-guard'
import { server } from './flows/network'

/** Before every flow test: a closed network, a guarded console, a clean document and storage. */

// jsdom draws nothing, so it has none of these; the store must work with what a still, sizeless page would report.
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
// The SDK opens a connection for realtime and the sign-in popup; nothing ever arrives on this one.
class SilentEventSource extends EventTarget {
  readonly readyState = 0
  close() {}
}
vi.stubGlobal('ResizeObserver', StillObserver)
vi.stubGlobal('EventSource', SilentEventSource)
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.hasPointerCapture = () => false
Element.prototype.setPointerCapture = () => undefined
Element.prototype.releasePointerCapture = () => undefined

guardConsole()

// `error` writes to console.error and fails the request: the guard above makes that a failed test.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})
afterAll(() => server.close())
