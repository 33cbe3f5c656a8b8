import { useState } from 'react'
import { errorCode, fieldErrors } from '@/api/errors'
import type { CorrectionRequest } from '@/domain/desk/order-request'
import type { DeskOrder } from '@/domain/desk/orders'
import { useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { Note } from '../parts/note'
import { useSeen } from '../parts/use-seen'
import { AddressFields, type AddressTyped } from './address-fields'
import { sentenceOf, useDeed } from './deeds'

/** Where the parcel goes and who receives it, while it is not packed. */
export function AddressDialog({ order, onClose }: { order: DeskOrder; onClose: () => void }) {
  const { name, phone } = order.contact
  const stored: AddressTyped = { ...order.address, name, phone }
  // Of another order than was seen nothing is taken up again.
  const [key] = useState(`desk-address ${order.id} ${order.updated}`)
  const [change, setChange, close] = useKeptForm<Partial<AddressTyped>>(key, {}, onClose)
  const typed = { ...stored, ...change }
  const deed = useDeed(order.id)
  const updated = useSeen(order, deed.error)
  const problems = fieldErrors(deed.error)
  const save = () => {
    const body: CorrectionRequest = { ...typed, updated }
    deed.mutate({ what: 'address', body, done: 'The address is corrected.' }, { onSuccess: close })
  }
  const beside = Object.keys(problems).some((field) => field in typed) && errorCode(deed.error) === ''
  return (
    <Dialog
      title="Correct address or phone"
      sub={order.number}
      onClose={close}
      typed={JSON.stringify(typed) !== JSON.stringify(stored)}
      footer={
        <Button look="primary" busy={deed.isPending} onClick={save}>
          Save the address
        </Button>
      }
      leave="Back"
    >
      <div className="grid gap-4">
        {order.bills.length > 0 && <Note>Its bill is made: only the phone can still be corrected.</Note>}
        {deed.error && !beside && <Note kind="bad">{sentenceOf(deed.error)}</Note>}
        <AddressFields typed={typed} problems={problems} onChange={(part) => setChange({ ...change, ...part })} />
      </div>
    </Dialog>
  )
}
