import { useState } from 'react'
import { ACT_WORDS, asksRestock, type OrderAct } from '@/domain/desk/order-acts'
import type { DeskOrder } from '@/domain/desk/orders'
import { formatPaise } from '@/domain/money'
import { useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { Field, TextField } from '../parts/field'
import { Note } from '../parts/note'
import { Segmented } from '../parts/segmented'
import { useSeen } from '../parts/use-seen'
import { sentenceOf, useDeed } from './deeds'

const RESTOCK = [
  ['yes', 'Back on sale'],
  ['no', 'Not to be sold'],
] as const

type Tracking = DeskOrder['tracking']

/** Asks before something is done that the shopper hears of or that cannot be taken back. */
export function ActDialog({ act, order, onClose }: { act: OrderAct; order: DeskOrder; onClose: () => void }) {
  const { name, ask } = ACT_WORDS[act]
  const deed = useDeed(order.id)
  const [restock, setRestock] = useState<'yes' | 'no' | ''>('')
  const [begun] = useState(order.tracking)
  const [tracking, setTracking, close] = useKeptForm(`desk-tracking ${order.id}`, begun, onClose)
  const updated = useSeen(order, deed.error)
  const send = () =>
    deed.mutate(
      {
        what: 'act',
        body: { act, updated, ...(asksRestock(act) && { restock }), ...(act === 'shipped' && tracking) },
        done: `Done: ${name}.`,
      },
      { onSuccess: close },
    )
  return (
    <Dialog
      title={`${name}?`}
      sub={`${order.number}, ${order.contact.name}`}
      onClose={close}
      typed={JSON.stringify(tracking) !== JSON.stringify(begun)}
      footer={
        <Button look={act === 'cancel' ? 'danger' : 'primary'} busy={deed.isPending} onClick={send}>
          {buttonOf(act, order)}
        </Button>
      }
      leave="Back"
    >
      <div className="grid gap-4">
        {deed.error && <Note kind="bad">{sentenceOf(deed.error)}</Note>}
        <p>{ask}</p>
        {asksRestock(act) && (
          <Field label="What becomes of its pieces?">
            {() => (
              <Segmented label="What becomes of its pieces?" value={restock} options={RESTOCK} onChange={setRestock} />
            )}
          </Field>
        )}
        {act === 'shipped' && <TrackingFields tracking={tracking} onChange={setTracking} />}
      </div>
    </Dialog>
  )
}

function buttonOf(act: OrderAct, { number, grand_total }: DeskOrder): string {
  if (act === 'cancel') return `Cancel ${number}`
  if (act === 'paid') return `${formatPaise(grand_total)} is here`
  if (act === 'shipped') return 'Ship, email the shopper'
  return ACT_WORDS[act].button.replace('…', '')
}

function TrackingFields({ tracking, onChange }: { tracking: Tracking; onChange: (tracking: Tracking) => void }) {
  const typed = (field: keyof Tracking) => ({
    value: tracking[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...tracking, [field]: event.target.value }),
  })
  return (
    <>
      <TextField label="Courier" maxLength={80} autoComplete="off" {...typed('courier')} />
      <TextField label="Tracking number" maxLength={80} autoComplete="off" {...typed('tracking_number')} />
      <TextField
        label="Page of the courier"
        hint="If there is one, such as https://…"
        inputMode="url"
        autoComplete="off"
        {...typed('tracking_url')}
      />
    </>
  )
}
