import { useEffect, useRef, useState } from 'react'
import { errorCode, errorSentence, errorStatus, fieldErrors } from '@/api/errors'
import { useSettings } from '@/api/settings'
import {
  cancelOrder,
  checkPayment,
  decideTestPayment,
  paymentReturnUrl,
  readOrder,
  startPayment,
  verifyPayment,
} from '@/api/store-routes'
import { toRupees } from '@/domain/money'
import { type OrderView, type PaymentSession, paymentStage } from '@/domain/order'
import { isUndecided } from '@/domain/payment-failure'
import { track } from '@/integrations/analytics'
import { openPaymentSheet, type PaymentReturn, type PaymentSheet } from '@/integrations/payment-script'
import { orderToken } from './order-tokens'

/** Pauses between questions while the bank is confirming, ms: doubled each time, then steady, for about three minutes in all. */
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 32_000
const ASKED_FOR_MS = 180_000
/** How often the store is asked while the provider's sheet is open: money that arrives through a bank's app closes it, ms. */
const SHEET_LOOK_MS = 5000
/** Tries to hand over what the provider returned, and the pause between, ms. The webhook does the same without us. */
const VERIFY_TRIES = 3
const VERIFY_PAUSE_MS = 1500

/** What the last deed came to, as far as the order itself does not say it. */
export type PaymentNews =
  | { kind: 'none' }
  /** The sheet was closed and no money had moved. */
  | { kind: 'dismissed' }
  | { kind: 'failed'; reason: string }
  /**
   * The bank may still say yes. `firm`: the shopper has paid, or the bank has not decided; else it is only that nobody could be asked.
   * `silent`: for so long that nobody should wait in front of the screen. `trouble`: why the last question got no answer.
   */
  | { kind: 'confirming'; firm: boolean; silent?: boolean; trouble?: string }
  /** The provider cannot be reached by the store. */
  | { kind: 'unavailable' }
  /** The provider's script did not arrive in this browser. */
  | { kind: 'blocked' }
  | { kind: 'sentence'; sentence: string }

/** How the panel begins: with what the store answered when the order was placed, or with its refusal. */
export type PaymentStart = PaymentSession | 'unavailable'

type Deed = 'pay' | 'cash' | 'check' | 'cancel'

export interface OrderPaymentControl {
  news: PaymentNews
  busy: Deed | null
  /** Set while a test payment waits to be decided. */
  test: PaymentSession | null
  pay: () => Promise<void>
  payCash: () => Promise<void>
  check: () => Promise<void>
  cancel: () => Promise<void>
  decideTest: (outcome: 'success' | 'failure' | 'closed') => Promise<void>
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/**
 * Everything a shopper does about the money of a pending order (ORDER-04): opening the provider's sheet, bringing back what came of it,
 * asking how it stands, paying cash instead, calling it off. Never throws, never says that nothing was charged before the store has
 * asked the provider.
 *
 * @param onChange gets every newer view of the order
 * @param start a session opens the sheet at once; without one the store is asked how the payment stands
 */
export function useOrderPayment(
  order: OrderView,
  onChange: (order: OrderView) => void,
  start?: PaymentStart,
): OrderPaymentControl {
  const { store_name } = useSettings()
  const [news, setNews] = useState<PaymentNews>({ kind: start === 'unavailable' ? 'unavailable' : 'none' })
  const [busy, setBusy] = useState<Deed | null>(null)
  const [test, setTest] = useState<PaymentSession | null>(null)
  // Read when an answer arrives, which may be many renders later.
  const latest = useRef({ onChange, news })
  latest.current = { onChange, news }
  const sheet = useRef<PaymentSheet | null>(null)
  const alive = useRef(true)
  const busyNow = useRef(false)
  const { id, number, grand_total, contact } = order

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
      // Back, or a link: the sheet would lie over another page.
      sheet.current?.close()
    }
  }, [])

  /** Passes a newer view on; answers whether the order is still waiting for its money. */
  const take = (view: OrderView): boolean => {
    if (alive.current) latest.current.onChange(view)
    return paymentStage(view) !== null
  }

  const report = (event: 'payment_start' | 'payment_failure', provider: string, reason = '') => {
    const fields = {
      transaction_id: number,
      currency: 'INR' as const,
      value: toRupees(grand_total),
      payment_method: provider === 'test' ? 'test' : 'online',
    }
    if (event === 'payment_start') track({ event, ...fields })
    else track({ event, ...fields, reason })
  }

  /** One deed at a time; a state would still say "free" to the second click of a double click. */
  const once = async (deed: Deed, work: () => Promise<PaymentNews>) => {
    if (busyNow.current) return
    busyNow.current = true
    setBusy(deed)
    const next = await work().catch((error: unknown) => newsOf(error))
    busyNow.current = false
    if (!alive.current) return
    setBusy(null)
    // A question that got no answer takes nothing back.
    setNews((before) =>
      deed === 'check' && before.kind === 'confirming' && next.kind === 'sentence'
        ? { ...before, trouble: next.sentence }
        : next,
    )
  }

  /** A refusal that says the order has moved on: its newer view says the rest. */
  const newsOf = async (error: unknown): Promise<PaymentNews> => {
    const code = errorCode(error)
    if (code === 'gateway_unavailable') return { kind: 'unavailable' }
    if (['already_paid', 'order_closed', 'too_late'].includes(code)) {
      const view = await readOrder(id, orderToken(id)).catch(() => null)
      if (view && !take(view)) return { kind: 'none' }
    }
    return { kind: 'sentence', sentence: Object.values(fieldErrors(error))[0] ?? errorSentence(error) }
  }

  /** After a sheet was closed: what the provider knows decides what is said. */
  const settle = async (failure: string | null): Promise<PaymentNews> => {
    const view = await checkPayment(id, orderToken(id)).catch(() => null)
    if (view && !take(view)) return { kind: 'none' }
    const firm = (view && paymentStage(view) === 'confirming') || (failure !== null && isUndecided(failure))
    if (!view || firm) return { kind: 'confirming', firm }
    return failure === null ? { kind: 'dismissed' } : { kind: 'failed', reason: failure }
  }

  const handOver = async (fields: PaymentReturn): Promise<PaymentNews> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return take(await verifyPayment(id, orderToken(id), fields))
          ? { kind: 'confirming', firm: true }
          : { kind: 'none' }
      } catch (error) {
        const status = errorStatus(error)
        const lost = status === 0 || status >= 500 || status === 429
        // A signature the store does not know proves nothing; what the provider tells the store does.
        if (!lost) return settle(null)
        if (tries === VERIFY_TRIES) return { kind: 'confirming', firm: true }
        await pause(VERIFY_PAUSE_MS)
      }
    }
  }

  const throughSheet = async (session: PaymentSession): Promise<PaymentNews> => {
    let failure: string | null = null
    report('payment_start', session.provider)
    try {
      sheet.current = await openPaymentSheet(
        {
          key: session.key_id,
          order_id: session.gateway_order_id,
          amount: session.amount,
          currency: session.currency,
          name: store_name,
          description: `Order ${number}`,
          prefill: { name: contact.name, email: contact.email, contact: contact.phone },
          returnUrl: paymentReturnUrl(id),
        },
        (reason) => {
          failure = reason
          report('payment_failure', session.provider, reason)
        },
      )
    } catch {
      report('payment_failure', session.provider, 'script_blocked')
      return { kind: 'blocked' }
    }
    if (!alive.current) sheet.current.close()
    const stop = whilePaying(() => void lookBehindSheet())
    const answer = await sheet.current.answer
    stop()
    sheet.current = null
    if (answer.kind === 'returned') return handOver(answer.fields)
    if (!alive.current) return { kind: 'none' }
    if (failure === null) report('payment_failure', session.provider, 'dismissed')
    return settle(failure)
  }

  /** Money that came by way of a bank's app is known to the store before the sheet notices. */
  const lookBehindSheet = async () => {
    const view = await readOrder(id, orderToken(id)).catch(() => null)
    if (view && !take(view)) sheet.current?.close()
  }

  const payWith = (given?: PaymentSession) =>
    once('pay', async () => {
      setNews({ kind: 'none' })
      let session = given
      if (!session) {
        const placed = await startPayment(id, orderToken(id), 'online')
        if (!placed.payment) {
          take(await readOrder(id, orderToken(id)))
          return { kind: 'none' }
        }
        session = placed.payment
      }
      if (session.provider === 'test') {
        report('payment_start', 'test')
        setTest(session)
        return { kind: 'none' }
      }
      return throughSheet(session)
    })

  const decideTest = (outcome: 'success' | 'failure' | 'closed') =>
    once('pay', async () => {
      setTest(null)
      if (outcome !== 'success') report('payment_failure', 'test', outcome === 'closed' ? 'dismissed' : 'test_failure')
      if (outcome === 'closed') return { kind: 'dismissed' }
      const waiting = take(await decideTestPayment(id, orderToken(id), outcome))
      return waiting && outcome === 'failure' ? { kind: 'failed', reason: 'test_failure' } : { kind: 'none' }
    })

  const payCash = () =>
    once('cash', async () => {
      await startPayment(id, orderToken(id), 'cod')
      take(await readOrder(id, orderToken(id)))
      return { kind: 'none' }
    })

  const check = () =>
    once('check', async () => {
      const view = await checkPayment(id, orderToken(id))
      return take(view) ? afterQuestion(view) : { kind: 'none' }
    })

  const cancel = () =>
    once('cancel', async () => {
      // Money that is just arriving comes first: a paid order is not called off by this.
      const view = await checkPayment(id, orderToken(id)).catch(() => null)
      if (view && !take(view)) return { kind: 'none' }
      if (view && paymentStage(view) === 'confirming') return { kind: 'confirming', firm: true }
      take(await cancelOrder(id, orderToken(id)))
      return { kind: 'none' }
    })

  /** What a pending order's newer view leaves of the news. */
  const afterQuestion = (view: OrderView): PaymentNews => {
    const before = latest.current.news
    const stageNow = paymentStage(view)
    if (stageNow === 'confirming') return { kind: 'confirming', firm: true }
    if (stageNow === 'failed' || before.kind !== 'confirming') return { kind: 'none' }
    return before.firm ? { kind: 'confirming', firm: true } : { kind: 'dismissed' }
  }

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || paymentStage(order) === null) return
    begun.current = true
    if (start && start !== 'unavailable') void payWith(start)
    // A reload, or the way back from a bank's app: what happened meanwhile is known to the provider.
    else if (!start && order.payment && order.payment.provider !== 'test')
      checkPayment(id, orderToken(id)).then(take, () => undefined)
  })

  const stage = paymentStage(order)
  const confirming = stage === 'confirming' || (stage !== null && news.kind === 'confirming')
  const asking = confirming && busy !== 'pay' && !(news.kind === 'confirming' && news.silent)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `take` and `afterQuestion` read what is current when an answer arrives
  useEffect(() => {
    if (!asking) return
    const stop = new AbortController()
    let gap = FIRST_PAUSE_MS
    let waited = 0
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      const view = await checkPayment(id, orderToken(id), stop.signal).catch(() => null)
      if (stop.signal.aborted) return
      if (view) {
        const next: PaymentNews = take(view) ? afterQuestion(view) : { kind: 'none' }
        if (next.kind !== 'confirming') return setNews(next)
      }
      if (waited >= ASKED_FOR_MS) return setNews({ kind: 'confirming', firm: true, silent: true })
      next()
    }
    const next = () => {
      timer = setTimeout(ask, gap)
      waited += gap
      gap = Math.min(gap * 2, LONGEST_PAUSE_MS)
    }
    const back = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      void ask()
    }
    next()
    document.addEventListener('visibilitychange', back)
    window.addEventListener('online', back)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('online', back)
    }
  }, [asking, id])

  return { news, busy, test, pay: () => payWith(), payCash, check, cancel, decideTest }
}

/** Looks now and then while the page is seen, and at once when the shopper comes back to it. Returns the way to stop. */
function whilePaying(look: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') look()
  }, SHEET_LOOK_MS)
  const back = () => {
    if (document.visibilityState === 'visible') look()
  }
  document.addEventListener('visibilitychange', back)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', back)
  }
}
