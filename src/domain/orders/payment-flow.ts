import { isUndecided } from '../payments/payment-failure'
import { isRealOnline, type RealProvider } from '../payments/providers'
import type { OrderPayment, PaymentSession } from './order'
import type { TestPaymentRequest, VerifyRequest } from './payment-request'

/** Tries to hand over what the provider returned. The webhook does the same without us. */
const VERIFY_TRIES = 3
/** Refusals that say the order has moved on: its newer view says the rest. */
const MOVED_ON = ['already_paid', 'order_closed', 'too_late']
/**
 * Pauses between questions while the bank is confirming, ms: doubled each time, then steady, for about three minutes
 * in all.
 */
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 32_000
const ASKED_FOR_MS = 180_000

/** Where the payment of the order stands; null once the order waits for no money. */
export type PaymentStage = OrderPayment['state'] | null

/** What the last action came to, as far as the order itself does not say it. */
export type PaymentNews =
  | { kind: 'none' }
  /** The sheet was closed and no money had moved. */
  | { kind: 'dismissed' }
  | { kind: 'failed'; reason: string }
  /**
   * The bank may still say yes. `firm`: the shopper has paid, or the bank has not decided; else it is only that
   * nobody could be asked. `silent`: for so long that nobody should wait in front of the screen. `trouble`: why the
   * last question got no answer.
   */
  | { kind: 'confirming'; firm: boolean; silent?: boolean; trouble?: string }
  /** The provider cannot be reached by the store. */
  | { kind: 'unavailable' }
  /** The provider's script did not arrive in this browser. */
  | { kind: 'blocked' }
  | { kind: 'sentence'; sentence: string }

export type PaymentAction = 'pay' | 'cash' | 'check' | 'cancel'

export interface PaymentFlow {
  news: PaymentNews
  /** The action under way: one at a time. */
  busy: PaymentAction | null
  /** Set while a test payment waits to be decided. */
  test: PaymentSession | null
  /** Why the latest try in the open sheet failed. */
  failure: string | null
}

/**
 * What the store is to be asked: to start a payment, to know the return for genuine, to ask the provider, to show the
 * order after a refusal …
 */
export type StoreCommand =
  | { do: 'start'; method: 'online' | 'cod' }
  | { do: 'verify'; fields: VerifyRequest; tries: number }
  | { do: 'check' }
  | { do: 'read'; sentence: string }
  | { do: 'cancel' }
  | { do: 'decide_test'; outcome: TestPaymentRequest['outcome'] }

/** `sentence` is what shoppers read of a refusal; `status` 0: no answer came. */
export type StoreAnswer =
  | { kind: 'session'; session: PaymentSession }
  | { kind: 'answered'; to: StoreCommand; stage: PaymentStage }
  | { kind: 'refused'; to: StoreCommand; status: number; code: string; sentence: string }

export type PaymentHappening =
  | StoreAnswer
  | { kind: 'pressed'; action: PaymentAction }
  /** A try failed in the sheet, which stays open for another; then paid and sent back, or closed. */
  | { kind: 'try_failed'; reason: string }
  | { kind: 'returned'; fields: VerifyRequest }
  | { kind: 'closed' }
  | { kind: 'blocked' }
  | { kind: 'test_decided'; outcome: TestPaymentRequest['outcome'] | 'closed' }
  /** While the bank is confirming the store was asked by itself; `last`: for long enough. */
  | { kind: 'polled'; stage: PaymentStage | 'unknown'; last: boolean }

/** A session that a provider's sheet is opened for. */
export type RealSession = PaymentSession & { provider: RealProvider }

/**
 * What follows: the new flow, what is to be done, which comes back as something that happened, and what is measured.
 */
export interface PaymentStep {
  flow: PaymentFlow
  command?: StoreCommand | { do: 'open_sheet'; session: RealSession }
  track?: { event: 'payment_start' | 'payment_failure'; payment_method: 'online' | 'test'; reason: string }
}

const NONE: PaymentNews = { kind: 'none' }
export const IDLE: PaymentFlow = { news: NONE, busy: null, test: null, failure: null }

const confirming = (firm: boolean): PaymentNews => ({ kind: 'confirming', firm })
const failure = (reason: string, payment_method: 'online' | 'test' = 'online') =>
  ({ event: 'payment_failure', payment_method, reason }) as const

/** The action is over. */
const end = (flow: PaymentFlow, news: PaymentNews): PaymentStep => ({ flow: { ...flow, busy: null, news } })

/**
 * Everything a shopper does about the money of a pending order (ORDER-04): what follows from what happened. Never
 * says that nothing was charged before the store has asked the provider.
 */
export function nextPayment(flow: PaymentFlow, happened: PaymentHappening): PaymentStep {
  switch (happened.kind) {
    case 'pressed':
      return flow.busy ? { flow } : pressed(flow, happened.action)
    case 'session':
      return begun(flow, happened.session)
    case 'try_failed':
      return { flow: { ...flow, failure: happened.reason }, track: failure(happened.reason) }
    case 'returned':
      return { flow: { ...flow, failure: null }, command: { do: 'verify', fields: happened.fields, tries: 1 } }
    case 'closed':
      return { flow, command: { do: 'check' }, track: flow.failure === null ? failure('dismissed') : undefined }
    case 'blocked':
      return { ...end(flow, { kind: 'blocked' }), track: failure('script_blocked') }
    case 'test_decided':
      return flow.busy ? { flow } : testDecided({ ...flow, test: null }, happened.outcome)
    case 'answered':
      return happened.stage === null ? end(flow, NONE) : answered(flow, happened.to, happened.stage)
    case 'refused':
      return refused(flow, happened)
    case 'polled':
      return { flow: { ...flow, news: afterPoll(flow.news, happened.stage, happened.last) } }
  }
}

function pressed(flow: PaymentFlow, action: PaymentAction): PaymentStep {
  const busy = { ...flow, busy: action }
  if (action === 'pay') return { flow: { ...busy, news: NONE }, command: { do: 'start', method: 'online' } }
  if (action === 'cash') return { flow: busy, command: { do: 'start', method: 'cod' } }
  // Also before cancelling: money that is just arriving comes first.
  return { flow: busy, command: { do: 'check' } }
}

const isReal = (session: PaymentSession): session is RealSession => isRealOnline(session.provider)

function begun(flow: PaymentFlow, session: PaymentSession): PaymentStep {
  const track = { event: 'payment_start', payment_method: 'online', reason: '' } as const
  return isReal(session)
    ? { flow: { ...flow, busy: 'pay', failure: null }, command: { do: 'open_sheet', session }, track }
    : { flow: { ...IDLE, test: session }, track: { ...track, payment_method: 'test' } }
}

function testDecided(flow: PaymentFlow, outcome: TestPaymentRequest['outcome'] | 'closed'): PaymentStep {
  if (outcome === 'closed') return { ...end(flow, { kind: 'dismissed' }), track: failure('dismissed', 'test') }
  const track = outcome === 'failure' ? failure('test_failure', 'test') : undefined
  return { flow: { ...flow, busy: 'pay' }, command: { do: 'decide_test', outcome }, track }
}

/** The order still waits for its money. */
function answered(flow: PaymentFlow, to: StoreCommand, stage: OrderPayment['state']): PaymentStep {
  switch (to.do) {
    case 'verify':
      return end(flow, confirming(true))
    case 'check':
      if (flow.busy === 'pay') return end(flow, afterSheet(flow.failure, stage))
      if (flow.busy === 'check') return end(flow, afterQuestion(flow.news, stage))
      return stage === 'confirming' ? end(flow, confirming(true)) : { flow, command: { do: 'cancel' } }
    case 'read':
      return end(flow, told(flow, to.sentence))
    case 'decide_test':
      return end(flow, to.outcome === 'failure' ? { kind: 'failed', reason: 'test_failure' } : NONE)
    default:
      return end(flow, NONE)
  }
}

function refused(
  flow: PaymentFlow,
  { to, status, code, sentence }: Extract<StoreAnswer, { kind: 'refused' }>,
): PaymentStep {
  if (to.do === 'verify') {
    const lost = status === 0 || status >= 500 || status === 429
    // A signature the store does not know proves nothing; what the provider tells the store does.
    if (!lost) return { flow, command: { do: 'check' } }
    return to.tries < VERIFY_TRIES ? { flow, command: { ...to, tries: to.tries + 1 } } : end(flow, confirming(true))
  }
  if (to.do === 'check' && flow.busy === 'pay') return end(flow, afterSheet(flow.failure, 'unknown'))
  if (to.do === 'check' && flow.busy === 'cancel') return { flow, command: { do: 'cancel' } }
  if (to.do === 'read') return end(flow, told(flow, to.sentence))
  if (code === 'gateway_unavailable') return end(flow, { kind: 'unavailable' })
  return MOVED_ON.includes(code) ? { flow, command: { do: 'read', sentence } } : end(flow, told(flow, sentence))
}

/** After a sheet was closed: what the provider knows decides what is said. */
function afterSheet(reason: string | null, stage: PaymentStage | 'unknown'): PaymentNews {
  const firm = stage === 'confirming' || (reason !== null && isUndecided(reason))
  if (firm || stage === 'unknown') return confirming(firm)
  return reason === null ? { kind: 'dismissed' } : { kind: 'failed', reason }
}

/** What an order's newer view leaves of the news. */
function afterQuestion(before: PaymentNews, stage: PaymentStage): PaymentNews {
  if (stage === 'confirming') return confirming(true)
  if (stage !== 'open' || before.kind !== 'confirming') return NONE
  return before.firm ? confirming(true) : { kind: 'dismissed' }
}

/** Nothing is said anew while the bank is still confirming. */
function afterPoll(before: PaymentNews, stage: PaymentStage | 'unknown', last: boolean): PaymentNews {
  const news = stage === 'unknown' ? confirming(true) : afterQuestion(before, stage)
  if (news.kind !== 'confirming') return news
  return last ? { ...news, silent: true } : before
}

/** A question that got no answer takes nothing back. */
const told = ({ busy, news }: PaymentFlow, sentence: string): PaymentNews =>
  busy === 'check' && news.kind === 'confirming' ? { ...news, trouble: sentence } : { kind: 'sentence', sentence }

/** Whether the store is asked by itself, again and again, how the payment stands. */
export function isPolled({ news, busy }: PaymentFlow, stage: PaymentStage): boolean {
  if (stage === null || busy === 'pay') return false
  return news.kind === 'confirming' ? !news.silent : stage === 'confirming'
}

/** Pause before the store is asked again, ms; null when that was long enough. @param waited all pauses so far, ms */
export const nextPause = (waited: number): number | null =>
  waited < ASKED_FOR_MS ? Math.min(FIRST_PAUSE_MS + waited, LONGEST_PAUSE_MS) : null
