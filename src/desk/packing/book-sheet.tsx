import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import type { RatesAnswer } from '@/domain/desk/bookings'
import { counted } from '@/domain/desk/list-words'
import type { Parcel } from '@/domain/desk/parcels'
import { typedNumber } from '@/domain/desk/typed-number'
import { formatPaise } from '@/domain/money'
import { type Box, MOST_SIDE, MOST_WEIGHT } from '@/domain/orders/booking'
import { useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { SelectField, TextField } from '../parts/field'
import { Note } from '../parts/note'
import { useAsk } from '../session'
import type { Moves } from './use-moves'

interface BookSheetProps {
  parcels: readonly Parcel[]
  box: Box
  moves: Moves
  onClose: () => void
}

/** What was typed and chosen for one parcel; the rest is as proposed. */
interface Chosen {
  /** Grams. */
  weight?: number
  /** Number of the courier; left out: the cheapest. */
  courier?: number
}

const isWhole = (number: number, most: number) => Number.isInteger(number) && number >= 1 && number <= most

/** One courier after the other: many questions at once would be refused. */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work)
  turn = mine.catch(() => undefined)
  return mine
}

/** Weight, box and courier of parcels, and the request that books them. */
function useBooking({ parcels, box: usual, moves, onClose }: BookSheetProps) {
  const begun = { box: usual, chosen: {} as { readonly [order: string]: Chosen } }
  const [{ box, chosen }, set, close] = useKeptForm('desk-booking', begun, onClose)
  const setBox = (box: Box) => set((before) => ({ ...before, box }))
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const fits = Object.values(box).every((side) => isWhole(side, MOST_SIDE))
  const weightOf = ({ id, weight }: Parcel) => chosen[id]?.weight ?? weight
  const good = parcels.filter((parcel) => fits && isWhole(weightOf(parcel), MOST_WEIGHT) && !refused.has(parcel.id))
  const choose = (id: string, more: Chosen) =>
    set(({ box, chosen }) => ({ box, chosen: { ...chosen, [id]: { ...chosen[id], ...more } } }))
  /** Of a parcel nobody goes with, and of a courier that was chosen and does not go there any more. */
  const hear = (id: string, { rates, why }: RatesAnswer) => {
    setRefused((before) => new Set([...before].filter((other) => other !== id).concat(why ? [id] : [])))
    // What was chosen while the prices were on their way stays.
    set((before) => {
      const { courier, ...rest } = before.chosen[id] ?? {}
      if (!courier || rates.some((rate) => rate.id === courier)) return before
      return { ...before, chosen: { ...before.chosen, [id]: rest } }
    })
  }
  const book = async () => {
    const wanted = good.map((parcel) => ({
      order: parcel.id,
      weight: weightOf(parcel),
      courier: chosen[parcel.id]?.courier ?? 0,
    }))
    if (await moves.move('book', { parcels: wanted, box }, { said: (count) => `${counted(count, 'parcel')} booked.` }))
      close()
  }
  const typed =
    parcels.some((parcel) => weightOf(parcel) !== parcel.weight || chosen[parcel.id]?.courier) ||
    JSON.stringify(box) !== JSON.stringify(usual)
  return { box, setBox, fits, weightOf, chosen, choose, hear, typed, good: good.length, book, close }
}

/** Parcels are weighed, their courier is chosen by days and price, and all are booked at once. */
export function BookSheet(props: BookSheetProps) {
  const { parcels, moves } = props
  const { box, setBox, fits, weightOf, chosen, choose, hear, typed, good, book, close } = useBooking(props)
  return (
    <Dialog
      kind="sheet"
      title={`Book a courier for ${counted(parcels.length, 'parcel')}`}
      typed={typed}
      onClose={close}
      footer={
        <Button look="primary" busy={moves.busy === 'book'} aria-disabled={good === 0} onClick={book}>
          {good === 0 ? 'Book' : `Book ${good}`}
        </Button>
      }
      leave="Not now"
      note={'The courier fetches them. Each shopper is emailed once, when their parcel is fetched.'}
    >
      {moves.problem && <Note kind="bad">{moves.problem}</Note>}
      <BoxFields box={box} onChange={setBox} />
      <ul className="mt-5">
        {parcels.map((parcel) => (
          <ParcelRow
            key={parcel.id}
            parcel={parcel}
            weight={weightOf(parcel)}
            size={fits ? { ...box, weight: weightOf(parcel) } : undefined}
            courier={chosen[parcel.id]?.courier ?? 0}
            onChoose={(more) => choose(parcel.id, more)}
            onRates={(answer) => hear(parcel.id, answer)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const SIDES = [
  ['length', 'Length, cm'],
  ['breadth', 'Breadth, cm'],
  ['height', 'Height, cm'],
] as const

function BoxFields({ box, onChange }: { box: Box; onChange: (box: Box) => void }) {
  return (
    <fieldset className="grid grid-cols-3 gap-3">
      <legend className="mb-1.5">
        <h3>The box of each</h3>
      </legend>
      {SIDES.map(([side, label]) => (
        <TextField
          key={side}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={box[side]}
          onBlur={(event) => onChange({ ...box, [side]: typedNumber(event.target.value) ?? 0 })}
          problem={isWhole(box[side], MOST_SIDE) ? undefined : `Write 1 to ${MOST_SIDE}.`}
        />
      ))}
    </fieldset>
  )
}

interface ParcelRowProps {
  parcel: Parcel
  /** Grams. */
  weight: number
  /** Missing while the box cannot be. */
  size: (Box & { weight: number }) | undefined
  /** Its number; 0: the cheapest. */
  courier: number
  onChoose: (more: Chosen) => void
  onRates: (answer: RatesAnswer) => void
}

/** Who would carry a parcel of this size; each answer is told as well. */
function useRates({ parcel, size, onRates }: Pick<ParcelRowProps, 'parcel' | 'size' | 'onRates'>) {
  const ask = useAsk()
  return useQuery({
    queryKey: ['rates', parcel.id, size],
    queryFn: () =>
      inTurn(async () => {
        const answer = await ask<RatesAnswer>('parcels/rates', { query: { order: parcel.id, ...size } })
        onRates(answer)
        return answer
      }),
    enabled: size !== undefined && isWhole(size.weight, MOST_WEIGHT),
    // Prices of a moment ago are not asked for again while the sheet stands open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before) => before,
  })
}

function ParcelRow(props: ParcelRowProps) {
  const { parcel, weight, size, onChoose } = props
  const weighs = size !== undefined && isWhole(size.weight, MOST_WEIGHT)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_88px] gap-x-4 gap-y-2 border-b py-3 last:border-0 md:grid-cols-[1fr_110px_minmax(0,1.3fr)] max-md:*:last:col-span-2">
      <div className="min-w-0 leading-snug wrap-anywhere">
        <b>{parcel.name}</b> <span className="meta">{parcel.city}</span>
        <span className="meta block">{parcel.number}</span>
        {parcel.to_collect > 0 && <span className="block">{`${formatPaise(parcel.to_collect)} in cash`}</span>}
      </div>
      <TextField
        label="Weight, g"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={weight}
        onBlur={(event) => onChoose({ weight: typedNumber(event.target.value) ?? 0 })}
        problem={size === undefined || weighs ? undefined : `Write 1 to ${MOST_WEIGHT}.`}
      />
      <CourierField {...props} />
    </li>
  )
}

/** The courier by days and price; where nobody answered, why, and another try. */
function CourierField(props: ParcelRowProps) {
  const { parcel, courier, onChoose } = props
  const { data, error, isFetching, refetch } = useRates(props)
  const why = data?.why || (error ? errorSentence(error) : '')
  return (
    <div>
      <SelectField
        label="Courier"
        hint={isFetching ? 'Asking for prices…' : undefined}
        problem={isFetching ? undefined : why || undefined}
        value={courier}
        onChange={(event) => onChoose({ courier: Number(event.target.value) })}
        options={data?.rates.slice(1).map(({ id, name, cost, days }) => [id, rateWords(name, cost, days)])}
      >
        <option value={0}>{cheapest(data)}</option>
      </SelectField>
      {why && (
        <Button
          look="text"
          className="-ml-2"
          busy={isFetching}
          aria-label={`Ask again for ${parcel.number}`}
          onClick={() => refetch()}
        >
          Ask again
        </Button>
      )}
    </div>
  )
}

const rateWords = (name: string, cost: number, days: number) =>
  [cost > 0 && formatPaise(cost), days > 0 && counted(days, 'day'), name].filter(Boolean).join(', ')

function cheapest(data: RatesAnswer | undefined): string {
  const first = data?.rates[0]
  return first ? rateWords(first.name, first.cost, first.days) : 'The cheapest'
}
