import { useEffect, useRef, useState } from 'react'
import { errorCode, errorSentence, errorStatus, fieldErrors } from '@/api/errors'
import {
  cancelOrder,
  checkPayment,
  decideTestPayment,
  readOrder,
  startPayment,
  verifyPayment,
} from '@/api/store-routes'
import { toRupees } from '@/domain/money'
import { type OrderView, type PaymentSession, paymentStage } from '@/domain/orders/order'
import {
  IDLE,
  isPolled,
  nextPause,
  nextPayment,
  type PaymentAction,
  type PaymentFlow,
  type PaymentHappening,
  type PaymentStage,
  type PaymentStep,
  type StoreAnswer,
  type StoreCommand,
} from '@/domain/orders/payment-flow'
import { track } from '@/integrations/analytics'
import { useIsHere } from '@/lib/is-here'
import { pause } from '@/lib/pause'
import { orderToken } from './order-tokens'
import { useProviderSheet } from './provider-sheet'

/** Before what the provider returned is handed over once more, ms. */
const VERIFY_PAUSE_MS = 1500

/** How the panel begins: with what the store answered when the order was placed, or with its refusal. */
export type PaymentStart = PaymentSession | 'unavailable'

export interface OrderPaymentControl {
  flow: PaymentFlow
  press: (action: PaymentAction) => void
  decideTest: (outcome: 'success' | 'failure' | 'closed') => void
}

/**
 * The payment flow of a pending order (ORDER-04), carried out: `nextPayment` says what follows from what happened,
 * this does it. Never throws.
 *
 * @param onChange gets every newer view of the order
 * @param start a session opens the sheet at once; without one the store is asked how the payment stands
 */
export function useOrderPayment(
  order: OrderView,
  onChange: (order: OrderView) => void,
  start?: PaymentStart,
): OrderPaymentControl {
  const [flow, setFlow] = useState<PaymentFlow>(start === 'unavailable' ? { ...IDLE, news: { kind: start } } : IDLE)
  // Read when an answer arrives, which may be many renders later; a state would still say "free" to the second click
  // of a double click.
  const latest = useRef({ flow, onChange })
  latest.current.onChange = onChange
  const isHere = useIsHere()
  const { id } = order

  /** Passes a newer view on; answers where its payment stands. */
  const take = (view: OrderView) => {
    if (isHere.current) latest.current.onChange(view)
    return paymentStage(view)
  }

  const throughSheet = useProviderSheet(order, take)
  const happen = async (first: PaymentHappening) => {
    for (let happened: PaymentHappening | null = first; happened; ) {
      const { flow: next, command, track: event }: PaymentStep = nextPayment(latest.current.flow, happened)
      latest.current.flow = next
      if (isHere.current) setFlow(next)
      if (event) report(order, event)
      if (!command) return
      happened =
        command.do === 'open_sheet'
          ? await throughSheet(command.session, (reason) => void happen({ kind: 'try_failed', reason }))
          : await ask(id, command, take)
    }
  }

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || paymentStage(order) === null) return
    begun.current = true
    if (start && start !== 'unavailable') void happen({ kind: 'session', session: start })
    // A reload, or the way back from a bank's app: what happened meanwhile is known to the provider.
    else if (!start && order.payment && order.payment.provider !== 'test')
      checkPayment(id, orderToken(id)).then(take, () => undefined)
  })

  usePolling(isPolled(flow, paymentStage(order)), id, (view, last) => {
    void happen({ kind: 'polled', stage: view ? take(view) : 'unknown', last })
  })

  return {
    flow,
    press: (action) => void happen({ kind: 'pressed', action }),
    decideTest: (outcome) => void happen({ kind: 'test_decided', outcome }),
  }
}

/** Puts a command to the store; its answer, or why there is none. */
async function ask(id: string, to: StoreCommand, take: (view: OrderView) => PaymentStage): Promise<StoreAnswer> {
  try {
    const answer = await sendToStore(id, orderToken(id), to)
    if ('gateway_order_id' in answer) return { kind: 'session', session: answer }
    return { kind: 'answered', to, stage: take(answer) }
  } catch (error) {
    const sentence = Object.values(fieldErrors(error))[0] ?? errorSentence(error)
    return { kind: 'refused', to, status: errorStatus(error), code: errorCode(error), sentence }
  }
}

async function sendToStore(id: string, token: string, command: StoreCommand): Promise<OrderView | PaymentSession> {
  switch (command.do) {
    case 'start': {
      const { payment } = await startPayment(id, token, command.method)
      return payment ?? readOrder(id, token)
    }
    case 'verify':
      if (command.tries > 1) await pause(VERIFY_PAUSE_MS)
      return verifyPayment(id, token, command.fields)
    case 'check':
      return checkPayment(id, token)
    case 'read':
      return readOrder(id, token)
    case 'cancel':
      return cancelOrder(id, token)
    case 'decide_test':
      return decideTestPayment(id, token, command.outcome)
  }
}

function report({ number, grand_total }: OrderView, { event, payment_method, reason }: Required<PaymentStep>['track']) {
  const fields = { transaction_id: number, currency: 'INR' as const, value: toRupees(grand_total), payment_method }
  if (event === 'payment_start') track({ event, ...fields })
  else track({ event, ...fields, reason })
}

/**
 * Asks how the payment stands, with growing pauses, and at once when the shopper is back. @param on gets the order;
 * null when there was no answer
 */
function usePolling(asking: boolean, id: string, on: (view: OrderView | null, last: boolean) => void) {
  const latest = useRef(on)
  latest.current = on
  useEffect(() => {
    if (!asking) return
    let asked = new AbortController()
    let waited = 0
    let timer: ReturnType<typeof setTimeout>
    /** What is under way: a question, or the pause before the next. There is never more than one. */
    const stop = () => {
      asked.abort()
      clearTimeout(timer)
    }
    const ask = async () => {
      stop()
      asked = new AbortController()
      const { signal } = asked
      const view = await checkPayment(id, orderToken(id), signal).catch(() => null)
      if (signal.aborted) return
      latest.current(view, nextPause(waited) === null)
      wait()
    }
    const wait = () => {
      const pause = nextPause(waited)
      if (pause === null) return
      waited += pause
      timer = setTimeout(ask, pause)
    }
    const back = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    wait()
    document.addEventListener('visibilitychange', back)
    window.addEventListener('online', back)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('online', back)
    }
  }, [asking, id])
}
