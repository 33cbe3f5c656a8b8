import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderView } from '../../src/domain/orders/order'
import type { PlaceRequestInput } from '../../src/domain/orders/order-request'
import { addCartLine, currentLines } from '../../src/features/cart/store'
import { readDraft, saveDraft } from '../../src/features/checkout/form-draft'
import { saveOrderToken } from '../../src/features/orders/order-tokens'
import { readPendingOrder, savePendingOrder } from '../../src/features/orders/pending-order'
import { server } from './network'
import {
  atConfirmation,
  button,
  leave,
  named,
  open,
  orderOnline,
  paid,
  pending,
  placedAs,
  prepareShop,
  session,
  sheet,
  shop,
} from './paying-checkout'

beforeEach(prepareShop)

/** As after a reload: the order is made, its payment is not. */
function waitForPayment(order: OrderView = pending): void {
  shop.order = order
  saveOrderToken('order1', 'opens-it')
  savePendingOrder('order1', '')
}

describe('coming back to an order that waits for its payment', () => {
  test('ORDER-05 a reload goes on with the same order', async () => {
    waitForPayment()
    open()
    const user = userEvent.setup()
    expect(await screen.findByText('Order SJ-7K2M9QXD')).toBeVisible()
    expect(screen.getByText('Your order is kept until 3:45 pm. It is confirmed as soon as it is paid.')).toBeVisible()
    await user.click(await button('Pay ₹360.50'))
    await leave((opened) => opened.pay())
    await atConfirmation()
    expect(shop.placed).toEqual([])
    expect(named('purchase')).toHaveLength(1)
  })

  test('ORDER-04 ORDER-12 paid meanwhile: the order is shown and the cart is empty', async () => {
    waitForPayment()
    shop.known = paid
    open()
    await atConfirmation()
    expect(currentLines()).toEqual([])
    expect(named('purchase')).toHaveLength(1)
  })

  test('ORDER-05 an order placed in another tab is this tab’s too', async () => {
    open()
    await screen.findByRole('radio', { name: 'Pay online' })
    waitForPayment()
    fireEvent(window, new StorageEvent('storage', { key: 'any' }))
    expect(await screen.findByText('Order SJ-7K2M9QXD')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
  })

  test('ORDER-06 what somebody ordered and typed while signed in is nobody else’s on the same device', async () => {
    waitForPayment()
    savePendingOrder('order1', 'user-1')
    saveDraft({ ...readDraft(''), contact: pending.contact }, 'user-1')
    open()
    expect(await button('Place order')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('')
    expect(screen.queryByText('Order SJ-7K2M9QXD')).toBeNull()
    expect(shop.asked).toEqual([])
    expect(readPendingOrder()?.id).toBe('order1')
  })

  test('ORDER-05 to change the order calls it off first; the form is as it was left, and the next order has a new key', async () => {
    const user = await orderOnline()
    await leave((opened) => opened.close())
    await user.click(await button('Change the order'))
    const news = await screen.findByText(/Order SJ-7K2M9QXD is cancelled and nothing has been charged/)
    expect(news).toBeVisible()
    // The pressed button is gone; what became of it takes the focus.
    await waitFor(() => expect(news.closest('[role=status]')).toHaveFocus())
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('Meera Raghunathan')
    expect(currentLines()).toHaveLength(1)
    expect(shop.asked).toEqual(['check', 'check', 'cancel'])
    shop.order = pending
    await screen.findByRole('radio', { name: 'Pay online' })
    await user.click(screen.getByRole('button', { name: 'Place order' }))
    await waitFor(() => expect(shop.placed).toHaveLength(2))
    expect(shop.placed[0]?.key).not.toBe(shop.placed[1]?.key)
  })

  test('ORDER-05 money that arrives just then comes before changing', async () => {
    waitForPayment()
    open()
    const user = userEvent.setup()
    const change = await button('Change the order')
    shop.known = paid
    await user.click(change)
    await atConfirmation()
    expect(shop.asked).not.toContain('cancel')
  })

  test('ORDER-05 an order that was not paid in time says so above the form, and ordering again makes a new one', async () => {
    waitForPayment({ ...pending, status: 'expired', payment: null, expires_at: '' })
    open()
    expect(await screen.findByText(/was not paid in time, so it did not go through/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Place order' })).toBeVisible()
    expect(currentLines()).toHaveLength(1)
  })

  test('ORDER-12 money that came too late and goes back is no purchase: the cart stays', async () => {
    waitForPayment({ ...pending, ...paid, status: 'expired', payment: null, expires_at: '' })
    open()
    await atConfirmation()
    expect(currentLines()).toHaveLength(1)
    expect(named('purchase')).toEqual([])
  })

  test('ORDER-05 the key of an order that was called off is not used for another', async () => {
    let answers = 0
    server.use(
      http.post('*/api/store/orders', ({ request }) => {
        answers += 1
        shop.placed.push({ key: request.headers.get('Idempotency-Key'), body: {} as PlaceRequestInput })
        const order = answers === 1 ? { ...pending, status: 'expired' as const } : pending
        return HttpResponse.json(placedAs(order, answers === 1 ? null : session), { status: 201 })
      }),
    )
    await orderOnline()
    await sheet()
    expect(new Set(shop.placed.map(({ key }) => key)).size).toBe(2)
  })

  test('ORDER-05 another cart is another order: the form stands, and the earlier order is one press away', async () => {
    waitForPayment()
    addCartLine({
      productId: 'soap',
      product: { id: 'soap', name: 'Soap', price: 180.25, images: [] },
      quantity: 1,
      color: '',
    })
    open()
    expect(await screen.findByText(/Order SJ-7K2M9QXD of ₹360\.50 is still waiting/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to this order' })).toHaveAttribute('href', '/order-confirmation/order1')
    expect(screen.getByRole('button', { name: 'Place order' })).toBeVisible()
  })

  test('ORDER-06 an order this browser may not see any more is let go', async () => {
    savePendingOrder('order1', '')
    open()
    expect(await button('Place order')).toBeVisible()
    expect(readPendingOrder()).toBeNull()
  })
})
