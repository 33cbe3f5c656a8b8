import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { readPincode } from '@/domain/account/read-pincode'
import type { CartLine } from '@/domain/cart/cart'
import { type CheckoutForm, type CheckoutFormInput, checkoutFormSchema } from '@/domain/orders/checkout-form'
import type { Quote } from '@/domain/orders/quote'
import { isRealOnline } from '@/domain/payments/providers'
import { type Auth, useAuth } from '@/features/account/auth-context'
import { useQuote } from '@/features/cart/use-quote'
import { keepPincode, readKeptPincode } from '@/features/delivery/kept-pincode'
import type { PaymentStart } from '@/features/orders/pay-order'
import { useFormEvents } from '@/integrations/form-events'
import { prefetchPaymentScript } from '@/integrations/payment-sheets'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { fillContact, useAddressChoice } from './address-choice'
import { BuyingTerms } from './buying-terms'
import { CheckoutAlerts, obstacleOf, useLostGift } from './checkout-alerts'
import { trackBeginCheckout } from './checkout-events'
import type { CheckoutFormControl } from './contact-fields'
import { dueWith } from './due'
import { readDeviceAddress, readDraft, saveDraft } from './form-draft'
import { OrderSummary } from './order-summary'
import { PaymentFields } from './payment-fields'
import { PlaceBar } from './place-bar'
import { FORM_FIELDS } from './place-order'
import { usePlacing } from './placing'
import { WhereSection } from './where-section'

interface CheckoutFormViewProps {
  lines: readonly CartLine[]
  /** The order stands. */
  onPlaced: () => void
  /** The order is made and waits for its payment. */
  onWaiting: (id: string, start: PaymentStart | undefined) => void
  /** What there is to know about an earlier order. */
  news: ReactNode
}

/** Form and summary of a cart that holds something (ORDER-01 to ORDER-05, ORDER-12). Browser only. */
export function CheckoutFormView({ lines, onPlaced, onWaiting, news: earlier }: CheckoutFormViewProps) {
  const { user, status } = useAuth()
  const attention = useRef<HTMLDivElement>(null)
  const formEvents = useFormEvents('checkout')
  const form = useCheckoutForm(user, status)
  const { quote, field, obstacle, lostGift, error, retry, ...asked } = useCartQuote(lines, form)
  const addressChoice = useAddressChoice(form, user)
  const method = useWatch({ control: form.control, name: 'payment_method' })
  const due = quote && dueWith(quote, method)
  const { placing, place, trouble } = usePlacing({
    lines,
    quote: obstacle ? undefined : quote,
    ...asked,
    form,
    formEvents,
    person: user?.id ?? '',
    onMade: addressChoice.saveAfterOrder,
    onPlaced,
    onWaiting,
    onRefused: () => requestAnimationFrame(() => attention.current?.focus()),
  })
  const alerts = (
    <CheckoutAlerts ref={attention} {...{ lines, quote, obstacle, lostGift, trouble, error }} onRetry={retry} />
  )
  const broken = obstacle?.kind === 'lines'

  return (
    <FormProvider {...form}>
      <div className="grid pb-18 lg:grid-cols-[7fr_5fr] lg:gap-18">
        <OrderSummary {...{ lines, quote, due, outdated: asked.outdated, field }} />
        <form
          noValidate
          onFocus={formEvents.start}
          onSubmit={form.handleSubmit(place, formEvents.fail)}
          className="min-w-0 lg:col-start-1 lg:row-start-1"
        >
          {earlier}
          {/* A broken line is told before the form is filled in, everything else where Place order was pressed. */}
          {broken && <div className="pt-3 pb-1 lg:pt-0 lg:pb-8">{alerts}</div>}
          <Section title={t('Where to')} first aside={status === 'signed-out' && <SignIn />}>
            <WhereSection choice={addressChoice} field={field} />
          </Section>
          {/* What follows the addresses comes with them: it would be moved. */}
          {!addressChoice.waiting && (
            <>
              <Section title={t('How to pay')}>
                <PaymentFields form={form} quote={quote} />
                {!broken && alerts}
              </Section>
              <PlaceBar due={due} quote={quote} busy={placing || asked.outdated || (!quote && !error)} />
              <BuyingTerms quote={quote} />
            </>
          )}
        </form>
      </div>
    </FormProvider>
  )
}

/** The price of this cart and what stands against ordering it. */
function useCartQuote(lines: readonly CartLine[], { control }: CheckoutFormControl) {
  const [typed = '', state] = useWatch({ control, name: ['address.pincode', 'address.state'] })
  const [without, withhold] = useState<string[]>()
  const asked = useQuote(lines, true, { pincode: readPincode(typed) ?? '', state }, without)
  const { data: quote, isPlaceholderData: outdated, isFetching: asking, error, refetch, about, field } = asked
  const lostGift = useLostGift(lines, outdated ? undefined : quote)
  useBegin(quote, lines)
  const retry = () => void refetch()
  return { quote, about, withhold, field, outdated, asking, obstacle: obstacleOf(quote), lostGift, error, retry }
}

/** The form, filled with what was typed before, and with who is signed in or what this device keeps for a guest. */
function useCheckoutForm(user: Auth['user'], status: Auth['status']): CheckoutFormControl {
  const person = user?.id ?? ''
  const form = useForm<CheckoutFormInput, unknown, CheckoutForm>({
    mode: 'onTouched',
    resolver: valibotResolver(checkoutFormSchema),
    defaultValues: useState(() => readDraft(person))[0],
  })
  // In the order of the page, whichever of them come later: the first one that is wrong takes the focus.
  for (const name of FORM_FIELDS) form.register(name)
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values, person) }),
    [form.subscribe, person],
  )
  const { getValues, setValue } = form
  const pincode = useWatch({ control: form.control, name: 'address.pincode' })
  useEffect(() => keepPincode(pincode ?? ''), [pincode])
  useEffect(() => {
    if (!user) return
    const { name, email } = user
    // Of an address it is that address's name.
    fillContact({ getValues, setValue }, getValues('kept') ? { email } : { name, email })
  }, [user, getValues, setValue])
  // Before it is painted: a second line of the address opens fields of its own.
  useLayoutEffect(() => {
    const { contact, address } = getValues()
    const begun = [contact, address].some((typed) => Object.values(typed).some(Boolean))
    if (status !== 'signed-out' || begun) return
    const kept = readDeviceAddress()
    if (kept) {
      setValue('contact', kept.contact)
      setValue('address', kept.address)
    } else {
      const known = readKeptPincode()
      // An empty one would go over what is being typed.
      if (known) setValue('address.pincode', known)
    }
  }, [status, getValues, setValue])
  return form
}

/** With the first price: it is recorded, and the provider's script comes while the shopper is typing. */
function useBegin(quote: Quote | undefined, lines: readonly CartLine[]): void {
  const begun = useRef(false)
  useEffect(() => {
    if (!quote || begun.current) return
    begun.current = true
    trackBeginCheckout(quote, lines)
  }, [quote, lines])
  const provider = quote?.payment_methods.find((choice) => choice.method === 'online' && choice.available)?.provider
  useEffect(() => (provider && isRealOnline(provider) ? prefetchPaymentScript(provider) : undefined), [provider])
}

/** For guests who have an account: the header has no way to it here. */
function SignIn() {
  return (
    <Link
      to={paths.login(paths.checkout())}
      className="link inline-flex min-h-11 min-w-11 items-center justify-end text-sm"
    >
      {t('Sign in')}
    </Link>
  )
}

interface SectionProps {
  title: string
  first?: boolean
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

function Section({ title, first, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={first ? 'pt-2 pb-5 lg:pt-0' : 'border-line border-t pt-2.5 pb-5'}>
      <div className="mb-1.5 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-h3 tracking-normal">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
