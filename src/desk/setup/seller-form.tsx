import { fieldErrors } from '@/api/errors'
import { SELLER_FIELDS, type SellerField, type SetupAnswer } from '@/domain/desk/setup'
import { TextField } from '../parts/field'
import { RefusedNote } from '../parts/note'
import { SaveRow } from '../parts/save-row'
import { useTypedOver } from '../parts/use-typed-over'

/** Names of the HTML standard, for what browsers fill in. */
const AUTOCOMPLETE: { readonly [field in SellerField]?: string } = {
  seller_legal_name: 'organization',
  seller_address: 'street-address',
  seller_email: 'email',
  seller_phone: 'tel',
  grievance_officer_name: 'name',
}

/** Who sells, as the E-Commerce Rules 2020 want it shown. */
export function SellerForm({ seller }: { seller: SetupAnswer['seller'] }) {
  const saving = { route: 'setup', shows: ['setup', 'today'] }
  const { typed, type, forget, save } = useTypedOver('desk-seller', seller, saving)
  const problems = fieldErrors(save.error)
  return (
    <form
      className="grid gap-3.5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(typed)
      }}
    >
      {(Object.entries(SELLER_FIELDS) as [SellerField, string][]).map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          autoComplete={AUTOCOMPLETE[field] ?? 'off'}
          value={typed[field] ?? seller[field]}
          problem={problems[field]}
          onChange={({ target }) => type({ [field]: target.value })}
        />
      ))}
      <div className="sm:col-span-2">
        <RefusedNote error={save.error} />
        <SaveRow typed={typed} busy={save.isPending} onForget={forget} />
      </div>
    </form>
  )
}
