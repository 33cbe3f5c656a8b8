import X from '@lucide/icons/icons/x'
import { useEffect, useRef, useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import {
  changedPrice,
  LEAST_PERCENT,
  MOST_PERCENT,
  type PriceEnding,
  readPercent,
  struckThrough,
} from '@/domain/desk/price-change'
import type { SheetRow } from '@/domain/desk/sheet'
import { formatRupees, toPaise, toRupees } from '@/domain/money'
import { Icon } from '@/ui/icon'
import { IconButton } from '../parts/button'
import { TextField } from '../parts/field'
import { Segmented } from '../parts/segmented'
import { TickRow } from '../parts/switch'
import { type Edits, withCell } from './edits'

const ENDINGS: readonly (readonly [PriceEnding, string])[] = [
  ['.00', '.00'],
  ['.50', '.50'],
  ['9', '9'],
]

const STRIKE = 'Show the old price struck through'

interface ChangePricesProps {
  /** Those ticked, else those shown. */
  rows: readonly SheetRow[]
  /** As they were when this was opened: each key computes anew from here. */
  before: Edits
  onEdits: (edits: Edits) => void
  onClose: () => void
}

interface Wanted {
  percent: string
  ending: PriceEnding
  strike: boolean
}

const paise = (rupees: number) => toPaise(rupees) ?? 0

function changed(edits: Edits, rows: readonly SheetRow[], { percent, ending, strike }: Wanted): Edits {
  const hundredths = readPercent(percent)
  if (!hundredths) return edits
  let next = edits
  for (const row of rows) {
    if (row.price === 0) continue
    const after = changedPrice(paise(row.price), hundredths, ending)
    next = withCell(next, row, 'price', { value: toRupees(after) })
    const old = strike ? struckThrough(paise(row.price), after, paise(row.original_price)) : paise(row.original_price)
    if (strike) next = withCell(next, row, 'original_price', { value: toRupees(old) })
  }
  return next
}

/** Changes many prices by percent; the sheet shows them at once, and nothing is saved. */
export function ChangePrices({ rows, before, onEdits, onClose }: ChangePricesProps) {
  const [wanted, setWanted] = useState<Wanted>({ percent: '', ending: '.00', strike: false })
  const priced = rows.filter(({ price }) => price > 0)
  const change = (part: Partial<Wanted>) => {
    const next = { ...wanted, ...part }
    setWanted(next)
    onEdits(changed(before, priced, next))
  }
  // Other ticks, other prices.
  const ids = priced.map(({ id }) => id).join()
  const computed = useRef(ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed computes at once
  useEffect(() => {
    if (computed.current === ids) return
    computed.current = ids
    onEdits(changed(before, priced, wanted))
  }, [ids])
  const bad = wanted.percent.trim() !== '' && wanted.percent.trim() !== '-' && readPercent(wanted.percent) === null
  return (
    <section
      aria-label={`Change ${counted(priced.length, 'price')}`}
      className="mb-3.5 flex flex-wrap items-start gap-x-5 gap-y-3 rounded border bg-surface py-3 pr-2 pl-4 shadow-float"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="w-32">
        <TextField
          label="By percent"
          autoFocus
          value={wanted.percent}
          placeholder="−10"
          autoComplete="off"
          problem={bad ? `From ${LEAST_PERCENT} to ${MOST_PERCENT}.` : undefined}
          onChange={(event) => change({ percent: event.target.value })}
        />
      </div>
      <div className="grid gap-1">
        <span aria-hidden="true" className="text-ink-2">
          Ending in
        </span>
        <Segmented
          label="Ending in"
          value={wanted.ending}
          options={ENDINGS}
          onChange={(ending) => change({ ending })}
        />
      </div>
      <div className="self-end">
        <TickRow label={STRIKE} checked={wanted.strike} onChange={(strike) => change({ strike })} />
      </div>
      <p className="min-w-52 flex-1 self-center text-ink-2" aria-live="polite">
        <Example wanted={wanted} rows={priced} />
      </p>
      <IconButton label="Close" onClick={onClose}>
        <Icon of={X} />
      </IconButton>
    </section>
  )
}

function Example({ wanted, rows: [first, ...others] }: { wanted: Wanted; rows: readonly SheetRow[] }) {
  const hundredths = readPercent(wanted.percent)
  if (!first) return 'None of these has a price yet.'
  if (!hundredths) return `${counted(others.length + 1, 'price')}: ${first.name}${others.length ? ' and others' : ''}.`
  const after = toRupees(changedPrice(paise(first.price), hundredths, wanted.ending))
  return (
    <>
      {first.name} <s className="text-ink-3">{formatRupees(first.price)}</s> <b>{formatRupees(after)}</b>
      <span className="meta block">Orders already placed keep their price.</span>
    </>
  )
}
