import { valibotResolver } from '@hookform/resolvers/valibot'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import type { CartLine } from '@/domain/cart'
import { type CheckoutForm, type CheckoutFormInput, checkoutFormSchema } from '@/domain/checkout-form'
import { formatPaise, type Paise } from '@/domain/money'
import { awaitsConfirmation, type PlacedOrder } from '@/domain/order'
import { promisedGift, type Quote } from '@/domain/quote'
import { useAuth } from '@/features/account/auth-context'
import { forgetCheckoutCart } from '@/features/cart/checkout-cart'
import { clearCart } from '@/features/cart/store'
import { keepOrderToken } from '@/features/orders/order-tokens'
import type { PaymentStart } from '@/features/orders/pay-order'
import { keepPendingOrder } from '@/features/orders/pending-order'
import { GrandTotal } from '@/features/orders/totals'
import { useFormEvents } from '@/integrations/form-events'
import { prefetchPaymentScript } from '@/integrations/payment-script'
import { rich } from '@/language/rich'
import { t, translate } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { useAddressChoice } from './address-choice'
import { AddressSection } from './address-section'
import { forgetAttempt } from './attempt'
import { trackBeginCheckout, trackPurchase, trackShippingInfo } from './checkout-events'
import { ContactFields } from './contact-fields'
import { forgetDraft, keepDraft, readDraft } from './form-draft'
import { LineProblems } from './line-problems'
import { OrderSummary } from './order-summary'
import { PaymentFields } from './payment-fields'
import { FORM_FIELDS, tryPlacing } from './place-order'
import { dueWith, quoteOptions, requestedItems } from './quote-query'

/**
 * Why the last press of Place order did not place one, when no field and no line says it. The same total: the gift is
 * gone.
 */
type Trouble = { kind: 'changed'; before: Paise; after: Paise } | { kind: 'sentence'; sentence: string }
/** It speaks of the cart it was said about: another cart is another question. */
type TroubleOf = Trouble & { lines: readonly CartLine[] }

interface CheckoutFormViewProps {
  lines: readonly CartLine[]
  /** The order stands. */
  onPlaced: () => void
  /** The order is made and waits for its payment. */
  onWaiting: (id: string, start: PaymentStart | undefined) => void
  /** What there is to know about an earlier order. */
  news?: ReactNode
}

/** Form and summary of a cart that holds something (ORDER-01 to ORDER-05, ORDER-12). Browser only. */
export function CheckoutFormView({ lines, onPlaced, onWaiting, news: earlier }: CheckoutFormViewProps) {
  const { user } = useAuth()
  const person = user?.id ?? ''
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: quote, isPlaceholderData: outdated, error: quoteError, refetch } = useQuery(quoteOptions(lines))
  const [placing, setPlacing] = useState(false)
  const [trouble, setTrouble] = useState<TroubleOf | null>(null)
  // A state would still say "no" to the second click of a double click.
  const placingNow = useRef(false)
  const attention = useRef<HTMLDivElement>(null)
  const lostGift = useLostGift(lines, outdated ? undefined : quote)
  const formEvents = useFormEvents('checkout')
  const form = useForm<CheckoutFormInput, unknown, CheckoutForm>({
    mode: 'onTouched',
    resolver: valibotResolver(checkoutFormSchema),
    defaultValues: useState(() => readDraft(person))[0],
  })

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values, person) }),
    [form.subscribe, person],
  )

  const { getValues, setValue } = form
  useEffect(() => {
    if (!user) return
    if (!getValues('contact.name')) setValue('contact.name', user.name)
    if (!getValues('contact.email')) setValue('contact.email', user.email)
  }, [user, getValues, setValue])

  const addressChoice = useAddressChoice(form, user)

  const begun = useRef(false)
  useEffect(() => {
    if (!quote || begun.current) return
    begun.current = true
    trackBeginCheckout(quote, lines)
  }, [quote, lines])

  const provider = quote?.payment_methods.find((choice) => choice.method === 'online' && choice.available)?.provider
  useEffect(() => (provider === 'razorpay' ? prefetchPaymentScript() : undefined), [provider])
  const method = useWatch({ control: form.control, name: 'payment_method' })
  const due = quote && dueWith(quote, method)

  const broken = quote?.items.some((item) => item.problem) ?? false
  const warning = broken ? null : (quote?.problems[0]?.message ?? null)
  const unpayable = quote && !quote.payment_methods.some((choice) => choice.available)
  const showAttention = () => requestAnimationFrame(() => attention.current?.focus())

  const finish = (order: PlacedOrder, start: PaymentStart | undefined, { contact, address }: CheckoutForm) => {
    addressChoice.keepAfterOrder(contact, address)
    if (order.access_token) keepOrderToken(order.id, order.access_token)
    // Cart, form and key stay until the money is there (ORDER-12): another press, here or in another tab, is the same order.
    if (order.status === 'pending' && !awaitsConfirmation(order)) {
      formEvents.complete()
      keepPendingOrder(order.id, person)
      onWaiting(order.id, start)
      return
    }
    if (quote) trackPurchase(order, quote, lines, method)
    formEvents.complete()
    forgetAttempt()
    forgetDraft()
    forgetCheckoutCart()
    onPlaced()
    navigate(paths.orderConfirmation(order.id), { replace: true })
    clearCart()
  }

  const place = async (values: CheckoutForm) => {
    const { contact, address, payment_method } = values
    if (placingNow.current) return
    if (!quote || broken || warning || unpayable) {
      showAttention()
      return
    }
    placingNow.current = true
    setPlacing(true)
    setTrouble(null)
    trackShippingInfo(quote, lines)
    const expected_total = dueWith(quote, payment_method).grand_total
    const outcome = await tryPlacing(
      {
        items: requestedItems(lines),
        contact,
        address,
        payment_method,
        expected_total,
        gift: promisedGift(quote)?.product,
      },
      person,
    )
    placingNow.current = false
    setPlacing(false)
    switch (outcome.kind) {
      case 'placed':
        finish(outcome.order, outcome.start, values)
        return
      case 'fields': {
        let first = true
        formEvents.fail(outcome.problems)
        for (const field of FORM_FIELDS) {
          const message = outcome.problems[field]
          if (!message) continue
          form.setError(field, { type: 'store', message }, { shouldFocus: first })
          first = false
        }
        return
      }
      case 'changed':
        setTrouble({
          lines,
          kind: 'changed',
          before: expected_total,
          after: dueWith(outcome.quote, payment_method).grand_total,
        })
        break
      case 'failed':
        setTrouble({ lines, kind: 'sentence', sentence: outcome.sentence })
    }
    formEvents.fail()
    if ('quote' in outcome) queryClient.setQueryData(quoteOptions(lines).queryKey, outcome.quote)
    showAttention()
  }

  const news = (
    <div ref={attention} tabIndex={-1} role="alert" className="outline-none">
      {quote && broken && (
        <Attention>
          <LineProblems lines={lines} quote={quote} />
        </Attention>
      )}
      {warning && <Attention>{translate(warning)}</Attention>}
      {unpayable && !broken && !warning && (
        <Attention>{t('There is no way to pay for this order at the moment. Please write to us.')}</Attention>
      )}
      {lostGift && (
        <Attention>
          {t('The free gift, {name}, is no longer available. Your order goes out without it.', { name: lostGift })}
        </Attention>
      )}
      {trouble?.lines === lines && <Attention>{troubleText(trouble)}</Attention>}
      {quoteError && !quote && (
        <Attention>
          <p>{errorSentence(quoteError, t('The price of your cart could not be fetched.'))}</p>
          <Button look="line" className="mt-3" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Attention>
      )}
    </div>
  )

  return (
    <FormProvider {...form}>
      <div className="grid pb-18 lg:grid-cols-[7fr_5fr] lg:gap-18">
        <OrderSummary lines={lines} quote={quote} due={due} outdated={outdated} />
        <form
          noValidate
          onFocus={formEvents.start}
          onSubmit={form.handleSubmit(place, formEvents.fail)}
          className="min-w-0 lg:col-start-1 lg:row-start-1"
        >
          {earlier}
          {/* A broken line is told before the form is filled in, everything else where Place order was pressed. */}
          {broken && <div className="pt-3 pb-1 lg:pt-0 lg:pb-8">{news}</div>}
          <Section title={t('Contact')} first>
            <ContactFields form={form} />
          </Section>
          <Section title={t('Delivery address')}>
            <AddressSection choice={addressChoice} />
          </Section>
          {/* What follows the addresses comes with them: it would be moved. */}
          {!addressChoice.waiting && (
            <Section title={t('Payment')}>
              <PaymentFields form={form} quote={quote} />
              {!broken && news}
              {due && (
                <dl className="mt-5 tabular-nums lg:hidden">
                  <GrandTotal amount={due.grand_total} bare />
                </dl>
              )}
              <Button type="submit" large block busy={placing || outdated || (!quote && !quoteError)} className="mt-5">
                {t('Place order')}
              </Button>
              <p className="mt-3 text-ink-3 text-sm leading-normal">
                {rich('By placing the order you agree to the {terms}.', {
                  terms: (
                    <Link to={paths.terms()} className="link">
                      {t('terms and conditions')}
                    </Link>
                  ),
                })}
              </p>
            </Section>
          )}
        </form>
      </div>
    </FormProvider>
  )
}

/** Name of the gift this cart was shown with and comes without now; empty while none was lost. */
function useLostGift(lines: readonly CartLine[], quote: Quote | undefined): string {
  const [lost, setLost] = useState<{ lines: readonly CartLine[]; name: string } | null>(null)
  const before = useRef<{ lines: readonly CartLine[]; gift: ReturnType<typeof promisedGift> } | null>(null)
  useEffect(() => {
    if (!quote) return
    const gift = promisedGift(quote)
    const shown = before.current?.lines === lines ? before.current.gift : null
    if (shown && shown.product !== gift?.product) setLost({ lines, name: shown.name })
    else if (gift) setLost(null)
    before.current = { lines, gift }
  }, [lines, quote])
  return lost?.lines === lines ? lost.name : ''
}

function Section({ title, first, children }: { title: string; first?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={first ? 'pt-8 pb-7 lg:pt-0' : 'border-line border-t py-7'}>
      <h2 id={id} className="mb-4.5 text-title tracking-normal">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Attention({ children }: { children: ReactNode }) {
  return (
    <div className="mt-5 flex items-start gap-2.5 border-danger border-l-[3px] bg-danger-soft px-4 py-3.5">
      <Icon of={CircleAlert} className="mt-0.5 text-danger" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

function troubleText(trouble: Trouble): string {
  if (trouble.kind === 'sentence') return trouble.sentence
  if (trouble.before === trouble.after) return t('Nothing has been ordered yet. Press Place order to order without it.')
  return t(
    'Prices have changed since you opened this page: the total was {before} and is {after} now. Nothing has been ordered yet. Press Place order to order at the new total.',
    { before: formatPaise(trouble.before), after: formatPaise(trouble.after) },
  )
}
