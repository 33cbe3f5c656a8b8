import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { nationalPhone, pincodeHint } from '@/domain/account/address'
import { type PinAnswer, type Place, placeOfPin, suggested } from '@/domain/account/place'
import { barePincode, isPincode } from '@/domain/account/read-pincode'
import { STATES } from '@/domain/account/states'
import { SelectField, TextField, tieTo } from '../parts/field'
import { useHost } from '../session'

export type AddressTyped = Record<
  'name' | 'phone' | 'line1' | 'line2' | 'landmark' | 'city' | 'state' | 'pincode',
  string
>

const BY_NAME = STATES.map(({ code, name }) => [code, name] as const).sort(([, a], [, b]) => (a < b ? -1 : 1))

interface AddressFieldsProps {
  typed: AddressTyped
  /** Sentences by field. */
  problems: { readonly [field: string]: string | undefined }
  onChange: (change: Partial<AddressTyped>) => void
}

/** Fills in state and city as the checkout does, and says what is doubtful about a PIN code. */
function usePlace({ typed, onChange }: Pick<AddressFieldsProps, 'typed' | 'onChange'>): string | undefined {
  const { store } = useHost()
  const pincode = barePincode(typed.pincode)
  const { data: answer } = useQuery({
    queryKey: ['pin', pincode],
    queryFn: () => store.send<PinAnswer>(`/api/store/pin/${pincode}`, { requestKey: null }),
    enabled: isPincode(pincode),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const filled = useRef<Partial<Place>>({})
  const suggest = useEffectEvent(() => {
    if (!isPincode(pincode)) return
    const change = suggested(typed, filled.current, placeOfPin(pincode, answer))
    filled.current = { ...filled.current, ...change }
    if (Object.keys(change).length > 0) onChange(change)
  })
  // Only a new place is suggested: what is cleared by hand stays so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what makes it new
  useEffect(() => suggest(), [pincode, answer])
  if (answer?.known === false) return 'India Post’s directory does not have this PIN code. Please check it.'
  return pincodeHint(pincode, typed.state) ?? undefined
}

/** Who receives a parcel and where it goes, as the checkout asks for it. */
export function AddressFields({ typed, problems, onChange }: AddressFieldsProps) {
  const doubt = usePlace({ typed, onChange })
  const tied = tieTo(typed, problems, onChange)
  const field = (name: keyof AddressTyped) => ({ ...tied(name), autoComplete: 'off' })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Name" {...field('name')} />
      <TextField label="Mobile number" inputMode="tel" {...field('phone')} value={nationalPhone(typed.phone)} />
      <div className="sm:col-span-2">
        <TextField label="House, building and street" {...field('line1')} />
      </div>
      <TextField label="Area" hint="If needed" {...field('line2')} />
      <TextField label="Landmark" hint="If needed" {...field('landmark')} />
      <TextField label="PIN code" inputMode="numeric" {...field('pincode')} hint={doubt} />
      <TextField label="City" {...field('city')} />
      <SelectField label="State" {...field('state')} options={BY_NAME}>
        <option value="">Choose</option>
      </SelectField>
    </div>
  )
}
