import { act, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Profiler } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { CartPanel } from '../../src/app/cart-panel'
import { Providers } from '../../src/app/providers'
import { addCartLine, clearCart, setCartOpen } from '../../src/features/cart/store'
import { Picture } from '../../src/ui/picture'
import { server } from './network'
import { Surroundings } from './surroundings'

/** An IntersectionObserver whose elements come near when a test says so. */
class Watcher {
  static all: Watcher[] = []
  readonly elements = new Set<Element>()
  constructor(
    private readonly report: (entries: { isIntersecting: boolean }[]) => void,
    readonly options: { rootMargin?: string } = {},
  ) {
    Watcher.all.push(this)
  }
  observe(element: Element) {
    this.elements.add(element)
  }
  disconnect() {
    this.elements.clear()
  }
  comeNear() {
    this.report([{ isIntersecting: true }])
  }
  static of(element: Element): Watcher | undefined {
    return Watcher.all.find((watcher) => [...watcher.elements].some((watched) => watched.contains(element)))
  }
}

beforeEach(() => {
  Watcher.all = []
  vi.stubGlobal('IntersectionObserver', Watcher)
  server.use(http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [], totalItems: 0 })))
})
afterEach(() => {
  vi.unstubAllGlobals()
  setCartOpen(false)
  clearCart()
})

const source = { src: '/big.jpg', srcSet: '/big.jpg 600w', thumb: '/small.jpg' }

test('IMG-03 pictures of a page begin to load 200 px outside the view, a priority picture at once', () => {
  const page = (
    <Providers client={createQueryClient()} origin="">
      <MemoryRouter>
        <Picture source={source} alt="Neem soap" />
        <Picture source={{ ...source, src: '/first.jpg' }} alt="Hero" priority />
      </MemoryRouter>
    </Providers>
  )
  render(page)
  const lazy = screen.getByRole('img', { name: 'Neem soap' })
  const first = screen.getByRole('img', { name: 'Hero' })
  expect(first).toHaveAttribute('src', '/first.jpg')
  expect(first).toHaveAttribute('loading', 'eager')
  expect(first).toHaveAttribute('fetchpriority', 'high')
  expect(lazy).not.toHaveAttribute('src')
  expect(lazy).toHaveAttribute('loading', 'lazy')
  const watcher = Watcher.of(lazy)
  expect(watcher?.options.rootMargin).toBe('200px')
  act(() => watcher?.comeNear())
  expect(lazy).toHaveAttribute('src', '/big.jpg')
  expect(lazy).toHaveAttribute('srcset', '/big.jpg 600w')
})

test('IMG-03 pictures of the cart begin to load 50 px outside the view', async () => {
  server.use(http.post('*/api/store/quote', () => HttpResponse.error()))
  addCartLine({
    productId: 'soap',
    product: { id: 'soap', name: 'Neem soap', price: 180, images: ['soap.jpg'], collectionId: 'products' },
    quantity: 1,
    color: '',
  })
  render(
    <Surroundings>
      <CartPanel />
    </Surroundings>,
  )
  await act(async () => setCartOpen(true))
  await screen.findByRole('dialog')
  const margins = () => Watcher.all.filter(({ elements }) => elements.size > 0).map(({ options }) => options.rootMargin)
  await vi.waitFor(() => expect(margins()).toEqual(['50px']))
})

test('IMG-03 pictures that came with the page are drawn once when it comes alive, and keep their address for whoever runs no scripts', async () => {
  const pictures = (drawn: () => void) => (
    <Profiler id="pictures" onRender={drawn}>
      <Picture source={source} alt="Neem soap" />
      <Picture source={{ ...source, src: '/other.jpg' }} alt="Rose soap" />
    </Profiler>
  )
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(pictures(() => undefined))
  const drawn = vi.fn()
  const root = await act(async () => hydrateRoot(container, pictures(drawn)))
  expect(drawn.mock.calls.map(([, phase]) => phase)).toEqual(['mount'])
  expect([...container.querySelectorAll('noscript')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('src="/big.jpg"'),
    expect.stringContaining('src="/other.jpg"'),
  ])

  act(() => Watcher.of(screen.getByRole('img', { name: 'Rose soap' }))?.comeNear())
  expect(screen.getByRole('img', { name: 'Rose soap' })).toHaveAttribute('src', '/other.jpg')
  act(() => root.unmount())
  container.remove()
})

test('IMG-02 a picture that failed before the page was alive is called failed', () => {
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  onTestFinished(() => complete.mockRestore())
  render(<Picture source={source} alt="Neem soap" priority />)
  expect(screen.getByRole('img', { name: 'Neem soap: Failed to load image' })).toBeVisible()
})
