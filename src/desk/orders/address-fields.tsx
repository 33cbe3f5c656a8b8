import { nationalPhone, pincodeHint } from '@/domain/account/address'
import { STATES } from '@/domain/account/states'
import { SelectField, TextField } from '../parts/field'

export type AddressTyped = Record<
  'name' | 'phone' | 'line1' | 'line2' | 'landmark' | 'city' | 'state' | 'pincode',
  string
>

const BY_NAME = [...STATES].sort((a, b) => (a.name < b.name ? -1 : 1))

interface AddressFieldsProps {
  typed: AddressTyped
  /** Sentences by field. */
  problems: { readonly [field: string]: string | undefined }
  onChange: (change: Partial<AddressTyped>) => void
}

/** Who receives a parcel and where it goes, as the checkout asks for it. */
export function AddressFields({ typed, problems, onChange }: AddressFieldsProps) {
  const field = (name: keyof AddressTyped) => ({
    value: typed[name],
    problem: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Name" {...field('name')} />
      <TextField label="Mobile number" inputMode="tel" {...field('phone')} value={nationalPhone(typed.phone)} />
      <div className="sm:col-span-2">
        <TextField label="House, building and street" {...field('line1')} />
      </div>
      <TextField label="Area" hint="If needed" {...field('line2')} />
      <TextField label="Landmark" hint="If needed" {...field('landmark')} />
      <TextField label="City" {...field('city')} />
      <TextField
        label="PIN code"
        inputMode="numeric"
        {...field('pincode')}
        hint={pincodeHint(typed.pincode.replace(/\s/g, ''), typed.state) ?? undefined}
      />
      <SelectField label="State" {...field('state')}>
        <option value="">Choose</option>
        {BY_NAME.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
