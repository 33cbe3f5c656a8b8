import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type AddressInput, pincodeHint } from '@/domain/account/address'
import { stateOfPincode } from '@/domain/account/pincode'
import { STATES, stateName } from '@/domain/account/states'
import { asciiDigits } from '@/domain/text'
import { t, translate } from '@/language/text'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

const statesByName = () =>
  STATES.map(({ code, name }) => ({ code, name: translate(name) })).sort((a, b) => (a.name < b.name ? -1 : 1))

/** A PIN code as typed, without its blank. */
const bare = (pincode = '') => asciiDigits(pincode).replace(/\s/g, '')

interface AddressForm {
  address: AddressInput
}

const LINES = {
  city: { autoComplete: 'shipping address-level2', required: true, spellCheck: false },
  line1: { autoComplete: 'shipping address-line1', required: true, spellCheck: false },
  line2: { autoComplete: 'shipping address-line2', spellCheck: false },
  landmark: { autoComplete: 'off' },
} as const

/**
 * Where it goes (ORDER-01, ORDER-11). The PIN code comes first because it tells the state. Stands in any form that
 * holds an `address` and provides itself with `FormProvider`.
 */
export function AddressFields() {
  return (
    <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-6">
      <PincodeField className="sm:col-span-2" />
      <LineField name="city" label={t('City')} className="sm:col-span-2" />
      <StateField className="sm:col-span-2" />
      <LineField name="line1" label={t('Address line 1')} className="sm:col-span-6" />
      <LineField name="line2" label={t('Address line 2 (optional)')} className="sm:col-span-6" />
      <LineField name="landmark" label={t('Landmark (optional)')} className="sm:col-span-6" />
    </div>
  )
}

/** The PIN code, which fills in the state; `withPlace`: large, with the place it belongs to beside it. */
export function PincodeField({ className, withPlace }: { className?: string; withPlace?: boolean }) {
  const { register, formState, control: formControl, setValue, getValues, clearErrors } = useFormContext<AddressForm>()
  const error = formState.errors.address?.pincode?.message
  const [pincode, state] = useWatch({ control: formControl, name: ['address.pincode', 'address.state'] })
  const filledIn = useRef<string>(undefined)
  const place = stateOfPincode(bare(pincode))
  const suggestState = (typed: string) => {
    const suggested = stateOfPincode(bare(typed))
    const chosen = getValues('address.state')
    // Never over a choice of the shopper's own.
    if (!suggested || (chosen && chosen !== filledIn.current)) return
    filledIn.current = suggested
    setValue('address.state', suggested)
    clearErrors('address.state')
  }
  const hint =
    !error &&
    pincodeHint(bare(pincode), state ?? '') &&
    t('This PIN code does not look like one of {state}. Please check both.', {
      state: translate(stateName(state ?? '')),
    })
  return (
    <Field label={t('PIN code')} error={error} hint={hint} className={className}>
      {(control) => (
        <div className={withPlace ? 'grid grid-cols-[9.25rem_1fr] items-center gap-3.5' : undefined}>
          <Input
            {...control}
            {...register('address.pincode', {
              onChange: (event: { target: { value: string } }) => suggestState(event.target.value),
            })}
            required
            inputMode="numeric"
            autoComplete="shipping postal-code"
            maxLength={7}
            className={withPlace ? 'h-14! text-[1.25rem]! tabular-nums tracking-[.12em]' : undefined}
          />
          {withPlace && (
            <span className="leading-tight [overflow-wrap:anywhere]">
              <output className="font-medium">{place && translate(stateName(place))}</output>
              {!place && <span className="text-ink-3 text-sm">{t('Fills in your state')}</span>}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

export function StateField({ className }: { className: string }) {
  const { register, formState } = useFormContext<AddressForm>()
  return (
    <Field label={t('State')} error={formState.errors.address?.state?.message} className={className}>
      {(control) => (
        <Select {...control} {...register('address.state')} required autoComplete="shipping address-level1">
          <option value="">{t('Choose')}</option>
          {statesByName().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface LineFieldProps {
  name: keyof typeof LINES
  label: string
  className?: string
}

/** A line of the address, with what browsers fill into it. */
export function LineField({ name, label, className }: LineFieldProps) {
  const { register, formState } = useFormContext<AddressForm>()
  return (
    <Field label={label} error={formState.errors.address?.[name]?.message} className={className}>
      {(control) => <Input {...control} {...register(`address.${name}`)} {...LINES[name]} autoCorrect="off" />}
    </Field>
  )
}
