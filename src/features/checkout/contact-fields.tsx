import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { nationalPhone } from '@/domain/account/address'
import type { CheckoutForm, CheckoutFormInput } from '@/domain/orders/checkout-form'
import { t } from '@/language/text'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

export type CheckoutFormControl = UseFormReturn<CheckoutFormInput, unknown, CheckoutForm>

/** Who receives the parcel (ORDER-01). */
export function NameField({ className }: { className: string }) {
  const { register, formState } = useFormContext<CheckoutFormInput>()
  return (
    <Field label={t('Full name')} error={formState.errors.contact?.name?.message} className={className}>
      {(control) => (
        <Input
          {...control}
          {...register('contact.name')}
          required
          autoComplete="name"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
    </Field>
  )
}

/** The mobile number behind a fixed `+91`; with one of its own, or a 0, it is understood as well. */
export function MobileField({ className }: { className: string }) {
  const { register, formState, setValue } = useFormContext<CheckoutFormInput>()
  return (
    <Field
      label={t('Mobile number')}
      error={formState.errors.contact?.phone?.message}
      hint={t('For the courier, and nobody else')}
      className={className}
    >
      {(control) => (
        <div className="grid grid-cols-[auto_minmax(0,1fr)]">
          <span
            aria-hidden="true"
            className="grid place-items-center rounded-l border border-line-strong border-r-0 bg-sunken px-3.5 pt-0.5"
          >
            +91
          </span>
          <Input
            {...control}
            {...register('contact.phone', {
              onBlur: (event: { target: { value: string } }) => {
                const typed = event.target.value
                const shown = nationalPhone(typed)
                if (shown !== typed) setValue('contact.phone', shown)
              },
            })}
            required
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            className="rounded-l-none"
          />
        </div>
      )}
    </Field>
  )
}

/** Where the mails about the order go. */
export function EmailField({ className }: { className: string }) {
  const { register, formState } = useFormContext<CheckoutFormInput>()
  return (
    <Field label={t('Email')} error={formState.errors.contact?.email?.message} className={className}>
      {(control) => (
        <Input
          {...control}
          {...register('contact.email')}
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          placeholder="name@example.in"
        />
      )}
    </Field>
  )
}
