import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { findPin } from '@/api/pin-route'
import { type AddressInput, pincodeHint } from '@/domain/account/address'
import { type PinAnswer, type Place, placeOfPin, suggested } from '@/domain/account/place'
import { barePincode, isPincode } from '@/domain/account/read-pincode'
import { STATES, stateName } from '@/domain/account/states'
import { t, translate } from '@/language/text'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

const statesByName = () =>
  STATES.map(({ code, name }) => ({ code, name: translate(name) })).sort((a, b) => (a.name < b.name ? -1 : 1))

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

/**
 * What follows from the PIN code as it is typed: state and city are filled in where the shopper has written nothing
 * (ORDER-13, PIN-02), at once by the first digits, then by the shop's answer.
 */
function usePlace() {
  const { control, setValue, getValues, clearErrors } = useFormContext<AddressForm>()
  const pincode = barePincode(useWatch({ control, name: 'address.pincode' }) ?? '')
  // What the shop knows of it. Nobody waits for that: without an answer nothing is said.
  const { data: answer } = useQuery({
    queryKey: ['pin', pincode],
    queryFn: ({ signal }) => findPin(pincode, signal),
    enabled: isPincode(pincode),
    staleTime: 5 * 60_000,
    retry: false,
  })
  const filled = useRef<Partial<Place>>({})
  useEffect(() => {
    // An incomplete code says nothing: what was suggested stays until there is a better one.
    if (!isPincode(pincode)) return
    const [city = '', state = ''] = getValues(['address.city', 'address.state'])
    const change = suggested({ city, state }, filled.current, placeOfPin(pincode, answer))
    for (const [field, value] of Object.entries(change) as [keyof Place, string][]) {
      const name = `address.${field}` as const
      // Who is about to write there does so.
      if (document.activeElement?.getAttribute('name') === name) continue
      filled.current = { ...filled.current, [field]: value }
      setValue(name, value)
      if (value) clearErrors(name)
    }
  }, [pincode, answer, getValues, setValue, clearErrors])
  return { pincode, answer }
}

/** `Bengaluru Urban, Karnataka`, as far as it is known. */
function placeName(pincode: string, answer: PinAnswer | undefined): string {
  const state = answer?.state ?? placeOfPin(pincode, undefined).state
  return [answer?.district, state && translate(stateName(state))].filter(Boolean).join(', ')
}

/** The PIN code, which fills in state and city; `withPlace`: large, with the place it belongs to beside it. */
export function PincodeField({ className, withPlace }: { className?: string; withPlace?: boolean }) {
  const { register, formState, control: formControl } = useFormContext<AddressForm>()
  const error = formState.errors.address?.pincode?.message
  const state = useWatch({ control: formControl, name: 'address.state' }) ?? ''
  const { pincode, answer } = usePlace()
  const place = placeName(pincode, answer)
  const doubt =
    answer?.known === false
      ? t('We do not know this PIN code. Please check it.')
      : pincodeHint(pincode, state) &&
        t('This PIN code does not look like one of {state}. Please check both.', {
          state: translate(stateName(state)),
        })
  return (
    <Field label={t('PIN code')} error={error} hint={!error && doubt} className={className}>
      {(control) => (
        <div className={withPlace ? 'flex flex-wrap items-center gap-x-3.5' : undefined}>
          <Input
            {...control}
            {...register('address.pincode')}
            required
            inputMode="numeric"
            autoComplete="shipping postal-code"
            className={
              withPlace ? 'h-14! w-[min(9.25rem,100%)]! text-[1.25rem]! tabular-nums tracking-[.12em]' : undefined
            }
          />
          {withPlace && (
            <span className="min-w-[6em] flex-1 leading-tight [overflow-wrap:anywhere]">
              <output className="font-medium">{place}</output>
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
