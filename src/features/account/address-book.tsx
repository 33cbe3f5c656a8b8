import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { errorSentence, errorStatus } from '@/api/errors'
import { MAX_ADDRESSES, type SavedAddress } from '@/domain/account/saved-address'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { deleteAddress, saveAddress, saveAddressAgain } from './account-actions'
import { AddressForm } from './address-form'
import { AddressText } from './address-text'
import { addressesOptions } from './queries'
import type { AccountUser } from './session'

/** The account's addresses: seen, added, changed, deleted with Undo, and one of them offered first (ORDER-11). */
export function AddressBook({ user }: { user: AccountUser }) {
  const { data: addresses, error, isFetching, refetch } = useQuery(addressesOptions(user.id))
  if (addresses) return <AddressList addresses={addresses} user={user} />
  if (error) {
    return (
      <div role="alert">
        <p className="text-ink-2">{t('Your addresses did not load. {reason}', { reason: errorSentence(error) })}</p>
        <Button look="ghost" busy={isFetching} onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  }
  return (
    <Loading label={t('Loading your addresses')}>
      <Skeleton className="h-20 max-w-[26rem]" />
    </Loading>
  )
}

function AddressList({ addresses, user }: { addresses: SavedAddress[]; user: AccountUser }) {
  const add = useRef<HTMLButtonElement>(null)
  const book = useRef<HTMLDivElement>(null)
  const { refresh, remove, offerFirst } = useAddressChanges(user, add, book)
  const { open, edit, cancel, saved } = useForms(refresh)
  useFocusAfterForm(open, add, book)
  return (
    <div ref={book} className="flex flex-col items-start gap-5">
      {addresses.length === 0 && open.length === 0 && (
        <p className="text-ink-2">{t('None yet. An address kept here fills itself in at checkout.')}</p>
      )}
      {addresses.length > 0 && (
        <ul aria-label={t('Addresses')} className="w-full">
          {addresses.map((address) => (
            <li
              key={address.id}
              data-address={address.id}
              className="border-line border-b py-5 first:pt-0 last:border-0"
            >
              {open.includes(address.id) ? (
                <AddressForm
                  saved={address}
                  name={user.name}
                  onSaved={() => saved(address.id)}
                  onCancel={() => cancel(address.id)}
                />
              ) : (
                <>
                  <AddressText saved={address} />
                  <AddressButtons
                    address={address}
                    onEdit={() => edit(address.id)}
                    onDelete={() => remove(address)}
                    onOfferFirst={() => offerFirst(address)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {open.includes('new') && (
        <div className="w-full">
          <AddressForm name={user.name} onSaved={() => saved('new')} onCancel={() => cancel('new')} />
        </div>
      )}
      {!open.includes('new') && addresses.length < MAX_ADDRESSES && (
        <Button ref={add} look="line" onClick={() => edit('new')}>
          {t('Add an address')}
        </Button>
      )}
    </div>
  )
}

/** Which forms stand open. */
function useForms(refresh: () => Promise<void>) {
  /** The ids of the addresses in forms, or `new`: a second form takes nothing from the first. */
  const [open, setOpen] = useState<readonly string[]>([])
  const edit = (id: string) => setOpen((now) => [...now, id])
  const close = (id: string) => setOpen((now) => now.filter((other) => other !== id))
  const cancel = (id: string) => {
    close(id)
    // What was called off may be done already.
    void refresh()
  }
  const saved = async (id: string) => {
    await refresh()
    close(id)
  }
  return { open, edit, cancel, saved }
}

type Place<Kind> = RefObject<Kind | null>

/** The keyboard goes on beside the address that was in the form. */
function useFocusAfterForm(open: readonly string[], add: Place<HTMLElement>, book: Place<HTMLElement>) {
  const before = useRef(open)
  useEffect(() => {
    const gone = before.current.find((id) => !open.includes(id))
    // Who writes in another form goes on there.
    if (gone && document.activeElement === document.body) (firstButton(book, gone) ?? add.current)?.focus()
    before.current = open
  }, [open, add, book])
}

const firstButton = (book: Place<HTMLElement>, address: string) =>
  book.current?.querySelector<HTMLElement>(`[data-address="${address}"] button`)

/**
 * What is done to an address by one press, and where the keyboard goes on: the pressed button is gone or about to go.
 */
function useAddressChanges(user: AccountUser, add: Place<HTMLButtonElement>, book: Place<HTMLElement>) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: addressesOptions(user.id).queryKey })
  const changing = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (problem) => toast.error(errorSentence(problem)),
    onSettled: refresh,
  })
  const remove = (address: SavedAddress) => {
    const action = { label: t('Undo'), run: () => changing.mutate(undo) }
    let unheard = false
    // An equal one is not what came back.
    const known = client.getQueryData(addressesOptions(user.id).queryKey)?.map(({ id }) => id) ?? []
    const undo = () =>
      (unheard ? saveAddressAgain(inputOf(address), known) : saveAddress(inputOf(address))).catch((problem) => {
        unheard ||= errorStatus(problem) === 0
        // Nothing else brings it back.
        toast.error(errorSentence(problem), { action })
      })
    const work = async () => {
      await deleteAddress(address.id)
      toast.success(t('Address deleted'), { action })
    }
    const focus = () => (add.current ?? book.current?.querySelector('button'))?.focus()
    if (!changing.isPending) changing.mutate(work, { onSuccess: focus })
  }
  const offerFirst = (address: SavedAddress) => {
    const work = () => saveAddress({ ...inputOf(address), is_default: true }, address.id)
    const focus = () => firstButton(book, address.id)?.focus()
    if (!changing.isPending) changing.mutate(work, { onSuccess: focus })
  }
  return { refresh, remove, offerFirst }
}

const inputOf = ({ label, name, phone, address, is_default }: SavedAddress) => ({
  label,
  contact: { name, phone },
  address,
  is_default,
})

interface AddressButtonsProps {
  address: SavedAddress
  onEdit: () => void
  onDelete: () => void
  onOfferFirst: () => void
}

function AddressButtons({ address, onEdit, onDelete, onOfferFirst }: AddressButtonsProps) {
  const name = { address: address.label || `${address.address.line1}, ${address.address.city}` }
  return (
    <div className="mt-1 flex flex-wrap gap-x-5">
      <Button
        look="ghost"
        className="justify-start"
        aria-label={t('Edit the address {address}', name)}
        onClick={onEdit}
      >
        {t('Edit')}
      </Button>
      <Button look="ghost" aria-label={t('Delete the address {address}', name)} onClick={onDelete}>
        {t('Delete')}
      </Button>
      {!address.is_default && (
        <Button look="ghost" aria-label={t('Put first: {address}', name)} onClick={onOfferFirst}>
          {t('Put first')}
        </Button>
      )}
    </div>
  )
}
