import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { type Product, parseProduct } from '../../src/domain/catalog/product'
import { type CodeProblem, UNKNOWN_CODE } from '../../src/domain/offers/discounts'
import { type Promotion, parsePromotion } from '../../src/domain/offers/promotion'
import type { QuoteRequest } from '../../src/domain/orders/order-request'
import { priceCart } from '../../src/domain/orders/quote'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'
import { CartSheet } from '../../src/features/cart/cart-sheet'
import { takeCodeFromAddress } from '../../src/features/cart/code-link'
import { forgetCode, keepCode } from '../../src/features/cart/offer-code'
import { addCartLine, clearCart, setCartOpen } from '../../src/features/cart/store'
import { server } from './network'
import { Surroundings } from './surroundings'

const soap: Product = parseProduct({ id: 'soap', name: 'Neem & Tulsi Soap', price: 180, inStock: true })
const FEE = { ...DEFAULT_SETTINGS, shipping_fee: 5000, free_shipping_from: 50_000 }

/** The shop's side. */
let shop: { codes: Record<string, Promotion | CodeProblem>; asked: string[]; automatic: Promotion[]; fee: boolean }

const percent = (fields: object = {}) =>
  parsePromotion({ id: 'p1', name: 'Diwali', active: true, code: 'DIWALI15', kind: 'percent', value: 15, ...fields })

async function open() {
  render(
    <Surroundings>
      <CartSheet />
    </Surroundings>,
  )
  await act(async () => setCartOpen(true))
  return userEvent.setup()
}

const put = (quantity: number) =>
  act(() => addCartLine({ productId: 'soap', product: { ...soap, images: [] }, quantity, color: '' }))
const box = () => screen.findByRole('textbox', { name: 'Offer code' })

async function apply(user: ReturnType<typeof userEvent.setup>, code: string): Promise<void> {
  await user.click(await screen.findByText('Have an offer code?'))
  const field = await box()
  await user.clear(field)
  await user.type(field, `${code}{Enter}`)
}

beforeEach(() => {
  shop = { codes: { DIWALI15: percent() }, asked: [], automatic: [], fee: false }
  server.use(
    http.get('*/api/collections/store_settings/records', () =>
      HttpResponse.json({ items: shop.fee ? [{ shipping_fee: 50, free_shipping_from: 500 }] : [] }),
    ),
    http.post('*/api/store/quote', async ({ request }) => {
      const { items, code } = (await request.json()) as QuoteRequest & { code: string }
      shop.asked.push(code)
      const found = shop.codes[code] ?? UNKNOWN_CODE
      return HttpResponse.json(
        priceCart(
          items.map((item) => ({ ...item, color: item.color ?? '' })),
          {
            find: (id) => (id === 'soap' ? { product: soap, available: null, hsn: '', gst_rate: 0 } : undefined),
            settings: shop.fee ? FEE : DEFAULT_SETTINGS,
            promotions: shop.automatic,
            code: code ? { typed: code, found: 'message' in found ? { problem: found } : { promotion: found } } : null,
            provider: null,
            now: Date.now(),
          },
        ),
      )
    }),
  )
  act(() => {
    clearCart()
    forgetCode()
    setCartOpen(false)
  })
})

test('PROMO-13 PROMO-14 PROMO-16 a typed code takes its part off line and sum, is kept, and can be taken out', async () => {
  put(2)
  const user = await open()
  await apply(user, 'diwali 15')
  expect(await screen.findByText(/^-₹54\.00$/, { selector: 'p *' })).toBeVisible()
  expect(screen.getByText('You save ₹54.00')).toBeVisible()
  const dialog = screen.getByRole('dialog')
  expect(within(within(dialog).getByRole('list', { name: 'Cart items' })).getByText('₹306.00')).toBeVisible()
  expect(JSON.parse(localStorage.getItem('sabun-and-jhola.offer-code.v1') ?? '')).toMatchObject({ code: 'DIWALI15' })
  expect(shop.asked.at(-1)).toBe('DIWALI15')
  const remove = screen.getByRole('button', { name: 'Remove code' })
  await waitFor(() => expect(remove).toHaveFocus())
  await user.click(remove)
  expect(await box()).toHaveFocus()
  await waitFor(() => expect(screen.queryByText('You save ₹54.00')).toBeNull())
  expect(shop.asked.at(-1)).toBe('')
  expect(localStorage.getItem('sabun-and-jhola.offer-code.v1')).toBeNull()
})

test('PROMO-15 a code that is refused whatever is in the cart says why and is not sent again by itself', async () => {
  put(2)
  const user = await open()
  await apply(user, 'HOLI')
  const alert = await screen.findByText('There is no offer with this code.')
  expect(alert.closest('[role="alert"]')).not.toBeNull()
  expect(await box()).toHaveAccessibleDescription('There is no offer with this code.')
  put(1)
  await waitFor(() => expect(shop.asked.at(-1)).toBe(''))
  expect(shop.asked.filter((code) => code === 'HOLI')).toHaveLength(1)
  expect(alert).toBeVisible()
  // Pressed again it is asked for again.
  shop.codes.HOLI = percent({ code: 'HOLI' })
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('You save ₹81.00')).toBeVisible()
})

test('PROMO-15 a code that this cart does not reach stays, and gives its part once the cart does', async () => {
  shop.codes.DIWALI15 = percent({ minimum: 500 })
  put(2)
  const user = await open()
  await apply(user, 'DIWALI15')
  expect(await screen.findByText('Add ₹140.00 more to use this offer.')).toBeVisible()
  put(1)
  expect(await screen.findByText('You save ₹81.00')).toBeVisible()
  expect(screen.queryByText(/more to use this offer/)).toBeNull()
})

test('PROMO-13 a code of another tab is this one’s, and one of the day before is none', async () => {
  put(2)
  await open()
  expect(await box()).toBeInTheDocument()
  const kept = (at: number) => JSON.stringify({ code: 'DIWALI15', refused: null, at })
  const key = 'sabun-and-jhola.offer-code.v1'
  localStorage.setItem(key, kept(Date.now() - 25 * 60 * 60_000))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  put(1)
  await waitFor(() => expect(shop.asked).toEqual(['', '']))
  localStorage.setItem(key, kept(Date.now()))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(await screen.findByText('You save ₹81.00')).toBeVisible()
})

test('PROMO-13 a link’s code is kept and leaves the address; a sign-in’s is left alone', () => {
  const visit = (address: string) => {
    window.history.replaceState({ idx: 3 }, '', address)
    takeCodeFromAddress()
    return `${window.location.pathname}${window.location.search}${window.location.hash}`
  }
  expect(visit('/shop?q=neem&code=diwali15#top')).toBe('/shop?q=neem#top')
  expect(window.history.state).toEqual({ idx: 3 })
  expect(JSON.parse(localStorage.getItem('sabun-and-jhola.offer-code.v1') ?? '')).toMatchObject({ code: 'diwali15' })
  // Nothing of a code stands for none.
  expect(visit('/?code=---')).toBe('/?code=---')
  expect(localStorage.getItem('sabun-and-jhola.offer-code.v1')).toContain('diwali15')
  localStorage.clear()
  expect(visit('/?code=abc&state=xyz')).toBe('/?code=abc&state=xyz')
  expect(localStorage).toHaveLength(0)
  window.history.replaceState(null, '', '/')
})

test('PROMO-16 PROMO-17 delivery says what is missing until it is free, and a promotion that makes it free is a saving', async () => {
  shop.fee = true
  put(2)
  await open()
  expect(await screen.findByText('₹140.00 more for free delivery')).toBeVisible()
  act(() => void keepCode('BRINGIT'))
  await screen.findByText('There is no offer with this code.')
  shop.codes.POST = parsePromotion({ id: 'p2', name: 'By post', active: true, code: 'POST', kind: 'free_delivery' })
  act(() => void keepCode('POST'))
  expect(await screen.findByText('You save ₹50.00')).toBeVisible()
  expect(screen.queryByText(/more for free delivery/)).toBeNull()
  expect(screen.getByText('Delivery', { selector: 'dt' }).nextElementSibling).toHaveTextContent('Free')
})
