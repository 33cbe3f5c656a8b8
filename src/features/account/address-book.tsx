import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { MAX_ADDRESSES, type SavedAddress } from '@/domain/saved-address'
import { t } from '@/language/text'
import { useFocusReturn } from '@/lib/focus-return'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { deleteAddress, saveAddress } from './account-actions'
import { AddressForm } from './address-form'
import { AddressText } from './address-text'
import { addressesOptions } from './queries'
import type { AccountUser } from './session'

/** The account's addresses: seen, added, changed, deleted with Undo, and one of them offered first (ORDER-11). */
export function AddressBook({ user }: { user: AccountUser }) {
  const client = useQueryClient()
  const options = addressesOptions(user.id)
  const { data: addresses, error, isFetching, refetch } = useQuery(options)
  /** The id of the address in the form, or `new`. */
  const [open, setOpen] = useState<string | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const refresh = () => client.invalidateQueries({ queryKey: options.queryKey })
  const changing = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (problem) => toast.error(errorSentence(problem)),
    onSettled: refresh,
  })
  useFocusReturn(open !== null, add)
  const close = () => setOpen(null)
  const saved = async () => {
    await refresh()
    close()
  }
  const inputOf = ({ label, name, phone, address, is_default }: SavedAddress) => ({
    label,
    contact: { name, phone },
    address,
    is_default,
  })
  // The pressed button is gone or about to go, and must not take the keyboard's place on the page along.
  const remove = (address: SavedAddress) =>
    changing.mutate(
      async () => {
        await deleteAddress(address.id)
        toast.success(t('Address deleted'), {
          action: { label: t('Undo'), run: () => changing.mutate(() => saveAddress(inputOf(address))) },
        })
      },
      { onSuccess: () => add.current?.focus() },
    )
  const offerFirst = (address: SavedAddress) =>
    changing.mutate(() => saveAddress({ ...inputOf(address), is_default: true }, address.id), {
      onSuccess: () => list.current?.querySelector<HTMLElement>(`[data-address="${address.id}"] button`)?.focus(),
    })

  if (error && !addresses) {
    return (
      <div role="alert">
        <p className="text-ink-2">{t('Your addresses did not load. {reason}', { reason: errorSentence(error) })}</p>
        <Button look="ghost" busy={isFetching} onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  }
  if (!addresses) {
    return (
      <div aria-busy="true">
        <p role="status" className="sr-only">
          {t('Loading your addresses')}
        </p>
        <Skeleton className="h-20 max-w-[26rem]" />
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-5">
      {addresses.length === 0 && open === null && (
        <p className="text-ink-2">{t('None yet. An address kept here fills itself in at checkout.')}</p>
      )}
      {addresses.length > 0 && (
        <ul ref={list} aria-label={t('Addresses')} className="w-full">
          {addresses.map((address) => (
            <li
              key={address.id}
              data-address={address.id}
              className="border-line border-b py-5 first:pt-0 last:border-0"
            >
              {open === address.id ? (
                <AddressForm saved={address} name={user.name} onSaved={saved} onCancel={close} />
              ) : (
                <>
                  <AddressText saved={address} />
                  <div className="mt-1 flex flex-wrap gap-x-5">
                    <Button
                      look="ghost"
                      aria-label={t('Edit the address {address}', { address: nameOf(address) })}
                      onClick={() => setOpen(address.id)}
                    >
                      {t('Edit')}
                    </Button>
                    <Button
                      look="ghost"
                      aria-label={t('Delete the address {address}', { address: nameOf(address) })}
                      onClick={() => !changing.isPending && remove(address)}
                    >
                      {t('Delete')}
                    </Button>
                    {!address.is_default && (
                      <Button
                        look="ghost"
                        aria-label={t('Offer first: {address}', { address: nameOf(address) })}
                        onClick={() => !changing.isPending && offerFirst(address)}
                      >
                        {t('Offer first')}
                      </Button>
                    )}
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' && (
        <div className="w-full">
          <AddressForm name={user.name} onSaved={saved} onCancel={close} />
        </div>
      )}
      {open !== 'new' && addresses.length < MAX_ADDRESSES && (
        <Button ref={add} look="line" onClick={() => setOpen('new')}>
          {t('Add an address')}
        </Button>
      )}
    </div>
  )
}

const nameOf = ({ label, address }: SavedAddress) => label || `${address.line1}, ${address.city}`
