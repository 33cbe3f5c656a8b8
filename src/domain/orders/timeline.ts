import { dayAfter, formatTime, indianDay, parseDate, recordDate, startOfDay } from '../date'
import { formatPaise, type Paise } from '../money'
import {
  AWAITS_CONFIRMATION,
  awaitsConfirmation,
  EXPIRED_LABELS,
  expiredWords,
  FULFILMENT_LABELS,
  type FulfilmentStatus,
  isClosed,
  type OrderEvent,
  type OrderPayment,
  type OrderState,
  type OrderView,
  PENDING_LABELS,
  paymentStage,
  REFUND_DAYS,
  refundDue,
  refundIsDue,
} from './order'

export interface TimelineStep {
  label: string
  state: 'done' | 'now' | 'todo'
  /** When it happened; empty for what has not. */
  at: string
  /** What the shopper should know of this step. */
  note?: string
}

type TimedOrder = OrderState & Pick<OrderView, 'events'> & { placed_at?: string }

const ROAD: readonly FulfilmentStatus[] = ['packed', 'shipped', 'out_for_delivery', 'delivered']

/**
 * The order as a road: what has happened, with its time, and what is still to come. Money in hand decides the first
 * stop.
 */
export function orderTimeline(order: TimedOrder): TimelineStep[] {
  const closed = isClosed(order) && !paymentStage(order)
  const steps = [...firstSteps(order, closed), ...roadSteps(order, closed), ...offRoadSteps(order)]
  if (closed) steps.push({ ...closingStep(order), state: 'now', at: timeOf(order, order.status) })
  const refund = refundStep(order)
  if (!refund) return steps
  const last = steps.at(-1)
  if (last?.state === 'now') last.state = 'done'
  // A parcel still on its road has its own current step.
  const onTheRoad = steps.some((step) => step.state === 'now')
  return [...steps, onTheRoad && refund.state === 'now' ? { ...refund, state: 'todo' } : refund]
}

/** Until the order stands. */
function firstSteps(order: TimedOrder, closed: boolean): TimelineStep[] {
  const placed = timeOf(order, 'placed') || (order.placed_at ?? '')
  const steps: TimelineStep[] = [{ label: 'Order placed', state: 'done', at: placed }]
  const stage = paymentStage(order)
  const awaits = awaitsConfirmation(order)
  if (stage) steps.push({ label: PENDING_LABELS[stage], state: 'now', at: '', note: stageNote(order, stage) })
  if (awaits)
    steps.push({ label: AWAITS_CONFIRMATION, state: 'now', at: '', note: 'You will hear from us within a day.' })
  const confirmed = timeOf(order, 'confirmed')
  if (closed && !confirmed) return steps
  const passed = closed || order.fulfilment_status !== 'unfulfilled'
  return [...steps, { label: 'Confirmed', state: stage || awaits ? 'todo' : passed ? 'done' : 'now', at: confirmed }]
}

/** From the parcel to the door: all that is to come, or, for an order that leaves this road, what it had passed. */
function roadSteps(order: TimedOrder, closed: boolean): TimelineStep[] {
  const { fulfilment_status: fulfilment } = order
  const reached = ROAD.indexOf(fulfilment)
  const left = closed || (reached === -1 && fulfilment !== 'unfulfilled')
  return ROAD.flatMap((status, position) => {
    const at = timeOf(order, status)
    const passed = at !== '' || position < reached || (closed && position === reached)
    if (left && !passed) return []
    // Couriers often tell only that a parcel was delivered.
    if (status === 'out_for_delivery' && position < reached && at === '') return []
    return { label: FULFILMENT_LABELS[status], state: stopState(position, reached, passed, closed), at }
  })
}

function stopState(position: number, reached: number, passed: boolean, closed: boolean): TimelineStep['state'] {
  if (position === reached) return closed || ROAD[position] === 'delivered' ? 'done' : 'now'
  return passed ? 'done' : 'todo'
}

/** What became of a parcel that was not handed over, or was sent back. */
function offRoadSteps(order: TimedOrder): TimelineStep[] {
  const { fulfilment_status: fulfilment } = order
  if (fulfilment === 'unfulfilled' || ROAD.includes(fulfilment)) return []
  const step = (status: FulfilmentStatus, state: TimelineStep['state']) => ({
    label: FULFILMENT_LABELS[status],
    state,
    at: timeOf(order, status),
  })
  // A parcel that came back after it was handed over came back because the shopper asked.
  const asked = fulfilment === 'returned' && timeOf(order, 'return_requested')
  return [...(asked ? [step('return_requested', 'done')] : []), step(fulfilment, 'now')]
}

function stageNote(order: OrderState, stage: OrderPayment['state']): string | undefined {
  if (stage === 'confirming') return 'The bank has not answered yet. Please do not pay again.'
  const until = order.expires_at ? formatTime(order.expires_at) : ''
  return until ? `Kept for you until ${until}` : undefined
}

const timeOf = (order: TimedOrder, type: string) => lastEvent(standing(order.events), type)?.at ?? ''

/**
 * Until when what was delivered may be sent back: the last moment of the last of the shop's days (`returns_days`),
 * counted in India, a record's date; empty when it may not.
 *
 * @param now ms
 */
export function returnableUntil(order: TimedOrder, days: number, now: number): string {
  const delivered = parseDate(timeOf(order, 'delivered'))
  const over = order.fulfilment_status !== 'delivered' || order.payment_status === 'refunded'
  if (days <= 0 || over || Number.isNaN(delivered)) return ''
  const end = startOfDay(dayAfter(indianDay(delivered), days + 1)) - 1
  return end < now ? '' : recordDate(end)
}

/** Without the packing that was taken back: the shop called a parcel packed by mistake. */
function standing(events: readonly OrderEvent[]): readonly OrderEvent[] {
  const takenBack = events.map(({ type }) => type).lastIndexOf('unfulfilled')
  return events.filter(({ type }, position) => type !== 'packed' || position > takenBack)
}

/** Not `findLast`, which old phones lack. */
function lastEvent(events: readonly OrderEvent[], type: string): OrderEvent | undefined {
  return events.filter((event) => event.type === type).at(-1)
}

/** The end of an order that does not stand; its own events say who cancelled it, or why. */
function closingStep(order: TimedOrder): Pick<TimelineStep, 'label' | 'note'> {
  const { status, events } = order
  const note = (lastEvent(events, 'no_stock') ?? lastEvent(events, 'paid_after_cancel'))?.label
  const told = lastEvent(events, status)?.label ?? ''
  // What was the matter then, also when money has come since.
  if (status === 'expired' && Object.values(EXPIRED_LABELS).includes(told)) return { label: told, note }
  const base = status === 'expired' ? expiredWords(order) : 'Cancelled'
  return { label: told.startsWith(base) ? told : base, note }
}

function refundStep(order: TimedOrder): TimelineStep | null {
  const { payment_status, refunded_total, events } = order
  const done = lastEvent(events, 'refunded')
  const started = lastEvent(events, 'refund_started')
  const amount = (paise: Paise | undefined) => (paise ? formatPaise(paise) : undefined)
  if (payment_status === 'refunded')
    return { label: 'Refunded', state: 'done', at: done?.at ?? '', note: amount(refunded_total) }
  // What a merchandiser gives back of an order that stands is known by its event alone.
  const underWay = started !== undefined && (!done || events.indexOf(started) > events.indexOf(done))
  if (refundIsDue(order) || underWay) {
    const due = amount(refundDue(order))
    const soon = due ? `${due}, usually there in ${REFUND_DAYS}` : `Usually there in ${REFUND_DAYS}`
    const note = order.payment_method === 'cod' || order.refund_failed ? due : soon
    return { label: order.refund_failed ? 'Refund delayed' : 'Refund on its way', state: 'now', at: '', note }
  }
  if (payment_status !== 'partially_refunded') return null
  return { label: 'Partly refunded', state: 'done', at: done?.at ?? '', note: amount(refunded_total) }
}
