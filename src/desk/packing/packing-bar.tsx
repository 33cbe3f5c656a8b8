import Printer from '@lucide/icons/icons/printer'
import { useState } from 'react'
import type { LabelsAnswer } from '@/domain/desk/bookings'
import { counted } from '@/domain/desk/list-words'
import type { ArriveOutcome, Parcel, ParcelTab, PrintAnswer } from '@/domain/desk/parcels'
import { formatPaise } from '@/domain/money'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { PickBar } from '../parts/pick-bar'
import { Segmented } from '../parts/segmented'
import { useAsk } from '../session'
import type { Paper } from './packing-document'
import { printPage, tabToPrint, typefaces } from './print'
import type { Moves } from './use-moves'

const PAPER = 'desk-paper'

interface PackingBarProps {
  tab: ParcelTab
  /** All that are shown. */
  parcels: readonly Parcel[]
  picked: readonly Parcel[]
  /** Those a press on *Ship* is for. */
  toShip: readonly Parcel[]
  moves: Moves
  onShip: () => void
  /** Those of the chosen that can be booked with a courier; missing where nobody books. */
  bookable?: readonly Parcel[]
  onBook?: () => void
  onArrive: (outcome: ArriveOutcome) => void
}

/** What is ticked, and what can be done with it. Parcels to ship need no ticks: without any it is all of them. */
export function PackingBar({ tab, parcels, picked, moves, onArrive, ...shipping }: PackingBarProps) {
  const ticked = picked.length
  if (tab === 'returns' || parcels.length === 0 || (ticked === 0 && tab !== 'ship')) return null
  const orders = picked.map(({ id }) => id)
  const papers = ticked > 0 && tab !== 'way' && <Papers orders={orders} moves={moves} />
  const says =
    ticked > 0 ? (
      <b>{`${ticked} of ${parcels.length} ticked`}</b>
    ) : (
      <b>{`${counted(parcels.length, 'parcel')} to ship`}</b>
    )
  return (
    <PickBar says={says} sub={contentsWords(ticked > 0 ? picked : parcels)}>
      {papers}
      {tab === 'pack' && (
        <Button
          look="bar"
          busy={moves.busy === 'pack'}
          onClick={() =>
            moves.move('pack', { orders }, { said: (count) => `${counted(count, 'parcel')} packed.`, undo: 'unpack' })
          }
        >{`Mark ${ticked} packed`}</Button>
      )}
      {tab === 'ship' && <ToShip {...{ parcels, picked, moves, ...shipping }} />}
      {tab === 'way' && (
        <>
          <Button look="bar-line" onClick={() => onArrive('delivery_failed')}>
            Not delivered
          </Button>
          <Button look="bar" onClick={() => onArrive('delivered')}>{`Mark ${ticked} delivered`}</Button>
        </>
      )}
    </PickBar>
  )
}

type ToShipProps = Omit<PackingBarProps, 'tab' | 'onArrive'>

function ToShip({ parcels, picked, toShip, moves, onShip, bookable = [], onBook }: ToShipProps) {
  const orders = picked.map(({ id }) => id)
  const unpack = () =>
    moves.move('unpack', { orders }, { said: (count) => `${counted(count, 'parcel')} not packed.`, undo: 'pack' })
  return (
    <>
      {picked.length > 0 && (
        <Button look="bar-line" busy={moves.busy === 'unpack'} onClick={unpack}>
          Not packed
        </Button>
      )}
      {onBook && <Labels parcels={picked.length > 0 ? picked : parcels} moves={moves} />}
      {toShip.length > 0 && (
        <Button look={bookable.length > 0 ? 'bar-line' : 'bar'} onClick={onShip}>{`Ship ${toShip.length}`}</Button>
      )}
      {bookable.length > 0 && <Button look="bar" onClick={onBook}>{`Book ${bookable.length}`}</Button>}
    </>
  )
}

function contentsWords(parcels: readonly Parcel[]): string {
  const pieces = parcels.flatMap(({ items }) => items).reduce((sum, { quantity }) => sum + quantity, 0)
  const cash = parcels.reduce((sum, { to_collect }) => sum + to_collect, 0)
  return `${counted(pieces, 'piece')}${cash > 0 ? `, ${formatPaise(cash)} to collect in cash` : ''}`
}

/** The courier's labels, as one document in a tab of its own. */
function Labels({ parcels, moves }: { parcels: readonly Parcel[]; moves: Moves }) {
  const ask = useAsk()
  const orders = parcels.filter(({ booking }) => booking?.label).map(({ id }) => id)
  if (orders.length === 0) return null
  const show = () => {
    // In the press itself: later the browser opens none.
    const tab = open('', '_blank')
    if (tab) tab.opener = null
    return moves.run('labels', async () => {
      const { url } = await ask<LabelsAnswer>('parcels/labels', { body: { orders } }).catch((error: unknown) => {
        tab?.close()
        throw error
      })
      // Where the browser opens no tab they come in this one, with the desk behind them.
      if (tab) tab.location.replace(url)
      else location.assign(url)
    })
  }
  return (
    <Button look="bar-line" busy={moves.busy === 'labels'} onClick={show}>
      {counted(orders.length, 'label')}
    </Button>
  )
}

/** The paper, which is remembered, and the print of slips and bills. */
function Papers({ orders, moves }: { orders: readonly string[]; moves: Moves }) {
  const ask = useAsk()
  const [paper, setPaper] = useState<Paper>(() => (localStorage.getItem(PAPER) === 'label' ? 'label' : 'a4'))
  const choose = (chosen: Paper) => {
    localStorage.setItem(PAPER, chosen)
    setPaper(chosen)
  }
  const print = () => {
    const tab = tabToPrint()
    return moves.run('print', async () => {
      const [answer, { packingDocument }] = await Promise.all([
        ask<PrintAnswer>('parcels/print', { body: { orders } }),
        import('./packing-document'),
      ]).catch((error: unknown) => {
        tab?.close()
        throw error
      })
      moves.setLeft(answer.left)
      if (answer.slips.length > 0) await printPage(packingDocument(answer, paper, typefaces()), tab)
      else tab?.close()
    })
  }
  return (
    <>
      <Segmented
        onBar
        label="Paper"
        value={paper}
        options={[
          ['a4', 'A4'],
          ['label', '4×6'],
        ]}
        onChange={choose}
      />
      <Button look="bar-line" busy={moves.busy === 'print'} onClick={print}>
        <Icon of={Printer} size={18} />
        Print
      </Button>
    </>
  )
}
