import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ActDialog } from '../../src/desk/orders/act-dialog'
import { AddressDialog } from '../../src/desk/orders/address-dialog'
import { Pieces } from '../../src/desk/orders/pieces'
import type { DeskOrder } from '../../src/domain/desk/orders'
import { showDesk } from './desk-screen'

test('DORD-07 PAY-05 an order of which only late online money came still says what to collect, and not that it is paid', () => {
  const state = { status: 'confirmed', payment_status: 'unpaid', fulfilment_status: 'shipped', payment_method: 'cod' }
  const sums = { items_total: 18_000, discount_total: 0, shipping_total: 0, cash_fee: 0, round_off: 0 }
  const money = { grand_total: 18_000, paid_total: 18_000, refunded_total: 18_000 }
  const order = { ...sums, ...money, state, items: [], payments: [], refunds: [], note: '' } as unknown as DeskOrder
  showDesk(<Pieces order={order} />, () => undefined)
  expect(screen.getByText('To collect').parentElement).toHaveTextContent('₹180.00')
  expect(screen.getByText('Cash on delivery')).toBeInTheDocument()
})

test('DORD-07 PAY-05 noting its cash says the whole sum, whatever came online and went back', () => {
  const money = { grand_total: 18_000, paid_total: 18_000, refunded_total: 18_000 }
  const order = { id: 'o', number: 'SJ-1', contact: { name: 'Asha' }, tracking: {}, ...money } as unknown as DeskOrder
  showDesk(<ActDialog act="paid" order={order} onClose={() => undefined} />, () => undefined)
  expect(screen.getByRole('button', { name: '₹180.00 is here' })).toBeInTheDocument()
})

test('DORD-18 a tracking number that was typed for a parcel stays until it may go', async () => {
  const ask = vi.fn(() => false)
  vi.stubGlobal('confirm', ask)
  onTestFinished(() => void vi.unstubAllGlobals())
  const tracking = { courier: '', tracking_number: '', tracking_url: '' }
  const order = { id: 'o', number: 'SJ-1', contact: { name: 'Asha' }, tracking } as unknown as DeskOrder
  const onClose = vi.fn()
  const user = showDesk(<ActDialog act="shipped" order={order} onClose={onClose} />, () => undefined)
  await user.type(screen.getByRole('textbox', { name: 'Tracking number' }), '362144081110')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(ask).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test('DORD-18 Back asks before it drops an address that was typed', async () => {
  const ask = vi.fn(() => false)
  vi.stubGlobal('confirm', ask)
  onTestFinished(() => void vi.unstubAllGlobals())
  const address = { line1: '', line2: '', landmark: '', city: '', state: '', pincode: '' }
  const order = { id: 'o', contact: { name: 'Asha', phone: '' }, address, bills: [] } as unknown as DeskOrder
  const onClose = vi.fn()
  const user = showDesk(<AddressDialog order={order} onClose={onClose} />, () => undefined)
  await user.type(screen.getByRole('textbox', { name: /name/i }), ' Rao')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(ask).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})
