import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { type Address, nationalPhone } from '@/domain/account/address'
import { readPincode } from '@/domain/account/read-pincode'
import { isSameAddress, MAX_ADDRESSES, type SavedAddress } from '@/domain/account/saved-address'
import type { CheckoutForm } from '@/domain/orders/checkout-form'
import { saveAddress } from '@/features/account/account-actions'
import { addressesOptions } from '@/features/account/queries'
import type { AccountUser } from '@/features/account/session'
import { t } from '@/language/text'
import { toast } from '@/ui/toast'
import type { CheckoutFormControl } from './contact-fields'
import { saveDeviceAddress } from './form-draft'

/** The choice that is none of the kept addresses. */
export const NEW_ADDRESS = 'new'
const EMPTY: Address = { line1: '', line2: '', landmark: '', city: '', state: '', pincode: '' }

type FormValues = Pick<CheckoutFormControl, 'getValues' | 'setValue'>

export interface AddressChoice {
  /** The account's addresses; empty for guests. */
  addresses: SavedAddress[]
  /** A signed-in shopper's addresses are on their way. */
  waiting: boolean
  /** The kept address that is chosen; undefined for a new one. */
  chosen: SavedAddress | undefined
  choose: (id: string) => void
  /** The address's fields are there: for a new one, or a kept one that is being changed. */
  open: boolean
  edit: () => void
  /** What the form's `keep` is about: what stands in the fields is kept there once the order is made. */
  keeping: 'account' | 'device' | null
  saveAfterOrder: (order: CheckoutForm) => void
}

/**
 * Which address of the account the order goes to, or a new one (ORDER-11). It fills the form's fields, which stay
 * what is sent.
 */
export function useAddressChoice(form: CheckoutFormControl, user: AccountUser | null): AddressChoice {
  const client = useQueryClient()
  const options = addressesOptions(user?.id ?? '')
  const { data, isPending } = useQuery(options)
  const { choice, setChoice, editing, setEditing } = useChosen(form, user, data)
  const { getValues, setValue, clearErrors } = form
  const addresses = (user && data) || []

  const choose = (id: string) => {
    const saved = addresses.find((address) => address.id === id)
    setChoice(id)
    setEditing(false)
    setValue('address', { ...(saved?.address ?? EMPTY) })
    clearErrors('address')
    // Whose name and number stand there goes with the new address as well.
    if (!saved) return setValue('filled', { email: getValues('filled')?.email })
    setValue('contact.name', saved.name)
    setValue('contact.phone', nationalPhone(saved.phone))
    clearErrors(['contact.name', 'contact.phone'])
  }

  const chosen = addresses.find(({ id }) => id === choice)
  const open = !chosen || editing
  const keeping = keepingOf({ user, chosen, open, addresses })

  const saveAfterOrder = (order: CheckoutForm) => {
    if (!order.keep || !keeping) return
    if (keeping === 'device') saveDeviceAddress(order)
    else
      keepWithAccount(order, { chosen, addresses })
        .catch((error: unknown) => toast.error(t('The address was not saved'), { description: errorSentence(error) }))
        .finally(() => client.invalidateQueries({ queryKey: options.queryKey }))
  }

  return {
    addresses,
    waiting: user !== null && isPending,
    chosen,
    choose,
    open,
    edit: () => {
      setEditing(true)
      setValue('keep', true)
    },
    keeping,
    saveAfterOrder,
  }
}

/** The choice, which the form keeps as long as it is not being changed, and whether it is. */
function useChosen(form: CheckoutFormControl, user: AccountUser | null, data: SavedAddress[] | undefined) {
  const [choice, setChoice] = useState<string>()
  const [editing, setEditing] = useState(false)
  const { getValues, setValue } = form
  useEffect(() => {
    if (user && data?.[0] && choice === undefined) setChoice(choiceAtFirst(getValues, data))
  }, [data, user, choice, getValues])
  const chosen = data?.find(({ id }) => id === choice)
  useEffect(() => {
    if (choice === undefined) return
    if (chosen && !editing) {
      setValue('address', { ...chosen.address })
      fillContact({ getValues, setValue }, { name: chosen.name, phone: nationalPhone(chosen.phone) })
    }
    // Whose name stands beside an address that is being changed is no longer filled in anew.
    if (editing) setValue('filled', { email: getValues('filled')?.email })
    setValue('kept', editing ? '' : choice)
  }, [choice, chosen, editing, getValues, setValue])

  // A kept address the store refuses must be seen to be mended, and stay in sight meanwhile.
  const refused = form.formState.errors.address !== undefined
  useEffect(() => {
    if (refused) setEditing(true)
  }, [refused])
  return { choice, setChoice, editing, setEditing }
}

async function keepWithAccount(
  { contact: { name, phone }, address }: CheckoutForm,
  { chosen, addresses }: Pick<AddressChoice, 'chosen' | 'addresses'>,
): Promise<void> {
  // The same one typed once more.
  if (!chosen && addresses.some((kept) => isSameAddress(kept.address, address))) return
  const { label, is_default } = chosen ?? { label: '', is_default: false }
  await saveAddress({ label, contact: { name, phone }, address, is_default }, chosen?.id)
}

/** Fills in what was not typed, also where account or address have been changed since they filled it in. */
export function fillContact({ getValues, setValue }: FormValues, from: Partial<CheckoutForm['contact']>): void {
  const filled = getValues('filled')
  for (const field of ['name', 'email', 'phone'] as const) {
    const text = from[field]
    if (text && ['', filled?.[field]].includes(getValues(`contact.${field}`))) setValue(`contact.${field}`, text)
  }
  setValue('filled', { ...filled, ...from })
}

interface KeepingFacts extends Pick<AddressChoice, 'addresses' | 'chosen' | 'open'> {
  user: AccountUser | null
}

function keepingOf({ user, chosen, open, addresses }: KeepingFacts): AddressChoice['keeping'] {
  if (!user) return 'device'
  return open && (chosen || addresses.length < MAX_ADDRESSES) ? 'account' : null
}

/**
 * Id of what is chosen before anything was: the address that stands in the form, or else the first one, which then
 * fills it.
 */
function choiceAtFirst(getValues: FormValues['getValues'], kept: readonly SavedAddress[]): string {
  const chosen = kept.find(({ id }) => id === getValues('kept'))
  if (chosen) return chosen.id
  const typed = getValues('address')
  const { line1, line2, landmark, pincode = '' } = typed
  // A PIN code that was asked about before signing in, with what it fills in, is no address yet.
  const isBare = !getValues('kept') && pincode !== '' && ![line1, line2, landmark].some(Boolean)
  const isEmpty = !Object.values(typed).some(Boolean)
  const first = isEmpty ? kept[0] : isBare && kept.find(({ address }) => address.pincode === readPincode(pincode))
  // A reload, or Back: what stands in the form was chosen before.
  return (first || kept.find(({ address }) => isSameAddress(address, typed)))?.id ?? NEW_ADDRESS
}
