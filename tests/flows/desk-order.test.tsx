import { fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ActDialog } from '../../src/desk/orders/act-dialog'
import { AddressDialog } from '../../src/desk/orders/address-dialog'
import { Pieces } from '../../src/desk/orders/pieces'
import { RefundDialog } from '../../src/desk/orders/refund-dialog'
import type { DeskOrder } from '../../src/domain/desk/orders'
import { refusal, showDesk } from './desk-screen'

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

/** A dialog over an order that `change` makes another meanwhile; what the dialog sends is refused and told. */
function meanwhile(part: (order: DeskOrder) => ReactNode, begun: object, change: object) {
  const sent: object[] = []
  function Over() {
    const [order, setOrder] = useState({ updated: 'before', ...begun } as unknown as DeskOrder)
    return (
      <>
        <button type="button" onClick={() => setOrder({ ...order, updated: 'after', ...change })}>
          Somebody else
        </button>
        <button type="button" onClick={() => setOrder({ ...order, updated: 'later' })}>
          Somebody else again
        </button>
        {part(order)}
      </>
    )
  }
  const user = showDesk(<Over />, (_, { body }) => {
    if (!body) return { known: true, amount: 5000, lines: null, kept: 0, by: 'hand', parcel: '', credit_note: null }
    sent.push(body)
    throw refusal(409, { message: 'Somebody was here.', data: { code: 'changed_meanwhile' } })
  })
  return { user, sent, other: (again = '') => user.click(screen.getByText(`Somebody else${again}`)) }
}

test('DORD-05 an address that is corrected by two at once: the second is told, and takes nothing back', async () => {
  const address = { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Pune', state: 'MH', pincode: '411001' }
  const begun = { id: 'o', contact: { name: 'Asha', phone: '' }, address, bills: [] }
  const { user, sent, other } = meanwhile((order) => <AddressDialog order={order} onClose={() => undefined} />, begun, {
    address: { ...address, line1: '15, 3rd Cross' },
  })
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Rao')
  await other()
  const save = screen.getByRole('button', { name: 'Save the address' })
  await user.click(save)
  expect(await screen.findByText('Somebody was here.')).toBeInTheDocument()
  await other(' again')
  await user.click(save)
  const typed = { name: 'Asha Rao', line1: '15, 3rd Cross' }
  expect(sent).toMatchObject([
    { ...typed, updated: 'before' },
    { ...typed, updated: 'after' },
  ])
})

test('DORD-05 DORD-11 money that somebody else gives back meanwhile is not given back again unasked', async () => {
  const money = { shipping_total: 0, round_off: 0, refunds: [], refundable: 18_000, refund_by: 'hand' }
  const { user, sent, other } = meanwhile(
    (order) => <RefundDialog order={order} onClose={() => undefined} />,
    { id: 'o', contact: { name: 'Asha' }, items: [], ...money },
    { refundable: 13_000 },
  )
  await user.type(screen.getByRole('textbox', { name: 'Rupees' }), '50')
  await other()
  await user.click(await screen.findByRole('button', { name: 'Note as given back ₹50.00' }))
  expect(await screen.findByText('Somebody was here.')).toBeInTheDocument()
  expect(sent).toMatchObject([{ rupees: '50', updated: 'before' }])
})

test('DORD-06 DORD-18 an address is saved by Enter, and what is wrong with it is announced beside its field', async () => {
  const address = { line1: '', line2: '', landmark: '', city: '', state: '', pincode: '' }
  const order = { id: 'o', contact: { name: 'Asha', phone: '' }, address, bills: [] } as unknown as DeskOrder
  const user = showDesk(<AddressDialog order={order} onClose={() => undefined} />, () => {
    throw refusal(400, { data: { city: { code: 'validation', message: 'Write the city.' } } })
  })
  const name = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.keyDown(name, { key: 'Enter', isComposing: true })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(name, ' Rao{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Write the city.')
  expect(screen.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('Write the city.')
})

test('DESK-13 an act that is refused once its dialog is closed is told in a notice', async () => {
  const money = { shipping_total: 0, round_off: 0, refunds: [], refundable: 18_000, refund_by: 'hand' }
  const order = { id: 'o', contact: { name: 'Asha' }, items: [], ...money } as unknown as DeskOrder
  const plan = { known: true, amount: 5000, lines: null, kept: 0, by: 'hand', parcel: '', credit_note: null }
  vi.stubGlobal('confirm', () => true)
  onTestFinished(() => void vi.unstubAllGlobals())
  let refuse = (_: Error) => {}
  const sent = new Promise<never>((_, reject) => {
    refuse = reject
  })
  function Over() {
    const [open, setOpen] = useState(true)
    return open && <RefundDialog order={order} onClose={() => setOpen(false)} />
  }
  const user = showDesk(<Over />, (_, { body }) => (body ? sent : plan))
  await user.type(screen.getByRole('textbox', { name: 'Rupees' }), '50')
  await user.click(await screen.findByRole('button', { name: 'Note as given back ₹50.00' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  refuse(refusal(409, { message: 'Only ₹20.00 are left to give back.' }))
  expect(await screen.findByText('Only ₹20.00 are left to give back.')).toBeVisible()
})
