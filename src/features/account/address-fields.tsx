import { useFormContext, useWatch } from 'react-hook-form'
import { type AddressInput, pincodeHint } from '@/domain/address'
import { stateOfPincode } from '@/domain/pincode'
import { STATES, stateName } from '@/domain/states'
import { asciiDigits } from '@/domain/text'
import { t, translate } from '@/language/text'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

const statesByName = () =>
  STATES.map(({ code, name }) => ({ code, name: translate(name) })).sort((a, b) => (a.name < b.name ? -1 : 1))

/** A PIN code as typed, without its blank. */
const bare = (pincode = '') => asciiDigits(pincode).replace(/\s/g, '')

/**
 * Where it goes (ORDER-01, ORDER-11). The PIN code comes first because it tells the state. Stands in any form that holds an `address`
 * and provides itself with `FormProvider`.
 */
export function AddressFields() {
  const {
    register,
    formState,
    control: formControl,
    setValue,
    getValues,
    clearErrors,
  } = useFormContext<{ address: AddressInput }>()
  const { address } = formState.errors
  const [pincode, state] = useWatch({ control: formControl, name: ['address.pincode', 'address.state'] })
  const suggestState = (typed: string) => {
    const suggested = stateOfPincode(bare(typed))
    // Never over a choice of the shopper's own.
    if (suggested && !getValues('address.state')) {
      setValue('address.state', suggested)
      clearErrors('address.state')
    }
  }
  const hint =
    !address?.pincode &&
    pincodeHint(bare(pincode), state ?? '') &&
    t('This PIN code does not look like one of {state}. Please check both.', {
      state: translate(stateName(state ?? '')),
    })
  return (
    <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-6">
      <Field label={t('PIN code')} error={address?.pincode?.message} hint={hint} className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            {...register('address.pincode', {
              onChange: (event: { target: { value: string } }) => suggestState(event.target.value),
            })}
            required
            inputMode="numeric"
            autoComplete="shipping postal-code"
            maxLength={7}
          />
        )}
      </Field>
      <Field label={t('City')} error={address?.city?.message} className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            {...register('address.city')}
            required
            autoComplete="shipping address-level2"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('State')} error={address?.state?.message} className="sm:col-span-2">
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
      <Field label={t('Address line 1')} error={address?.line1?.message} className="sm:col-span-6">
        {(control) => (
          <Input
            {...control}
            {...register('address.line1')}
            required
            autoComplete="shipping address-line1"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Address line 2 (optional)')} error={address?.line2?.message} className="sm:col-span-6">
        {(control) => (
          <Input
            {...control}
            {...register('address.line2')}
            autoComplete="shipping address-line2"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Landmark (optional)')} error={address?.landmark?.message} className="sm:col-span-6">
        {(control) => <Input {...control} {...register('address.landmark')} autoComplete="off" autoCorrect="off" />}
      </Field>
    </div>
  )
}
