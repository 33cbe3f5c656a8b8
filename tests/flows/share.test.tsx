import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseProduct } from '../../src/domain/catalog/product'
import { MAX_CART_LINES } from '../../src/domain/limits'
import { addToCart } from '../../src/features/cart/add-to-cart'
import { CartSheet } from '../../src/features/cart/cart-sheet'
import { addCartLine, clearCart, currentLines, setCartOpen, useCartSheet } from '../../src/features/cart/store'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import CartPage from '../../src/pages/cart'
import { ShareButton } from '../../src/ui/share-button'
import { Toaster } from '../../src/ui/toaster'
import { askingOnce } from './address'
import { recordEvents } from './events'
import { server } from './network'
import { Surroundings } from './surroundings'

const SOAP = { id: 'soap', collectionId: 'products', name: 'Neem Soap', price: 180, inStock: true, category: 'soap' }
const TOTE = {
  id: 'tote',
  collectionId: 'products',
  name: 'Jute Tote',
  price: 790,
  inStock: true,
  category: 'bag',
  colors: [{ name: 'Indigo', value: 'indigo', hex: '#223355' }],
}

let events: AnalyticsEvent[] = []
const spies: { mockRestore(): void }[] = []

const setShare = (share: unknown) => Object.defineProperty(navigator, 'share', { value: share, configurable: true })

beforeEach(() => {
  server.use(
    http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [] })),
    http.post('*/api/store/quote', () => HttpResponse.error()),
  )
  act(() => {
    clearCart()
    setCartOpen(false)
  })
  events = recordEvents()
})
afterEach(() => {
  setShare(undefined)
  for (const spy of spies.splice(0)) spy.mockRestore()
})

function show(part: React.ReactNode, at = '/') {
  const client = askingOnce()
  render(
    <Surroundings at={at} client={client}>
      {part}
      <Toaster />
    </Surroundings>,
  )
  return userEvent.setup()
}

describe('the share button', () => {
  const onShared = vi.fn()
  const button = <ShareButton label="Share" title="Neem & Tulsi" path="/product/soap" onShared={onShared} />
  const url = `${window.location.origin}/product/soap`
  beforeEach(() => onShared.mockClear())

  const choose = async (user: ReturnType<typeof userEvent.setup>, item: string) => {
    await user.hover(screen.getByRole('button', { name: 'Share' }))
    // The menu's code begins to load when its button is reached.
    await vi.dynamicImportSettled()
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }

  test('SHARE-01 opens the system’s sheet where there is one', async () => {
    const share = vi.fn().mockResolvedValue(undefined)
    setShare(share)
    const user = show(button)
    await user.click(screen.getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledWith({ title: 'Neem & Tulsi', text: 'Neem & Tulsi', url })
    await waitFor(() => expect(onShared).toHaveBeenCalledWith('system'))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test.each(['AbortError', 'InvalidStateError'])(
    'SHARE-01 %s says nothing: the shopper closed the sheet, or has it open',
    async (name) => {
      const share = vi.fn().mockRejectedValue(new DOMException('', name))
      setShare(share)
      const user = show(button)
      const copy = vi.spyOn(navigator.clipboard, 'writeText')
      spies.push(copy)
      await user.click(screen.getByRole('button', { name: 'Share' }))
      await expect(share.mock.results[0]?.value).rejects.toThrow()
      expect(copy).not.toHaveBeenCalled()
      expect(onShared).not.toHaveBeenCalled()
    },
  )

  test('SHARE-01 a sheet the browser refuses to open leaves the link in the clipboard', async () => {
    setShare(vi.fn().mockRejectedValue(new DOMException('', 'NotAllowedError')))
    const user = show(button)
    await user.click(screen.getByRole('button', { name: 'Share' }))
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(url)
    expect(onShared.mock.calls).toEqual([['link']])
  })

  test('SHARE-01 without such a sheet there are WhatsApp and copying', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    spies.push(open)
    const user = show(button)
    await choose(user, 'WhatsApp')
    expect(open).toHaveBeenCalledWith(
      `https://wa.me/?text=${encodeURIComponent(`Neem & Tulsi ${url}`)}`,
      '_blank',
      'noopener',
    )
    await choose(user, 'Copy link')
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(url)
    expect(onShared.mock.calls).toEqual([['whatsapp'], ['link']])
  })

  test('SHARE-01 a clipboard that refuses leaves the link selected, to be copied by hand', async () => {
    const user = show(button)
    spies.push(vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError')))
    await choose(user, 'Copy link')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to copy' })
    await waitFor(() => expect(field).toHaveFocus())
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url)
    expect(onShared).not.toHaveBeenCalled()
  })

  test('STAT-01 SHARE-02 the cart sheet shares ids, quantities and colours, and no prices', async () => {
    const share = vi.fn().mockResolvedValue(undefined)
    setShare(share)
    const user = show(<CartSheet />)
    await act(async () => {
      addToCart(parseProduct(SOAP), { quantity: 2 })
      addToCart(parseProduct(TOTE), { color: 'indigo' })
    })
    await user.click(await screen.findByRole('button', { name: 'Share cart' }))
    expect(share.mock.calls[0]?.[0].url).toBe(`${window.location.origin}/cart?items=soap.2~tote.1.indigo`)
    await waitFor(() => expect(events.at(-1)).toEqual({ event: 'share', method: 'system', content_type: 'cart' }))
  })
})

describe('SHARE-02 a shared cart', () => {
  let asked: string[] = []
  const answer = (...products: object[]) =>
    server.use(
      http.get('*/api/collections/products/records', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('filter') ?? '')
        return HttpResponse.json({ page: 1, perPage: 50, totalItems: -1, totalPages: -1, items: products })
      }),
    )
  beforeEach(() => {
    asked = []
  })
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Items of the shared cart' })).getAllByRole('listitem')
  const add = () => screen.getByRole('button', { name: 'Add to my cart' })
  const shape = () => currentLines().map(({ productId, color, quantity }) => [productId, color, quantity])

  test('CART-02 is shown at today’s prices and changes nothing until it is added; added twice, it is there once', async () => {
    answer({ ...TOTE, price: 850 }, SOAP)
    addCartLine({
      productId: 'tote',
      product: { id: 'tote', name: 'Jute Tote', price: 790, images: [] },
      quantity: 3,
      color: 'indigo',
    })
    addCartLine({
      productId: 'clutch',
      product: { id: 'clutch', name: 'Clutch', price: 500, images: [] },
      quantity: 1,
      color: '',
    })
    const user = show(<CartPage />, '/cart?items=soap.2~tote.1.indigo')
    const [first, second] = await rows()
    expect(first).toHaveTextContent('Neem SoapQuantity: 2₹360.00')
    expect(second).toHaveTextContent('Jute ToteIndigoQuantity: 1₹850.00')
    expect(screen.getByText('₹1,210.00')).toBeVisible()
    expect(asked).toEqual(['id = "soap" || id = "tote"'])
    const before = [
      ['tote', 'indigo', 3],
      ['clutch', '', 1],
    ]
    expect(shape()).toEqual(before)
    for (const _ of [1, 2]) {
      await user.click(add())
      expect(shape()).toEqual([...before, ['soap', '', 2]])
      expect(useCartSheet.getState().isOpen).toBe(true)
    }
    expect(currentLines()[0]?.product.price).toBe(850)
    expect(events.filter(({ event }) => event === 'add_to_cart')).toMatchObject([
      { value: 360, items: [{ item_id: 'soap', quantity: 2 }] },
    ])
  })

  test('what cannot be bought any more says so and is left out of the sum and the cart', async () => {
    answer({ ...SOAP, sold_out: true }, TOTE)
    const user = show(<CartPage />, '/cart?items=soap.2~gone.1~tote.1.red~tote.2.indigo~junk')
    const shown = await rows()
    expect(shown[0]).toHaveTextContent('Out of stock')
    expect(shown[1]).toHaveTextContent('Not in the shop any more')
    expect(shown[2]).toHaveTextContent('Not in this colour any more')
    expect(screen.getByText('1 entry of the link could not be read.')).toBeVisible()
    expect(screen.getAllByText('₹1,580.00')).toHaveLength(2)
    await user.click(add())
    expect(shape()).toEqual([['tote', 'indigo', 2]])
  })

  test('with nothing left to buy there is the way to the shop', async () => {
    answer()
    show(<CartPage />, '/cart?items=soap.2')
    await rows()
    expect(screen.queryByRole('button', { name: 'Add to my cart' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to the shop' })).toHaveAttribute('href', '/shop')
  })

  test('a full cart keeps what it has and says what it has no room for', async () => {
    answer(SOAP)
    for (let index = 0; index < MAX_CART_LINES; index += 1) {
      const id = `p${index}`
      addCartLine({ productId: id, product: { id, name: id, price: 10, images: [] }, quantity: 1, color: '' })
    }
    const user = show(<CartPage />, '/cart?items=soap.2')
    await rows()
    await user.click(add())
    expect(await screen.findByText('Your cart is full')).toBeVisible()
    expect(currentLines()).toHaveLength(MAX_CART_LINES)
    expect(shape()).not.toContainEqual(['soap', '', 2])
    expect(events.filter(({ event }) => event === 'add_to_cart')).toEqual([])
  })

  test('a failed call can be tried again; a broken link asks nothing and leads to the shop', async () => {
    server.use(http.get('*/api/collections/products/records', () => HttpResponse.json({}, { status: 500 })))
    const user = show(<CartPage />, '/cart?items=soap.1')
    expect(await screen.findByRole('alert')).toHaveTextContent('The shared cart did not load')
    answer(SOAP)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(1)
    show(<CartPage />, '/cart?items=%E0%A4%A~~<b>')
    expect(screen.getByRole('heading', { level: 1, name: 'This link holds no cart' })).toBeVisible()
  })

  test('CART-17 without a link the page is the shopper’s own cart', async () => {
    const user = show(<CartPage />, '/cart')
    expect(screen.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
    act(() => void addToCart(parseProduct(SOAP), { quantity: 2 }))
    act(() => setCartOpen(false))
    expect(screen.getByRole('heading', { level: 1, name: 'Shopping Cart (2 items)' })).toBeVisible()
    const line = within(screen.getByRole('list', { name: 'Cart items' })).getByRole('listitem')
    expect(line).toHaveTextContent('₹360.00')
    await user.click(within(line).getByRole('button', { name: 'Remove Neem Soap' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(screen.getByRole('link', { name: 'Proceed to Checkout' }))
    await waitFor(() => expect(localStorage.getItem('checkout_cart')).toContain('"itemCount":2'))
  })
})
