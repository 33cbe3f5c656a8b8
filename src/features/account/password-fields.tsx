import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { PASSWORD_MIN } from '@/domain/account/account'
import { t } from '@/language/text'
import { Field } from '@/ui/field'
import { PasswordControl } from './password-control'

interface PasswordFieldsProps {
  label: string
  /** What `register` gives for the two fields. */
  password: UseFormRegisterReturn
  passwordConfirm: UseFormRegisterReturn
  errors: { password?: FieldError; passwordConfirm?: FieldError }
}

/** A password that is chosen, and once more against typing errors (AUTH-02, AUTH-05). */
export function PasswordFields({ label, password, passwordConfirm, errors }: PasswordFieldsProps) {
  return (
    <>
      <Field
        label={label}
        hint={t('At least {count} characters', { count: PASSWORD_MIN })}
        error={errors.password?.message}
      >
        {(control) => <PasswordControl {...control} {...password} autoComplete="new-password" />}
      </Field>
      <Field label={t('Confirm password')} error={errors.passwordConfirm?.message}>
        {(control) => <PasswordControl {...control} {...passwordConfirm} autoComplete="new-password" />}
      </Field>
    </>
  )
}
