import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, type UseFormSetError, useForm, useFormContext } from 'react-hook-form'
import { errorSentence, errorStatus, fieldErrors } from '@/api/errors'
import {
  type SavedAddress,
  type SavedAddressFields,
  type SavedAddressInput,
  savedAddressFormSchema,
} from '@/domain/account/saved-address'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { saveAddress, saveAddressAgain } from './account-actions'
import { AddressFields } from './address-fields'
import { FormAlert } from './form-alert'

/** Fields of the record and where they stand in the form. */
const PLACES = {
  name: 'contact.name',
  phone: 'contact.phone',
  pincode: 'address.pincode',
  city: 'address.city',
  state: 'address.state',
  line1: 'address.line1',
  line2: 'address.line2',
  landmark: 'address.landmark',
  label: 'label',
} as const

const EMPTY: SavedAddressFields = {
  label: '',
  contact: { name: '', phone: '' },
  address: { line1: '', line2: '', landmark: '', city: '', state: '', pincode: '' },
  is_default: false,
}

/** What the form begins with: the address that is changed, or an empty one for this name. */
function fieldsOf(saved: SavedAddress | undefined, name: string): SavedAddressFields {
  if (!saved) return { ...EMPTY, contact: { name, phone: '' } }
  const { label, address, is_default } = saved
  return { label, contact: { name: saved.name, phone: saved.phone }, address, is_default }
}

interface AddressFormProps {
  /** The address that is changed; without it a new one is added. */
  saved?: SavedAddress
  /** Name a new address begins with. */
  name: string
  onSaved: () => Promise<void>
  onCancel: () => void
}

type AddressFormState = UseFormReturn<SavedAddressFields, unknown, SavedAddressInput>

/** Sends the form, says what was refused, and calls it off. */
function useSaving(
  { handleSubmit, setError }: AddressFormState,
  saved: SavedAddress | undefined,
  onSaved: () => Promise<void>,
) {
  const [problem, setProblem] = useState('')
  const unheard = useRef(false)
  const sending = useRef<AbortController>(null)

  const submit = handleSubmit(async (input) => {
    setProblem('')
    sending.current = new AbortController()
    const { signal } = sending.current
    try {
      if (unheard.current && !saved) await saveAddressAgain(input, [], signal)
      else await saveAddress(input, saved?.id, signal)
      await onSaved()
    } catch (error) {
      unheard.current ||= errorStatus(error) === 0
      const told = fieldErrors(error)
      if (!tellFields(told, setError)) setProblem(told.user ?? errorSentence(error))
    }
  })
  return { problem, submit, stop: () => sending.current?.abort() }
}

/** Adds or changes an address of the account (ORDER-11), by the rules of checkout. */
export function AddressForm({ saved, name, onSaved, onCancel }: AddressFormProps) {
  const form = useForm<SavedAddressFields, unknown, SavedAddressInput>({
    resolver: valibotResolver(savedAddressFormSchema),
    mode: 'onTouched',
    defaultValues: fieldsOf(saved, name),
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const { problem, submit, stop } = useSaving(form, saved, onSaved)
  const cancel = () => {
    stop()
    onCancel()
  }

  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        aria-label={saved ? t('Edit address') : t('New address')}
        onSubmit={submit}
        className="flex flex-col gap-4.5 bg-sunken p-5 md:p-8"
      >
        <ContactFields />
        <AddressFields />
        <Field
          label={t('Name of this address (optional)')}
          hint={t('Such as Home or Office')}
          error={errors.label?.message}
        >
          {(control) => <Input {...control} {...register('label')} autoComplete="off" />}
        </Field>
        {/* The mark moves to another address; it is never just taken away. */}
        {!saved?.is_default && <Checkbox label={t('Put this address first')} {...register('is_default')} />}
        <FormAlert>{problem}</FormAlert>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button type="submit" busy={isSubmitting}>
            {t('Save address')}
          </Button>
          <Button look="ghost" onClick={cancel}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** Says what was refused beside its fields, with the focus on the first of them; false when it was none of theirs. */
function tellFields(told: Record<string, string>, setError: UseFormSetError<SavedAddressFields>): boolean {
  let placed = false
  for (const [field, name] of Object.entries(PLACES)) {
    const message = told[field]
    if (!message) continue
    setError(name, { message }, { shouldFocus: !placed })
    placed = true
  }
  return placed
}

function ContactFields() {
  const { register, formState } = useFormContext<SavedAddressFields>()
  const errors = formState.errors.contact
  return (
    <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-6">
      <Field label={t('Full name')} error={errors?.name?.message} className="sm:col-span-3">
        {(control) => <Input {...control} {...register('contact.name')} required autoComplete="name" autoFocus />}
      </Field>
      <Field label={t('Mobile number')} error={errors?.phone?.message} className="sm:col-span-3">
        {(control) => (
          <Input {...control} {...register('contact.phone')} required type="tel" inputMode="tel" autoComplete="tel" />
        )}
      </Field>
    </div>
  )
}
