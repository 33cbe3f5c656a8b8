import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeskOrder, piecesToStock, type RefundPlan } from '@/domain/desk/orders'
import { piecesWords } from '@/domain/desk/refund-words'
import { formatPaise, plainRupees } from '@/domain/money'
import { givenBack, givenOf, isDeliveryGiven, refundPieces, soldLines } from '@/domain/payments/refund-pieces'
import { classNames } from '@/lib/class-names'
import { useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { SelectField, TextField } from '../parts/field'
import { Note } from '../parts/note'
import { TickRow } from '../parts/switch'
import { useSeen } from '../parts/use-seen'
import { useAsk } from '../session'
import { sentenceOf, stopping, useDeed } from './deeds'
import { type Item, keyOf, RefundPieces } from './refund-pieces'
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
const WHY = REASONS.map((reason) => [reason, reason] as const)

const NOTHING = {
  /** How many of each item, by `keyOf`. */
  ticked: {} as { readonly [item: string]: number | undefined },
  delivery: false,
  rupees: '',
  note: REASONS[0] ?? '',
  restock: false,
}

/** What is chosen or typed of a refund, and what it would do: pieces by their own share, or rupees for none. */
function useTypedRefund(order: DeskOrder, onClose: () => void) {
  // Of another order than was seen nothing is taken up again.
  const [key] = useState(`desk-refund ${order.id} ${order.updated}`)
  const [typed, setTyped, close] = useKeptForm(key, NOTHING, onClose)
  const change = (part: Partial<typeof NOTHING>) => setTyped((before) => ({ ...before, ...part }))
  const given = givenBack(order.refunds)
  // Somebody else may give something back meanwhile.
  const delivery = typed.delivery && !isDeliveryGiven(given)
  const pieces = soldLines(order.items).flatMap((item) => {
    const quantity = Math.min(typed.ticked[keyOf(item)] ?? 0, item.quantity - givenOf(item, given).quantity)
    return quantity > 0 ? [{ product: item.product, color: item.color, quantity }] : []
  })
  const byPieces = pieces.length > 0 || delivery
  const worked = byPieces && refundPieces(order, { given, chosen: { pieces, delivery }, left: order.refundable })
  const rupees = worked ? ('amount' in worked ? plainRupees(worked.amount) : '') : typed.rupees
  return {
    ...{ given, delivery, rupees, byPieces, change, close, note: typed.note, restock: typed.restock },
    choose: (item: Item, quantity: number) =>
      change({ ticked: { ...typed.ticked, [keyOf(item)]: quantity }, rupees: '' }),
    chosen: new Map(pieces.map((piece) => [keyOf(piece), piece.quantity])),
    body: byPieces ? { rupees, pieces, delivery } : { rupees },
    chooseDelivery: (on: boolean) => change({ delivery: on, rupees: '' }),
    type: (rupees: string) => change({ ticked: {}, delivery: false, rupees }),
    /** Counted pieces that could go back into stock. */
    back: piecesToStock(pieces, (product) => order.items.find((item) => item.product === product)?.taken),
    ...usePlan(
      order,
      byPieces ? { pieces: JSON.stringify(pieces), delivery: delivery ? 'yes' : '' } : { rupees: typed.rupees.trim() },
    ),
  }
}

/** What the store says of it, once it stands still. */
function usePlan(order: DeskOrder, query: { rupees?: string; pieces?: string; delivery?: string }) {
  const ask = useAsk()
  const asked = JSON.stringify(query)
  const settled = useSettled(asked)
  const { data, error } = useQuery({
    queryKey: ['refund', order.id, order.updated, order.refundable, settled],
    queryFn: () => ask<RefundPlan>(`orders/${order.id}/refund`, { query: JSON.parse(settled) }),
    enabled: settled !== JSON.stringify({ rupees: '' }),
    retry: false,
  })
  const stands = settled === asked
  return { plan: stands ? data : undefined, problem: stands && error ? sentenceOf(error) : undefined }
}

/** Sends it; the notice that says so can stop it. */
function useGiving(order: DeskOrder, onGiven: () => void) {
  const deed = useDeed(order.id)
  const updated = useSeen(order, deed.error)
  const give = (amount: string, body: object) => {
    const about = { what: 'refund', body: { ...body, updated } }
    const undo = (after: DeskOrder) => stopping(after.refunds.at(-1) ?? { id: '', amount: 0 })
    const done = order.refund_by === 'hand' ? 'Noted as given back.' : `${amount} goes back in 10 minutes.`
    deed.mutate({ ...about, done, ...(order.refund_by === 'provider' && { undo }) }, { onSuccess: onGiven })
  }
  return { give, busy: deed.isPending, refused: deed.error }
}

/** Gives money back: for pieces, or so many rupees. What it does is shown before it is done. */
export function RefundDialog({ order, onClose }: { order: DeskOrder; onClose: () => void }) {
  const { plan, problem, back, rupees, note, restock, change, close, ...asked } = useTypedRefund(order, onClose)
  const { give, busy, refused } = useGiving(order, close)
  const byHand = order.refund_by === 'hand'
  const amount = plan ? formatPaise(plan.amount) : ''
  const send = () => give(amount, { ...asked.body, note, restock: restock && back.length > 0 })
  return (
    <Dialog
      title={`Give money back to ${order.contact.name}`}
      sub={order.number}
      onClose={close}
      typed={rupees !== '' || asked.byPieces}
      footer={
        <Button look="primary" busy={busy} aria-disabled={!plan || undefined} onClick={send}>
          {`${byHand ? 'Note as given back' : 'Refund'} ${amount}`}
        </Button>
      }
      leave="Back"
      note={byHand ? BY_HAND : WAITS}
    >
      <div className="grid gap-4">
        {refused && <Note kind="bad">{sentenceOf(refused)}</Note>}
        <RefundPieces
          order={order}
          given={asked.given}
          chosen={asked.chosen}
          delivery={asked.delivery}
          onChoose={asked.choose}
          onDelivery={asked.chooseDelivery}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Rupees"
            inputMode="decimal"
            autoComplete="off"
            value={rupees}
            hint={asked.byPieces ? PAID_FOR : `${formatPaise(order.refundable)} at most`}
            problem={problem}
            onChange={(event) => asked.type(event.target.value)}
          />
          <SelectField
            label="Why"
            value={note}
            options={WHY}
            onChange={(event) => change({ note: event.target.value })}
          />
        </div>
        {back.length > 0 && (
          <TickRow
            label={`Put ${piecesWords({ pieces: back, delivery: 0 })} back into stock`}
            checked={restock}
            onChange={(restock) => change({ restock })}
          />
        )}
        <Plan plan={plan} order={order} />
      </div>
    </Dialog>
  )
}

const PAID_FOR = 'What was paid for these. Type another sum to give back rupees for no pieces.'
const BY_HAND = 'You hand it over yourself; this only notes it.'
const WAITS = 'Waits 10 minutes. Until then one click stops it.'

function Plan({ plan, order }: { plan: RefundPlan | undefined; order: DeskOrder }) {
  const note = plan?.credit_note
  const lines = [
    ['For', plan?.lines ? piecesWords(plan.lines) : 'No pieces'],
    [
      order.refund_by === 'hand' ? 'You hand over' : `Goes back to ${order.contact.name}`,
      formatPaise(plan?.amount ?? 0),
    ],
    ['You keep of this order', formatPaise(plan?.kept ?? 0)],
    [
      'Credit note',
      note ? `${formatPaise(note.taxable)} + ${formatPaise(note.tax)} ${note.tax_name}` : 'None: no tax was billed',
    ],
  ]
  return (
    <>
      {plan?.parcel && <Note kind="warn">{plan.parcel}</Note>}
      {/* It has its place before it comes: what stands above would move under the finger. */}
      <dl
        aria-live="polite"
        className={classNames('grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-t pt-3', !plan && 'invisible')}
      >
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="wrap-anywhere text-ink-2">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
