import { useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import type { ArriveOutcome, Parcel } from '@/domain/desk/parcels'
import { formatPaise } from '@/domain/money'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { Note } from '../parts/note'
import { TickRow } from '../parts/switch'
import type { Moves } from './use-moves'

export interface Arriving {
  outcome: ArriveOutcome
  parcels: readonly Parcel[]
}

interface ArriveDialogProps extends Arriving {
  moves: Moves
  onClose: () => void
}

/** What becomes of parcels on their way, looked at before it is saved: neither can be taken back. */
export function ArriveDialog({ outcome, parcels, moves, onClose }: ArriveDialogProps) {
  const [cash, setCash] = useState(true)
  const delivered = outcome === 'delivered'
  const sum = delivered ? parcels.reduce((total, { to_collect }) => total + to_collect, 0) : 0
  const becomes = delivered ? 'Delivered' : 'Could not be delivered'
  const save = async () => {
    const orders = parcels.map(({ id }) => id)
    const said = (count: number) => `${counted(count, 'parcel')}: ${becomes.toLowerCase()}.`
    if (await moves.move('arrive', { orders, outcome, cash: cash && sum > 0 }, { said })) onClose()
  }
  return (
    <Dialog
      title={
        delivered
          ? `Mark ${counted(parcels.length, 'parcel')} delivered`
          : `${counted(parcels.length, 'parcel')} not delivered`
      }
      sub={delivered ? 'Each shopper is emailed.' : 'Shoppers see that delivery was tried.'}
      onClose={onClose}
      footer={
        <Button look="primary" busy={moves.busy === 'arrive'} onClick={save}>
          {delivered ? `Mark ${parcels.length} delivered` : `Mark ${parcels.length} not delivered`}
        </Button>
      }
      leave="Not now"
    >
      {moves.problem && <Note kind="bad">{moves.problem}</Note>}
      <ul>
        {parcels.map((parcel) => (
          <li key={parcel.id} className="flex items-center justify-between gap-3 border-b py-2 last:border-0">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <b>{parcel.name}</b>
              <span className="meta block">{parcel.number}</span>
            </span>
            <span className="max-w-1/2 text-right">
              {`${parcel.state.words} → ${becomes}`}
              {delivered && parcel.to_collect > 0 && <b className="block">{formatPaise(parcel.to_collect)}</b>}
            </span>
          </li>
        ))}
      </ul>
      {sum > 0 && (
        <div className="mt-2">
          <TickRow
            label={
              <>
                The cash is here: note <b>{formatPaise(sum)}</b> as received
              </>
            }
            checked={cash}
            onChange={setCash}
          />
        </div>
      )}
    </Dialog>
  )
}
