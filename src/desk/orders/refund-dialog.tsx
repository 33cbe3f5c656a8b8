import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskOrder, RefundPlan } from '@/domain/desk/orders'
import { formatPaise, type Paise, toRupees } from '@/domain/money'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { CONTROL, SelectField, TextField } from '../parts/field'
import { Note } from '../parts/note'
import { Tick } from '../parts/switch'
import { useAsk } from '../session'
import { sentenceOf, stopping, useDeed } from './deeds'
import { useSettled } from './settled'

const REASONS = [
  'Arrived damaged',
  'Missing from the parcel',
  'Sold out',
  'Not as expected',
  'Came too late',
  'Sent back',
  'A kindness',
]

type Item = DeskOrder['items'][number]
const keyOf = ({ product, color }: Item) => `${product}:${color}`
const typedRupees = (paise: Paise) => toRupees(paise).toFixed(2)

/** What is typed of a refund, and what it would do. */
function useTypedRefund(order: DeskOrder) {
  const ask = useAsk()
  const [pieces, setPieces] = useState<ReadonlyMap<string, number>>(new Map())
  const [rupees, setRupees] = useState('')
  const settled = useSettled(rupees.trim())
  const { data, error } = useQuery({
    queryKey: ['refund', order.id, order.updated, settled],
    queryFn: () => ask<RefundPlan>(`orders/${order.id}/refund`, { query: { rupees: settled } }),
    enabled: settled !== '',
    retry: false,
  })
  const items = order.items.filter(({ is_gift }) => !is_gift)
  const choose = (item: Item, quantity: number) => {
    const next = new Map(pieces)
    if (quantity > 0) next.set(keyOf(item), quantity)
    else next.delete(keyOf(item))
    setPieces(next)
    const sum = items.reduce((total, one) => total + one.unit_price * (next.get(keyOf(one)) ?? 0), 0)
    setRupees(sum > 0 ? typedRupees(Math.min(sum, order.refundable)) : '')
  }
  const stands = settled !== '' && settled === rupees.trim()
  return {
    ...{ items, choose, rupees, setRupees, plan: stands ? data : undefined },
    problem: stands && error ? sentenceOf(error) : undefined,
    chosen: (item: Item) => pieces.get(keyOf(item)) ?? 0,
    /** Counted pieces that could go back into stock. */
    back: items
      .filter((item) => item.on_hand !== null && pieces.has(keyOf(item)))
      .map((item) => ({ product: item.product, quantity: pieces.get(keyOf(item)) ?? 0 })),
  }
}

/** Sends it; the notice that says so can stop it. */
function useGiving(order: DeskOrder, onGiven: () => void) {
  const deed = useDeed(order.id)
  const give = (amount: string, body: object) => {
    const about = { what: 'refund', body: { ...body, updated: order.updated } }
    const undo = (after: DeskOrder) => stopping(after.refunds.at(-1) ?? { id: '', amount: 0 })
    const done = order.refund_by === 'hand' ? 'Noted as given back.' : `${amount} goes back in 10 minutes.`
    deed.mutate({ ...about, done, ...(order.refund_by === 'provider' && { undo }) }, { onSuccess: onGiven })
  }
  return { give, busy: deed.isPending, refused: deed.error }
}

/** Gives money back: for pieces, or so many rupees. What it does is shown before it is done. */
export function RefundDialog({ order, onClose }: { order: DeskOrder; onClose: () => void }) {
  const { give, busy, refused } = useGiving(order, onClose)
  const { items, chosen, choose, rupees, setRupees, plan, problem, back } = useTypedRefund(order)
  const [note, setNote] = useState(REASONS[0] ?? '')
  const [restock, setRestock] = useState(false)
  const byHand = order.refund_by === 'hand'
  const amount = plan ? formatPaise(plan.amount) : ''
  return (
    <Dialog
      title={`Give money back to ${order.contact.name}`}
      sub={order.number}
      onClose={onClose}
      mayClose={() => rupees === '' || confirm('Leave without giving money back?')}
      footer={
        <>
          <Button
            look="primary"
            busy={busy}
            aria-disabled={!plan || undefined}
            onClick={() => give(amount, { rupees, note, pieces: restock ? back : [] })}
          >
            {`${byHand ? 'Note as given back' : 'Refund'} ${amount}`}
          </Button>
          <Button onClick={onClose}>Back</Button>
          <span className="meta flex-[1_1_160px]">{byHand ? BY_HAND : WAITS}</span>
        </>
      }
    >
      <div className="grid gap-4">
        {refused && <Note kind="bad">{sentenceOf(refused)}</Note>}
        <fieldset>
          <legend className="mb-1 text-ink-2">What for</legend>
          {items.map((item) => (
            <Chosen key={keyOf(item)} item={item} chosen={chosen(item)} onChoose={choose} />
          ))}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Rupees"
            inputMode="decimal"
            autoComplete="off"
            value={rupees}
            hint={`${formatPaise(order.refundable)} at most`}
            problem={problem}
            onChange={(event) => setRupees(event.target.value)}
          />
          <SelectField label="Why" value={note} onChange={(event) => setNote(event.target.value)}>
            {REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </SelectField>
        </div>
        {back.length > 0 && <Restock back={back} checked={restock} onChange={setRestock} />}
        <Plan plan={plan} order={order} />
      </div>
    </Dialog>
  )
}

const BY_HAND = 'You hand it over yourself; this only notes it.'
const WAITS = 'Waits 10 minutes. Until then one click stops it.'

interface RestockProps {
  back: readonly { quantity: number }[]
  checked: boolean
  onChange: (checked: boolean) => void
}

function Restock({ back, checked, onChange }: RestockProps) {
  const count = back.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the tick is its control
    <label className="flex min-h-11 items-center gap-3">
      <Tick checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {`Put ${count === 1 ? '1 piece' : `${count} pieces`} back into stock`}
    </label>
  )
}

interface ChosenProps {
  item: Item
  chosen: number
  onChoose: (item: Item, quantity: number) => void
}

function Chosen({ item, chosen, onChoose }: ChosenProps) {
  const name = `${item.name}${item.color ? `, ${item.color_name}` : ''}`
  return (
    <div className="flex min-h-12 items-center gap-3 border-b">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the tick is its control */}
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <Tick checked={chosen > 0} onChange={(event) => onChoose(item, event.target.checked ? 1 : 0)} />
        <span className="min-w-0 break-words">{name}</span>
      </label>
      {chosen > 0 && item.quantity > 1 && (
        <select
          aria-label={`How many of ${name}`}
          value={chosen}
          onChange={(event) => onChoose(item, Number(event.target.value))}
          className={`${CONTROL} w-auto!`}
        >
          {Array.from({ length: item.quantity }, (_, at) => at + 1).map((pieces) => (
            <option key={pieces} value={pieces}>
              {pieces} of {item.quantity}
            </option>
          ))}
        </select>
      )}
      <span className="whitespace-nowrap">{formatPaise(item.unit_price * Math.max(1, chosen))}</span>
    </div>
  )
}

function Plan({ plan, order }: { plan: RefundPlan | undefined; order: DeskOrder }) {
  if (!plan) return null
  const note = plan.credit_note
  const lines = [
    [plan.by === 'hand' ? 'You hand over' : `Goes back to ${order.contact.name}`, formatPaise(plan.amount)],
    ['You keep of this order', formatPaise(plan.kept)],
    [
      'Credit note',
      note ? `${formatPaise(note.taxable)} + ${formatPaise(note.tax)} ${note.tax_name}` : 'None: no tax was billed',
    ],
  ]
  return (
    <dl aria-live="polite" className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-t pt-3">
      {lines.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="break-words text-ink-2">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
