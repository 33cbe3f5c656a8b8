import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CartLine } from '@/domain/cart/cart'
import type { Paise } from '@/domain/money'
import type { CodeProblem } from '@/domain/offers/discounts'
import type { CheckoutForm } from '@/domain/orders/checkout-form'
import { awaitsConfirmation, type PlacedOrder } from '@/domain/orders/order'
import { arrivesLater, giftsOf, promisesOf, type Quote } from '@/domain/orders/quote'
import { forgetCheckoutCart } from '@/features/cart/checkout-cart'
import { useOfferCode } from '@/features/cart/offer-code'
import { type QuoteAbout, quoteOptions, requestedItems } from '@/features/cart/quote-query'
import { saveOrderToken } from '@/features/orders/order-tokens'
import type { PaymentStart } from '@/features/orders/pay-order'
import { savePendingOrder } from '@/features/orders/pending-order'
import type { FormEvents } from '@/integrations/form-events'
import { paths } from '@/lib/paths'
import { forgetAttempt } from './attempt'
import { trackPurchase, trackShippingInfo } from './checkout-events'
import type { CheckoutFormControl } from './contact-fields'
import { dueWith } from './due'
import { forgetDraft } from './form-draft'
import { takeOut } from './order-stands'
import { FORM_FIELDS, type Outcome, tryPlacing } from './place-order'

/**
 * Why the last press of Place order did not place one, when no field and no line says it. The same total: the gift is
 * gone.
 */
export type Trouble = Change | { kind: 'sentence'; sentence: string }
interface Change {
  kind: 'changed'
  before: Paise
  after: Paise
  reason: string
  later: boolean
}

interface PlacingOptions {
  lines: readonly CartLine[]
  /** What is ordered at which price; undefined while that cannot be ordered. */
  quote: Quote | undefined
  /** It is an earlier cart's; the new one is on its way. */
  outdated: boolean
  /** It is asked for again: what is shown meanwhile may be of long before. */
  asking: boolean
  /** What it was asked with. */
  about: QuoteAbout
  /** Takes the promotions, by their ids, that the store withholds from who is ordering. */
  withhold: (promotions: string[] | undefined) => void
  form: CheckoutFormControl
  formEvents: FormEvents
  /** Id of the signed-in shopper, or empty. */
  person: string
  /** The order is made. */
  onMade: (values: CheckoutForm) => void
  /** It stands. */
  onPlaced: () => void
  /** It waits for its payment. */
  onWaiting: (id: string, start: PaymentStart | undefined) => void
  /** Something above the button says why there is no order. */
  onRefused: () => void
}

/** Places the order when the form is sent (ORDER-03, ORDER-05, ORDER-12): once, however often the button is pressed. */
export function usePlacing(options: PlacingOptions) {
  const { lines, quote, about, form, formEvents, person, onRefused } = options
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [placing, setPlacing] = useState(false)
  // It speaks of the cart it was said about: another cart is another question.
  const [trouble, setTrouble] = useState<(Trouble & { lines: readonly CartLine[] }) | null>(null)
  // A state would still say "no" to the second click of a double click.
  const placingNow = useRef(false)
  const shown = useShown(options)

  const place = async (values: CheckoutForm) => {
    if (placingNow.current) return
    if (!quote) return onRefused()
    const unsaid = shown.unsaid(quote, values.payment_method)
    if (unsaid) {
      setTrouble({ lines, ...unsaid })
      return onRefused()
    }
    placingNow.current = true
    setPlacing(true)
    setTrouble(null)
    trackShippingInfo(quote, lines)
    const { contact, address, payment_method, note } = values
    const items = requestedItems(lines)
    const request = { items, contact, address, ...(note && { note }), ...termsOf(quote, payment_method) }
    const outcome = await tryPlacing(request, person)
    placingNow.current = false
    setPlacing(false)
    if (outcome.kind === 'placed') {
      options.onMade(values)
      if (!keepOrder(outcome.order, quote, values, options, outcome.start)) return
      navigate(paths.orderConfirmation(outcome.order.id), { replace: true })
      takeOut(outcome.order.id, lines)
      return
    }
    if (outcome.kind === 'fields') {
      formEvents.fail(outcome.problems)
      showProblems(form, outcome.problems)
      return
    }
    if (outcome.kind === 'failed') setTrouble({ lines, kind: 'sentence', sentence: outcome.sentence })
    if (outcome.kind === 'changed') setTrouble({ lines, ...changeOf(outcome.quote, request) })
    formEvents.fail()
    if ('quote' in outcome) {
      // A guest is known by their order alone: the next quotes must not promise it again.
      const without = outcome.quote.withheld?.map(({ id }) => id)
      queryClient.setQueryData(quoteOptions(lines, { ...about, without }).queryKey, outcome.quote)
      shown.say(outcome)
      if (outcome.kind === 'changed') options.withhold(without)
    }
    onRefused()
  }

  return { placing, place, trouble: trouble?.lines === lines ? trouble : null }
}

/**
 * What the shopper was shown before the store changed it by itself: no press orders at a total that has risen, or
 * without what was promised, before that has been said (LIVE-07).
 */
function useShown({ lines, quote, outdated, asking, about }: PlacingOptions) {
  const kept = useOfferCode()
  const asked = JSON.stringify([lines, about.pincode, about.state, kept?.at])
  // By way to pay the best of what was shown: a total that falls and rises again has risen.
  const held = useRef<{ asked: string; best: { [method: string]: Quote } }>({ asked: '', best: {} })
  const say = (quote: Quote) => {
    held.current = { asked, best: Object.fromEntries(quote.payment_methods.map(({ method }) => [method, quote])) }
  }
  useEffect(() => {
    if (!quote || outdated) return
    if (held.current.asked !== asked) held.current = { asked, best: {} }
    const { best } = held.current
    for (const { method } of quote.payment_methods)
      if (!best[method] || !(asking || isWorse(best[method], quote, method))) best[method] = quote
  }, [asked, quote, outdated, asking])
  return {
    /** What is to be said before this is ordered; null when nothing is. It counts as said from now on. */
    unsaid: (now: Quote, method: CheckoutForm['payment_method']): Change | null => {
      const before = held.current.asked === asked && held.current.best[method]
      if (!before) return null
      say(now)
      return isWorse(before, now, method) ? changeOf(now, termsOf(before, method), kept?.refused) : null
    },
    say: ({ kind, quote }: Extract<Outcome, { quote: Quote }>) => {
      if (kind === 'changed') say(quote)
    },
  }
}

/** An order would cost more, come later or without its gift. */
function isWorse(before: Quote, now: Quote, method: string): boolean {
  const { expected_total, arrives_until, gift } = termsOf(before, method)
  if (arrivesLater(now, arrives_until) || dueWith(now, method).grand_total > expected_total) return true
  return gift !== '' && gift !== giftsOf(now)[0]?.product
}

/** What an order of a quote is placed on. */
const termsOf = <Method extends string>(quote: Quote, payment_method: Method) => ({
  payment_method,
  expected_total: dueWith(quote, payment_method).grand_total,
  ...promisesOf(quote),
})

/** What has changed, and why where what was promised is a code, or an offer that is not for who is ordering. */
function changeOf(
  quote: Quote,
  { payment_method, expected_total, code, promotions, arrives_until }: ReturnType<typeof termsOf>,
  refused: CodeProblem | null = null,
): Change {
  const problem = code ? (quote.code_problem ?? refused) : null
  const withheld = quote.withheld?.find(({ id }) => promotions.includes(id))
  return {
    kind: 'changed',
    before: expected_total,
    after: dueWith(quote, payment_method).grand_total,
    reason: (problem ?? withheld)?.message ?? '',
    later: arrivesLater(quote, arrives_until),
  }
}

/** Remembers an order that was made; answers whether it stands. */
function keepOrder(
  order: PlacedOrder,
  quote: Quote,
  { payment_method }: CheckoutForm,
  { lines, formEvents, person, onPlaced, onWaiting }: PlacingOptions,
  start: PaymentStart | undefined,
): boolean {
  if (order.access_token) saveOrderToken(order.id, order.access_token)
  // Cart, form and key stay until the money is there (ORDER-12): another press, here or in another tab, is the same
  // order.
  if (order.status === 'pending' && !awaitsConfirmation(order)) {
    formEvents.complete()
    savePendingOrder(order.id, person)
    onWaiting(order.id, start)
    return false
  }
  trackPurchase(order, quote, lines, payment_method)
  formEvents.complete()
  forgetAttempt()
  forgetDraft()
  forgetCheckoutCart()
  onPlaced()
  return true
}

/** Beside their fields; the first takes the focus. */
function showProblems(form: CheckoutFormControl, problems: Extract<Outcome, { kind: 'fields' }>['problems']): void {
  let shouldFocus = true
  for (const field of FORM_FIELDS) {
    const message = problems[field]
    if (!message) continue
    form.setError(field, { type: 'store', message }, { shouldFocus })
    shouldFocus = false
  }
}
