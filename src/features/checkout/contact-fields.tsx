import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { CheckoutForm, CheckoutFormInput } from '@/domain/checkout-form'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

export type CheckoutFormControl = UseFormReturn<CheckoutFormInput, unknown, CheckoutForm>

/** Who orders (ORDER-01). */
export function ContactFields({ form }: { form: CheckoutFormControl }) {
  const { register, formState } = form
  const { contact } = formState.errors
  return (
    <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-6">
      <Field label={t('Full name')} error={contact?.name?.message} className="sm:col-span-6">
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
      <Field label={t('Email')} error={contact?.email?.message} className="sm:col-span-3">
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
      <Field
        label={t('Mobile number')}
        error={contact?.phone?.message}
        hint={t('For the courier, and nobody else')}
        className="sm:col-span-3"
      >
        {(control) => (
          <Input {...control} {...register('contact.phone')} required type="tel" inputMode="tel" autoComplete="tel" />
        )}
      </Field>
      {/* The notice that the law wants where data is asked for (Digital Personal Data Protection Act 2023, section 5). */}
      <p className="text-ink-3 text-sm sm:col-span-6">
        {rich('Contact and address are for delivery and the bill, and kept as long as tax law asks. See {policy}.', {
          policy: (
            <Link to={paths.privacy()} className="link">
              {t('Privacy policy')}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}
