import Check from '@lucide/icons/icons/check'
import CircleAlert from '@lucide/icons/icons/circle-alert'
import { useEffect, useRef, useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import type { Parcel } from '@/domain/desk/parcels'
import { COURIERS, isNumberless, nameOrders, OTHER, readTracking } from '@/domain/desk/tracking'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { SelectField, TextArea, TextField } from '../parts/field'
import { Note } from '../parts/note'
import type { Moves } from './use-moves'

const COURIER = 'desk-courier'
const NAME = 'desk-courier-name'
/** What was pasted outlives a closed sheet and a reload, until it is shipped. */
const TYPED = 'desk-tracking'

interface ShipSheetProps {
  parcels: readonly Parcel[]
  moves: Moves
  onClose: () => void
}

/** What was typed, what of it is good, and the request that ships it. */
function useShipment({ parcels, moves, onClose }: ShipSheetProps) {
  const [courier, setCourier] = useState(() => localStorage.getItem(COURIER) ?? 'Delhivery')
  const [name, setName] = useState(() => localStorage.getItem(NAME) ?? '')
  const [text, setText] = useState(() => sessionStorage.getItem(TYPED) ?? '')
  const numberless = isNumberless(courier)
  const lines = numberless ? [] : readTracking(text, courier, parcels)
  const good = numberless
    ? parcels.map(({ id }) => ({ order: id, tracking_number: '' }))
    : lines.flatMap(({ order, number, problem }) => (order && !problem ? [{ order, tracking_number: number }] : []))
  const bad = lines.filter(({ problem }) => problem !== '')
  const type = (typed: string) => {
    sessionStorage.setItem(TYPED, nameOrders(typed, parcels))
    setText(typed)
  }
  const listed = parcels.map(({ id }) => id).join()
  // When somebody else moves a parcel, the other lines stay with theirs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is named by the list before
  useEffect(() => setText(sessionStorage.getItem(TYPED) ?? ''), [listed])
  /** Takes what was shipped out of what is typed by now, which may be more; answers what is left. */
  const keepUnsent = (shipped: typeof good): string => {
    const gone = new Set(shipped.map(({ tracking_number }) => tracking_number))
    const typed = sessionStorage.getItem(TYPED) ?? ''
    const read = readTracking(typed, courier, parcels)
    const waiting = read.filter(({ number }) => !gone.has(number))
    const sent = new Set(read.filter((line) => !waiting.includes(line)).map(({ line }) => line))
    const rows = typed.split('\n').filter((_, row) => !sent.has(row + 1))
    // Lines of the courier's heading go with the last of the others.
    const left = waiting.length > 0 ? rows.join('\n') : ''
    sessionStorage.setItem(TYPED, left)
    setText(left)
    return left
  }
  const ship = async () => {
    localStorage.setItem(COURIER, courier)
    localStorage.setItem(NAME, name)
    const answer = await moves.move(
      'ship',
      { courier, parcels: good, ...(courier === OTHER && { name }) },
      { said: (count) => `${counted(count, 'parcel')} shipped. Each shopper is emailed once.` },
    )
    if (!answer) return
    const left = numberless ? '' : keepUnsent(good.filter(({ order }) => answer.done.includes(order)))
    if (answer.left.length + bad.length === 0 && left === '') onClose()
  }
  return { courier, setCourier, name, setName, text, type, numberless, lines, good: good.length, bad, ship }
}

type Shipment = ReturnType<typeof useShipment>

/** Tracking numbers are pasted and checked against the list as one types; only good lines ship. */
export function ShipSheet(props: ShipSheetProps) {
  const { parcels, moves, onClose } = props
  const shipment = useShipment(props)
  const { good, bad } = shipment
  return (
    <Dialog
      kind="sheet"
      title={`Ship ${counted(parcels.length, 'parcel')}`}
      onClose={onClose}
      footer={
        <Button look="primary" busy={moves.busy === 'ship'} aria-disabled={good === 0} onClick={shipment.ship}>
          {good === 0 ? 'Ship' : `Ship ${good}, email ${counted(good, 'shopper')}`}
        </Button>
      }
      leave="Not now"
      note={footWords(
        bad.map(({ line }) => line),
        good,
      )}
    >
      {moves.problem && <Note kind="bad">{moves.problem}</Note>}
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <ShipForm {...shipment} />
        <CheckedList parcels={parcels} lines={shipment.lines} moves={moves} />
      </div>
    </Dialog>
  )
}

function ShipForm({ courier, setCourier, name, setName, text, type, numberless }: Shipment) {
  const field = useRef<HTMLTextAreaElement>(null)
  // What the sheet was opened for; the dialog alone would begin with its cross.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className="grid content-start gap-4">
      <SelectField
        label="Courier"
        hint="Remembered for the next time"
        value={courier}
        onChange={(event) => setCourier(event.target.value)}
      >
        {COURIERS.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {courier === OTHER && (
        <TextField
          label="Its name"
          hint="Shoppers read it."
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {!numberless && (
        <TextArea
          label="Tracking numbers, one a line"
          hint="In the order of the list, or with the order number before each. A paste from the courier’s sheet works."
          rows={8}
          ref={field}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </div>
  )
}

function CheckedList({ parcels, lines, moves }: Pick<ShipSheetProps, 'parcels' | 'moves'> & Pick<Shipment, 'lines'>) {
  return (
    <section aria-labelledby="checked">
      <h3 id="checked" className="mb-1.5">
        Checked against the list
      </h3>
      <ul>
        {parcels.map((parcel) => {
          const own = lines.filter(({ order }) => order === parcel.id)
          return (
            <Checked
              key={parcel.id}
              parcel={parcel}
              number={own.find(({ problem }) => !problem)?.number ?? ''}
              problem={own.find(({ problem }) => problem)?.problem ?? ''}
              left={moves.left.find(({ order }) => order === parcel.id)?.why ?? ''}
            />
          )
        })}
        {lines
          .filter(({ order }) => !order)
          .map(({ line, problem }) => (
            <li key={line} className="border-b py-2 text-danger">
              {problem}
            </li>
          ))}
      </ul>
    </section>
  )
}

interface CheckedProps {
  parcel: Parcel
  number: string
  problem: string
  /** Why the shop refused it a moment ago. */
  left: string
}

function Checked({ parcel, number, problem, left }: CheckedProps) {
  const wrong = problem || left
  return (
    <li className="flex items-center gap-3 border-b py-2 leading-snug last:border-0">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <b>{parcel.name}</b> <span className="meta">{parcel.city}</span>
        <span className="meta block">{parcel.number}</span>
        {wrong && <span className="block text-danger">{wrong}</span>}
      </div>
      {wrong && <Icon of={CircleAlert} className="text-danger" />}
      {!wrong && number && (
        <span className="flex items-center gap-1.5 wrap-anywhere">
          {spaced(number)}
          <Icon of={Check} label="Good" size={16} className="text-success" />
        </span>
      )}
    </li>
  )
}

/** Long digits in fours, to be read against the courier's paper. */
const spaced = (number: string) => (/^\d+$/.test(number) ? number.replace(/(\d{4})(?=\d)/g, '$1 ') : number)

function footWords(bad: readonly number[], good: number): string {
  const once = good === 0 ? '' : ' Each shopper is emailed once, with the number.'
  if (bad.length === 0) return good === 0 ? 'Paste the numbers first.' : once.trim()
  const last = bad.at(-1)
  const named = bad.length === 1 ? `Line ${last} waits` : `Lines ${bad.slice(0, -1).join(', ')} and ${last} wait`
  return `${named} here until ${bad.length === 1 ? 'it is' : 'they are'} mended.${once}`
}
