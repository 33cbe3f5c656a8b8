import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { RuleForm } from '../../src/desk/delivery/rule-form'
import { ShopDaysForm } from '../../src/desk/delivery/shop-days-form'
import { useKept } from '../../src/desk/kept'
import { MessageCard } from '../../src/desk/messages/message-card'
import { ReviewCard } from '../../src/desk/messages/review-card'
import { ActDialog } from '../../src/desk/orders/act-dialog'
import { AddressDialog } from '../../src/desk/orders/address-dialog'
import { Happened } from '../../src/desk/orders/happened'
import { RefundDialog } from '../../src/desk/orders/refund-dialog'
import { BookSheet } from '../../src/desk/packing/book-sheet'
import type { Moves } from '../../src/desk/packing/use-moves'
import { ProductSheet } from '../../src/desk/products/sheet'
import { SellerForm } from '../../src/desk/setup/seller-form'
import { ChangeDialog } from '../../src/desk/staff/change-dialog'
import { InviteDialog } from '../../src/desk/staff/invite-dialog'
import { StockTake } from '../../src/desk/stock-take/stock-take'
import type { DeskRule } from '../../src/domain/desk/delivery'
import type { DeskMessage, DeskReview } from '../../src/domain/desk/messages'
import type { DeskOrder } from '../../src/domain/desk/orders'
import type { Parcel } from '../../src/domain/desk/parcels'
import type { SetupAnswer } from '../../src/domain/desk/setup'
import type { StaffMember } from '../../src/domain/desk/staff'
import { showDesk } from './desk-screen'

const ADDRESS = { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Pune', state: 'MH', pincode: '411001' }
const ORDER = {
  ...{ id: 'o', number: 'SJ-1', updated: 'now', contact: { name: 'Asha', phone: '' }, address: ADDRESS, bills: [] },
  ...{ tracking: { courier: '', tracking_number: '', tracking_url: '' }, events: [], mails: [] },
  ...{ items: [], refunds: [], shipping_total: 0, round_off: 0, refundable: 18_000, refund_by: 'hand' },
} as unknown as DeskOrder
const RULE: DeskRule = {
  ...{ id: 'rule', prefix: '560', deliver: true, cash: true, fee: 40, cash_fee: 0, days_min: 1, days_max: 2 },
  updated: '2026-11-01',
}
const DAYS = { handling_days: 1, days_off: [], holidays: '', cutoff_hour: 0, returns_days: 7 }
const SELLER = { seller_legal_name: 'Sabun', seller_phone: '' } as SetupAnswer['seller']
const REVIEW = {
  ...{ id: 'r', rating: 4, title: 'Lasts', images: [], state: 'published', reply: '', replied_at: '' },
  ...{ created: '2026-11-01', updated: '2026-11-01' },
} as unknown as DeskReview

const PACKER: StaffMember = {
  ...{ id: 'asha', name: 'Asha', email: 'asha@example.in', role: 'packer', disabled: false },
  ...{ last_seen: '', me: false, created: '2026-11-01' },
}
const PLAN = { amount: 500, lines: null, kept: 0, by: 'hand', parcel: '', credit_note: null }

type Drawn = (close: () => void) => ReactNode
const FORMS: [name: string, form: Drawn, field: string, save: string, opened: '' | 'Hide'][] = [
  ['a delivery rule', (close) => <RuleForm rule={RULE} onClose={close} />, 'Delivery, ₹', 'Save', ''],
  ['when parcels leave', () => <ShopDaysForm shop={DAYS} />, 'Holidays', 'Save', ''],
  ['who sells', () => <SellerForm seller={SELLER} />, 'Legal name of the seller', 'Save', ''],
  ['an address', (close) => <AddressDialog order={ORDER} onClose={close} />, 'Name', 'Save the address', ''],
  [
    'a parcel',
    (close) => <ActDialog act="shipped" order={ORDER} onClose={close} />,
    'Tracking number',
    'Ship, email the shopper',
    '',
  ],
  ['a note', () => <Happened order={ORDER} />, 'A note for yourselves', 'Add', ''],
  ['why a review is hidden', () => <ReviewCard review={REVIEW} />, 'Why', 'Hide the review', 'Hide'],
  [
    'money that goes back',
    (close) => <RefundDialog order={ORDER} onClose={close} />,
    'Rupees',
    'Note as given back ₹5.00',
    '',
  ],
  ['who helps', (close) => <ChangeDialog person={PACKER} onClose={close} />, 'Name', 'Save', ''],
  ['an invitation', (close) => <InviteDialog onClose={close} />, 'Name', 'Send the invitation', ''],
]

/** Goes from the screen when it closes. */
function Closing({ form }: { form: Drawn }) {
  const [open, setOpen] = useState(true)
  return open && form(() => setOpen(false))
}

test.each(FORMS)(
  'DESK-10 what was typed of %s is there after a reload, until it is saved',
  async (_, form, label, save, opened) => {
    const load = async () => {
      cleanup()
      const user = showDesk(<Closing form={form} />, () => PLAN)
      if (opened) await user.click(screen.getByRole('button', { name: opened }))
      return { user, field: screen.getByRole<HTMLInputElement>('textbox', { name: label }) }
    }
    const { user, field } = await load()
    const before = field.value
    await user.type(field, '5')
    const again = await load()
    expect(again.field).toHaveValue(`${before}5`)
    await again.user.click(await screen.findByRole('button', { name: save }))
    await waitFor(() => expect({ ...sessionStorage }).toEqual({}))
    expect((await load()).field).toHaveValue(before)
  },
)

test('DESK-10 DORD-05 what was typed of an address is not taken up again over what somebody else has changed', async () => {
  const draw = (order: DeskOrder) => {
    cleanup()
    return showDesk(<AddressDialog order={order} onClose={() => undefined} />, () => ({}))
  }
  const name = () => screen.getByRole('textbox', { name: 'Name' })
  await draw(ORDER).type(name(), ' Rao')
  draw({ ...ORDER, updated: 'later' })
  expect(name()).toHaveValue('Asha')
})

test('DESK-10 what is typed while a form is saved stays, and is dropped by Begin again', async () => {
  let answer: (answer: object) => void = () => undefined
  const user = showDesk(<SellerForm seller={SELLER} />, () => new Promise((resolve) => (answer = resolve)))
  const field = (name: string) => screen.getByRole('textbox', { name })
  await user.type(field('Legal name of the seller'), ' and Jhola')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(field('Phone for customers'), '98450')
  await act(async () => answer({}))
  await waitFor(() => expect(field('Legal name of the seller')).toHaveValue('Sabun'))
  expect(field('Phone for customers')).toHaveValue('98450')
  await user.click(screen.getByRole('button', { name: 'Begin again' }))
  expect(field('Phone for customers')).toHaveValue('')
  expect(screen.queryByRole('button', { name: 'Begin again' })).toBeNull()
})

const NO_ROWS = { rows: [], all: 0, low: 0, categories: [], page: 1, pages: 1, total: 0 }
const MESSAGE = { id: 'l', name: 'Asha', email: '', message: '', answer: '', answered_at: '', created: '2026-11-01' }
const PRICED = { row: { id: 'soap', name: 'Soap', price: 100 }, cells: { price: { value: 120 } } }
const COUNTED = { text: '4', at: 1, begun: 1, book: 5 }

/** Screens that were left, and opened again, before the answer to their save came. */
const LEFT: [name: string, draw: () => ReactNode, kept: { [key: string]: unknown }, presses: string[]][] = [
  ['the sheet', () => <ProductSheet />, { 'desk-sheet': { soap: PRICED } }, ['Look at the difference', 'Save 1 price']],
  [
    'the stock-take',
    () => <StockTake />,
    { 'desk-stock-take': { count: { soap: COUNTED } } },
    ['Write 1 to the ledger'],
  ],
  [
    'an answer',
    () => <MessageCard message={MESSAGE as unknown as DeskMessage} templates={[]} />,
    { 'desk-draft answer l': 'Yes.' },
    ['Email the answer'],
  ],
]

test.each(LEFT)('DESK-10 %s that was left while it is saved is not there again', async (_, draw, kept, presses) => {
  for (const again of [false, true]) {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value))
    let answer: ((answer: object) => void) | undefined
    const send = (__: string, { body }: { body?: object }) =>
      body ? new Promise((resolve) => (answer = resolve)) : { ...NO_ROWS }
    const user = showDesk(draw(), send)
    for (const name of presses) await user.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(answer).toBeDefined())
    cleanup()
    if (again) showDesk(draw(), send)
    await act(async () => answer?.({ movements: ['one'], saved: 1 }))
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key in kept)).toEqual([]))
    expect(screen.queryByDisplayValue('Yes.') ?? screen.queryByText(/not saved$|^1 counted/)).toBeNull()
    cleanup()
  }
})

test('DESK-10 the weight of a parcel to book is there after a reload, until it is booked or left', async () => {
  const parcel = { id: 'o', name: 'Asha', city: 'Pune', number: 'SJ-1', weight: 130, to_collect: 0 } as Parcel
  const moves = { move: async () => true, busy: '', problem: '' } as unknown as Moves
  const box = { length: 20, breadth: 15, height: 5 }
  const load = () => {
    cleanup()
    const sheet: Drawn = (close) => <BookSheet parcels={[parcel]} box={box} moves={moves} onClose={close} />
    const user = showDesk(<Closing form={sheet} />, () => ({ rates: [], why: '' }))
    return { user, field: screen.getByRole('textbox', { name: 'Weight, g' }) }
  }
  const { user, field } = load()
  await user.type(field, '5')
  await user.tab()
  const again = load()
  expect(again.field).toHaveValue('1305')
  await again.user.click(screen.getByRole('button', { name: 'Book 1' }))
  await waitFor(() => expect({ ...sessionStorage }).toEqual({}))
  expect(load().field).toHaveValue('130')
})

test('DESK-10 COUNT-02 what another tab types and saves is typed and saved here too, and is written once', async () => {
  const KEY = 'desk-stock-take'
  const kept = () => localStorage.getItem(KEY)
  /** As another tab keeps or forgets it. */
  const elsewhere = (newValue: string | null) =>
    act(() => {
      if (newValue) localStorage.setItem(KEY, newValue)
      else localStorage.removeItem(KEY)
      window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }))
    })
  const row = (id: string, name: string, book: number) => ({ id, name, image: '', book, category: 'soap' })
  let book = 5
  const rows = () => [row('soap', 'Soap', book), row('bag', 'Bag', book)]
  const user = showDesk(<StockTake />, () => ({ ...NO_ROWS, rows: rows(), all: 2, total: 2, pages: 1 }))
  await screen.findByText('Soap')
  elsewhere(JSON.stringify({ count: { soap: COUNTED } }))
  await user.type(await screen.findByRole('textbox', { name: /Bag/ }), '7')
  expect(Object.keys(JSON.parse(kept() ?? '').count)).toEqual(['soap', 'bag'])
  book = 4
  elsewhere(null)
  expect(screen.queryByRole('button', { name: /to the ledger/ })).toBeNull()
  expect(await screen.findAllByText('Book 4')).toHaveLength(2)
  expect(kept()).toBeNull()
})

test('DESK-10 a form in which nothing was typed shows what others have saved; what was typed stays', async () => {
  const Kept = () => {
    const [stored, setStored] = useState('old')
    const [text, setText] = useKept<string>('desk-draft reply r', stored)
    return (
      <>
        <input aria-label="Reply" value={text} onChange={(event) => setText(event.target.value)} />
        <button type="button" onClick={() => setStored(`${stored}er`)}>
          Others save
        </button>
      </>
    )
  }
  const user = showDesk(<Kept />, () => ({}))
  const field = screen.getByRole('textbox', { name: 'Reply' })
  await user.click(screen.getByRole('button', { name: 'Others save' }))
  expect(field).toHaveValue('older')
  expect(localStorage.getItem('desk-draft reply r')).toBeNull()
  await user.type(field, ' and mine')
  await user.click(screen.getByRole('button', { name: 'Others save' }))
  expect(field).toHaveValue('older and mine')
})

test('DESK-10 what is typed on here and taken back stands as another tab typed it, after a reload too', async () => {
  const KEY = 'desk-draft reply r'
  const Kept = () => {
    const [text, setText] = useKept<string>(KEY, '')
    return <input aria-label="Reply" value={text} onChange={(event) => setText(event.target.value)} />
  }
  const user = showDesk(<Kept />, () => ({}))
  const newValue = JSON.stringify('Yes')
  localStorage.setItem(KEY, newValue)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue })))
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), '!{Backspace}')
  expect(localStorage.getItem(KEY)).toBe(newValue)
})
