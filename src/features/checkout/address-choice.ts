import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorSentence } from '@/api/errors'
import type { Address, Contact } from '@/domain/address'
import { isSameAddress, type SavedAddress } from '@/domain/saved-address'
import { saveAddress } from '@/features/account/account-actions'
import { addressesOptions } from '@/features/account/queries'
import type { AccountUser } from '@/features/account/session'
import { t } from '@/language/text'
import { toast } from '@/ui/toast'
import type { CheckoutFormControl } from './contact-fields'

/** The choice that is none of the kept addresses. */
export const NEW_ADDRESS = 'new'
const EMPTY: Address = { line1: '', line2: '', landmark: '', city: '', state: '', pincode: '' }

export interface AddressChoice {
  /** The account's addresses; empty for guests. */
  addresses: SavedAddress[]
  /** A signed-in shopper's addresses are on their way. */
  waiting: boolean
  /** Whether there is an account to keep an address with. */
  canKeep: boolean
  /** The kept address that is chosen; undefined for a new one. */
  chosen: SavedAddress | undefined
  choose: (id: string) => void
  /** The chosen address is being changed. */
  editing: boolean
  edit: () => void
  /** Whether what stands in the fields is kept with the account once the order stands. */
  keep: boolean
  setKeep: (keep: boolean) => void
  keepAfterOrder: (contact: Contact, address: Address) => void
}

/** Which address of the account the order goes to, or a new one (ORDER-11). It fills the form's fields, which stay what is sent. */
export function useAddressChoice(form: CheckoutFormControl, user: AccountUser | null): AddressChoice {
  const client = useQueryClient()
  const options = addressesOptions(user?.id ?? '')
  const { data, isPending } = useQuery(options)
  const [choice, setChoice] = useState<string>()
  const [editing, setEditing] = useState(false)
  const [keep, setKeep] = useState(false)
  const { getValues, setValue, clearErrors } = form
  const addresses = (user && data) || []

  const fill = (address: Address) => {
    setValue('address', { ...address })
    clearErrors('address')
  }
  const choose = (id: string) => {
    const saved = addresses.find((address) => address.id === id)
    setChoice(id)
    setEditing(false)
    setKeep(false)
    fill(saved?.address ?? EMPTY)
    if (!saved) return
    setValue('contact.name', saved.name)
    setValue('contact.phone', saved.phone)
    clearErrors(['contact.name', 'contact.phone'])
  }

  useEffect(() => {
    const first = data?.[0]
    if (!user || !first || choice !== undefined) return
    const typed = getValues('address')
    if (Object.values(typed).some((line) => line)) {
      // A reload, or Back: what stands in the form was chosen before.
      setChoice(data.find(({ address }) => isSameAddress(address, typed))?.id ?? NEW_ADDRESS)
      return
    }
    setChoice(first.id)
    setValue('address', { ...first.address })
    const name = getValues('contact.name')
    if (!name || name === user.name) setValue('contact.name', first.name)
    if (!getValues('contact.phone')) setValue('contact.phone', first.phone)
  }, [data, user, choice, getValues, setValue])

  const chosen = addresses.find(({ id }) => id === choice)

  const keepAfterOrder = ({ name, phone }: Contact, address: Address) => {
    if (!user || !keep) return
    const { label, is_default } = chosen ?? { label: '', is_default: false }
    saveAddress({ label, contact: { name, phone }, address, is_default }, chosen?.id)
      .catch((error: unknown) => toast.error(t('The address was not saved'), { description: errorSentence(error) }))
      .finally(() => client.invalidateQueries({ queryKey: options.queryKey }))
  }

  return {
    addresses,
    waiting: user !== null && isPending,
    canKeep: user !== null,
    chosen,
    choose,
    editing,
    edit: () => {
      setEditing(true)
      setKeep(true)
    },
    keep,
    setKeep,
    keepAfterOrder,
  }
}
