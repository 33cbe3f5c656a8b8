import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { PropertySymbol, HTMLScriptElement as ScriptElement } from 'happy-dom'
import BrowserFrameNavigator from 'happy-dom/lib/browser/utilities/BrowserFrameNavigator.js'
import HTMLElementConfig from 'happy-dom/lib/config/HTMLElementConfig.js'
import ContentModel from 'happy-dom/lib/config/HTMLElementConfigContentModelEnum.js'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { guardConsole } from './flows/console-guard'
import { server } from './flows/network'

/** Before every flow test: a closed network, a guarded console, a clean document and storage. */

// Nothing is drawn here, whatever there is of these; the store must work with what a still, sizeless page would report.
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
// As every built page has.
document.title = 'Sabun & Jhola'
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

// Where happy-dom does other than browsers do. Some of it goes by its inner names: its version in package.json is
// exact.
// Its observer never reports anything; where there is none, pictures and published content come at once.
Reflect.deleteProperty(globalThis, 'IntersectionObserver')
// Pictures are not loaded. It says they are complete all the same, which without a size is a picture that failed.
Object.defineProperty(HTMLImageElement.prototype, 'complete', {
  configurable: true,
  get(this: HTMLImageElement) {
    return !this.getAttribute('src')
  },
})
// Scripts are not loaded. It reports that as an error at once; here they stay on their way until a test says more.
for (const load of [PropertySymbol.connectedToDocument, PropertySymbol.onSetAttribute]) {
  Reflect.deleteProperty(ScriptElement.prototype, load)
}
// A list of options has no size there, by which react-hook-form takes it for one the shopper has chosen from already.
Object.defineProperty(HTMLSelectElement.prototype, 'size', {
  configurable: true,
  get(this: HTMLSelectElement) {
    return Number(this.getAttribute('size') ?? 0)
  },
})
// It draws the next frame at once. In a browser what was begun is done by then.
window.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 16))
window.cancelAnimationFrame = (frame) => clearTimeout(frame)
// To a browser that runs scripts this is text, not elements.
Object.assign(HTMLElementConfig.noscript ?? {}, { contentModel: ContentModel.rawText })
// It would fetch other pages, or change the address and say nothing. Within a page it goes where it is sent.
const { navigate } = BrowserFrameNavigator
BrowserFrameNavigator.navigate = async (options) => {
  const [to, from] = [new URL(options.url, location.href), new URL(location.href)]
  if (to.hash && to.href.split('#')[0] === from.href.split('#')[0]) return navigate(options)
  console.error(`Navigation to ${to.href}, which no test does`)
  return null
}

// A toast that was leaving when a file's last test ended would go on doing so in a document that is gone.
const started = new Set<ReturnType<typeof setTimeout>>()
const { setTimeout: start } = globalThis
globalThis.setTimeout = Object.assign((...given: Parameters<typeof start>) => {
  const timer = start(...given)
  started.add(timer)
  return timer
}, start)
afterAll(() => {
  for (const timer of started) clearTimeout(timer)
})

guardConsole()
// A second is short on a busy machine; what is right comes long before.
configure({ asyncUtilTimeout: 10_000 })

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
