import ArrowLeft from '@lucide/icons/icons/arrow-left'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorCode, errorData, fieldErrors } from '@/api/errors'
import { readPincode } from '@/domain/account/read-pincode'
import type { EnterRequest } from '@/domain/desk/order-request'
import type { DeskOrder } from '@/domain/desk/orders'
import { formatPaise } from '@/domain/money'
import { giftsOf, promisesOf, type Quote } from '@/domain/orders/quote'
import { reductions } from '@/domain/orders/reductions'
import { Icon } from '@/ui/icon'
import { useKept } from '../kept'
import { Button } from '../parts/button'
import { TextArea, TextField } from '../parts/field'
import { Head, SectionHead } from '../parts/head'
import { Note } from '../parts/note'
import { Segmented } from '../parts/segmented'
import { useToast } from '../parts/toast'
import { useAsk, useHost } from '../session'
import { AddressFields, type AddressTyped } from './address-fields'
import { sentenceOf } from './deeds'
import { EntryLines, type Line } from './entry-lines'
import { useSettled } from './settled'

interface Draft {
  source: 'phone' | 'chat'
  paid: boolean
  lines: readonly Line[]
  person: AddressTyped
  email: string
  note: string
  /** What was sent last and under which key: the same again is the same order. */
  sent: { what: string; key: string }
}

const EMPTY: Draft = {
  source: 'phone',
  paid: false,
  lines: [],
  person: { name: '', phone: '', line1: '', line2: '', landmark: '', city: '', state: '', pincode: '' },
  email: '',
  note: '',
  sent: { what: '', key: '' },
}

const itemsOf = (lines: readonly Line[]) =>
  lines.map(({ product, quantity, color }) => ({ product: product.id, quantity, color }))

/** What is asked about, as a key. */
const questionOf = (items: readonly object[], pincode?: string) =>
  JSON.stringify({ items, pincode: readPincode(pincode) ?? '' })

/** What the shop would charge for these lines there now; asked a moment after the last change. */
function useQuote({ lines, person }: Draft) {
  const { store } = useHost()
  const question = useSettled(questionOf(itemsOf(lines), person.pincode))
  return useQuery({
    queryKey: ['quote', question],
    queryFn: () =>
      store.send<Quote>('/api/store/quote', { method: 'POST', body: JSON.parse(question), requestKey: null }),
    enabled: lines.length > 0,
    retry: false,
  })
}

/** What the order comes to as it is to be paid; undefined while that is not known. */
function totalOf(quote: Quote | undefined, paid: boolean): number | undefined {
  if (paid) return quote?.grand_total
  return quote?.payment_methods.find(({ method }) => method === 'cod')?.total
}

/** Places what is typed, and leads to the order. */
function usePlacing(draft: Draft, keep: (sent: Draft['sent']) => void, done: () => void) {
  const ask = useAsk()
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const place = useMutation({
    mutationFn: (body: EnterRequest) => ask<DeskOrder>('orders', { body }),
    onSuccess: (order) => {
      client.setQueryData(['order', order.id], order)
      client.invalidateQueries({ queryKey: ['orders'] })
      toast({ text: `Order ${order.number} is placed.` })
      done()
    },
    onError: (error, { items, address }) => {
      const { quote } = errorData(error)
      // It knows who orders: asked again without that, it would promise the same offer again.
      if (quote) client.setQueryData(['quote', questionOf(items, address.pincode)], quote)
      else void client.invalidateQueries({ queryKey: ['quote'] })
    },
  })
  const send = (quote: Quote, expected_total: number) => {
    const { name, phone, ...address } = draft.person
    const order = {
      ...{ source: draft.source, paid: draft.paid, note: draft.note, address, items: itemsOf(draft.lines) },
      ...{ contact: { name, phone, email: draft.email }, expected_total, ...promisesOf(quote) },
    }
    const what = JSON.stringify(order)
    const key = draft.sent.what === what ? draft.sent.key : crypto.randomUUID()
    keep({ what, key })
    // Not for whoever has gone elsewhere meanwhile.
    const onSuccess = ({ id }: DeskOrder) => navigate(`/shop-orders/${id}`, { replace: true })
    place.mutate({ ...order, key }, { onSuccess })
  }
  return { send, busy: place.isPending, error: place.error }
}

/** An order of somebody who called or wrote, by the checkout's rules. What is typed outlives failures and reloads. */
export function Entry() {
  const [draft, setDraft] = useKept('desk-entry', EMPTY, 'tab')
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  const asked = useQuote(draft)
  const quote = draft.lines.length > 0 ? asked.data : undefined
  const total = totalOf(quote, draft.paid)
  const { send, busy, error } = usePlacing(
    draft,
    (sent) => change({ sent }),
    () => setDraft(EMPTY),
  )
  return (
    <>
      <a className="link inline-flex min-h-11 items-center gap-1.5 text-ink-2 md:min-h-8" href="#/shop-orders">
        <Icon of={ArrowLeft} size={16} />
        Orders
      </a>
      <Head title="Enter an order" sub="The same prices, stock and rules as in the shop. It is confirmed at once." />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(280px,1fr)]">
        <div className="grid min-w-0 content-start gap-8">
          <section>
            <SectionHead title="How it came" />
            <Segmented
              label="How it came"
              value={draft.source}
              options={SOURCES}
              onChange={(source) => change({ source })}
            />
          </section>
          <EntryLines lines={draft.lines} quote={quote} onChange={(lines) => change({ lines })} />
          <Person draft={draft} error={error} onChange={change} />
        </div>
        <Summary
          {...{ draft, change, total, quote, busy, error: error ?? asked.error }}
          waits={asked.isFetching}
          onSend={() => quote && total !== undefined && send(quote, total)}
        />
      </div>
    </>
  )
}

const SOURCES = [
  ['phone', 'By phone'],
  ['chat', 'By chat'],
] as const
const PAYMENTS = [
  ['cod', 'Cash on delivery'],
  ['paid', 'Paid already'],
] as const

interface PersonProps {
  draft: Draft
  error: unknown
  onChange: (change: Partial<Draft>) => void
}

function Person({ draft, error, onChange }: PersonProps) {
  const found = fieldErrors(error)
  const problems = Object.fromEntries(Object.entries(found).map(([field, text]) => [field.split('.').at(-1), text]))
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const first = error ? section.current?.querySelector<HTMLElement>('[aria-invalid]') : undefined
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [error])
  return (
    <section ref={section} className="grid gap-4">
      <SectionHead title="Who and where" />
      <AddressFields
        typed={draft.person}
        problems={problems}
        onChange={(person) => onChange({ person: { ...draft.person, ...person } })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint="Bill and parcel number go there. Your own, if the shopper has none."
        value={draft.email}
        problem={problems.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <TextArea
        label="Note"
        hint="Wishes of the shopper, such as words for a gift. It stands on the order."
        rows={3}
        value={draft.note}
        problem={problems.note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </section>
  )
}

interface SummaryProps {
  draft: Draft
  change: (more: Partial<Draft>) => void
  quote: Quote | undefined
  total: number | undefined
  busy: boolean
  waits: boolean
  error: unknown
  onSend: () => void
}

function Summary({ draft, change, quote, total, busy, waits, error, onSend }: SummaryProps) {
  const problems = quote ? problemsOf(quote, draft.paid) : []
  const blocked = !quote || total === undefined || waits || problems.length > 0
  return (
    <aside aria-label="What it comes to" className="grid content-start gap-5 lg:sticky lg:top-6">
      <section>
        <SectionHead title="Payment" />
        <Segmented
          label="Payment"
          value={draft.paid ? 'paid' : 'cod'}
          options={PAYMENTS}
          onChange={(how) => change({ paid: how === 'paid' })}
        />
        {draft.paid && <p className="meta mt-1">You have the money, by UPI, bank or in the hand.</p>}
      </section>
      {quote && <Totals quote={quote} paid={draft.paid} total={total ?? 0} />}
      {quote?.offer?.active && <p className="text-ink-2">{`${quote.offer.title}: ${quote.offer.sentence}`}</p>}
      {problems.map((problem) => (
        <Note key={problem} kind="warn">
          {problem}
        </Note>
      ))}
      {Boolean(error) && <Note kind="bad">{problemOf(error)}</Note>}
      <Button look="primary" busy={busy} aria-disabled={blocked || undefined} onClick={onSend}>
        {blocked ? 'Place the order' : `Place the order, ${formatPaise(total)}`}
      </Button>
      {draft.lines.length === 0 && <p className="meta">Add what was ordered first.</p>}
    </aside>
  )
}

/** What stands in the way of the whole order; what is wrong with a line stands beside the line. */
function problemsOf({ problems, payment_methods }: Quote, paid: boolean): string[] {
  const cash = payment_methods.find(({ method }) => method === 'cod')
  return [...problems.map(({ message }) => message), ...(!paid && cash?.reason ? [cash.reason] : [])]
}

function Totals({ quote, paid, total }: { quote: Quote; paid: boolean; total: number }) {
  const cash = paid ? undefined : quote.payment_methods.find(({ method }) => method === 'cod')
  const lines = [
    ['Goods', formatPaise(quote.items_total)],
    ...reductions(quote).map(({ name, amount }) => [name, formatPaise(-amount)]),
    ...giftsOf(quote).map(({ name }) => [name, 'Free']),
    ['Delivery', quote.shipping_total === 0 ? 'Free' : formatPaise(quote.shipping_total)],
    ...(cash?.fee ? [['Paying in cash', formatPaise(cash.fee)]] : []),
    ...(cash?.round_off ? [['Rounded for cash', formatPaise(cash.round_off)]] : []),
  ]
  return (
    <dl aria-live="polite">
      {lines.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6 pb-1">
          <dt className="text-ink-2">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-6 border-t pt-1.5 font-medium">
        <dt>Total, taxes included</dt>
        <dd>{formatPaise(total)}</dd>
      </div>
    </dl>
  )
}

function problemOf(error: unknown): string {
  if (errorCode(error) === 'cart_changed') return 'A price has changed just now. Tell the shopper the new total.'
  return Object.keys(fieldErrors(error)).some((field) => /^(contact|address)\./.test(field))
    ? 'Please check the marked fields.'
    : sentenceOf(error)
}
