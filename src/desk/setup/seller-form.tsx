import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence, fieldErrors } from '@/api/errors'
import { SELLER_FIELDS, type SellerField, type SetupAnswer } from '@/domain/desk/setup'
import { TextField } from '../parts/field'
import { Note } from '../parts/note'
import { SaveRow } from '../parts/save-row'
import { useToast } from '../parts/toast'
import { useTypedOver } from '../parts/use-typed-over'
import { useAsk } from '../session'

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
  const ask = useAsk()
  const toast = useToast()
  const queries = useQueryClient()
  const { typed, was, type, saved, forget, refused } = useTypedOver('desk-seller', seller)
  const again = () => Promise.all(['setup', 'today'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const save = useMutation({
    mutationFn: (sent: typeof typed) => ask('setup', { body: { ...sent, was } }),
    onSuccess: (_, sent) => {
      toast({ text: 'Saved. In the shop now.' })
      return again().then(() => saved(sent))
    },
    onError: () => void again().then(refused),
  })
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
        {save.error && Object.keys(problems).length === 0 && <Note kind="bad">{errorSentence(save.error)}</Note>}
        <SaveRow typed={typed} busy={save.isPending} onForget={forget} />
      </div>
    </form>
  )
}
