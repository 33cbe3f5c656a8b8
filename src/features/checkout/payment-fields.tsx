import Banknote from '@lucide/icons/icons/banknote'
import CreditCard from '@lucide/icons/icons/credit-card'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useSettings } from '@/api/settings'
import type { Quote } from '@/domain/orders/quote'
import { isRealOnline } from '@/domain/payments/providers'
import { useAuth } from '@/features/account/auth-context'
import { t, translate } from '@/language/text'
import { FieldError } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { RadioGroup, RadioRow } from '@/ui/radio-row'
import { Skeleton } from '@/ui/skeleton'
import type { CheckoutFormControl } from './contact-fields'
import { PaymentMarks } from './payment-marks'

const METHODS = {
  online: { label: 'Pay online', detail: 'UPI, cards, net banking and wallets', icon: CreditCard },
  cod: { label: 'Cash on delivery', detail: 'Pay the courier when the parcel reaches you.', icon: Banknote },
} as const

const LARGE_CASH_DETAIL = 'Pay the courier. We may call you first to confirm an order of this size.'

const TEST_DETAIL = 'Test payment: no money moves. This shop has no payment company yet.'

/**
 * How to pay: what the store offers for this cart. Cash that is not offered says why; online payment that is not set
 * up is left out.
 */
export function PaymentFields({ form, quote }: { form: CheckoutFormControl; quote: Quote | undefined }) {
  const { register, formState, control, setValue } = form
  const chosen = useWatch({ control, name: 'payment_method' })
  const choices = quote?.payment_methods.filter((choice) => choice.available || choice.method === 'cod')
  const { cod_unproven_max } = useSettings()
  const { user } = useAuth()
  const first = choices?.find((choice) => choice.available)?.method
  const isOffered = (wanted: string) =>
    choices?.some(({ available, method }) => available && method === wanted) ?? wanted === chosen
  // What was chosen comes back with a cart or a PIN code that can have it again.
  const [left, setLeft] = useState('')
  const next = isOffered(left) ? left : isOffered(chosen) ? chosen : (first ?? '')

  useEffect(() => {
    if (next === chosen) return
    setLeft(next === left ? '' : left || chosen)
    setValue('payment_method', next)
  }, [next, chosen, left, setValue])

  if (!choices) return <Skeleton className="h-20" />
  return (
    <>
      <RadioGroup legend={t('How to pay')}>
        {choices.map(({ method, available, reason, provider, total }) => (
          <RadioRow
            key={method}
            {...register('payment_method')}
            value={method}
            disabled={!available}
            label={t(METHODS[method].label)}
            detail={
              <>
                {!available
                  ? translate(reason)
                  : method === 'cod' && total > cod_unproven_max && !user?.verified
                    ? t(LARGE_CASH_DETAIL)
                    : t(provider === 'test' ? TEST_DETAIL : METHODS[method].detail)}
                {method === 'online' && provider && isRealOnline(provider) && <PaymentMarks />}
              </>
            }
            aside={<Icon of={METHODS[method].icon} />}
          />
        ))}
      </RadioGroup>
      <FieldError id="payment-error" error={formState.errors.payment_method?.message} />
    </>
  )
}
