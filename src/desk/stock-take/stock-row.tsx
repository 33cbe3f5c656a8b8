import { type KeyboardEvent, useId } from 'react'
import { type SheetRow, waitingWords } from '@/domain/desk/sheet'
import { isLow, type StockDeed } from '@/domain/desk/stock-take'
import { classNames } from '@/lib/class-names'
import { Button } from '../parts/button'
import { CONTROL } from '../parts/field'
import { ProductPhoto } from '../parts/product-photo'
import { differenceIn, isDoubted, type TypedLine } from './typed'

interface StockRowProps {
  row: SheetRow
  deed: StockDeed
  /** What is typed, such as `Counted`. */
  what: string
  typed: TypedLine | undefined
  onType: (id: string, line: TypedLine) => void
  onDrop: (id: string) => void
  onSure: (id: string) => void
}

/** The field of the next line, or the one before; the last leads to the bar. */
function leave(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1
  const root = event.currentTarget.getRootNode() as ShadowRoot
  const fields = [...root.querySelectorAll<HTMLInputElement>('[data-count]')]
  const next = fields[fields.indexOf(event.currentTarget) + step]
  event.preventDefault()
  next?.focus()
  next?.select()
}

function stateOf(typed: TypedLine | undefined, deed: StockDeed) {
  if (!typed) return { difference: null, problem: undefined, asks: false }
  const difference = differenceIn(typed, deed)
  const problem = typed.problem ?? (difference === undefined ? 'Write a whole number.' : undefined)
  return { difference, problem, asks: problem === undefined && isDoubted(typed, deed) }
}

/** A product, what the book has of it, and what was typed. */
export function StockRow(props: StockRowProps) {
  const { row, deed, typed, onSure } = props
  const id = useId()
  const { difference, problem, asks } = stateOf(typed, deed)
  const said = problem !== undefined || asks
  return (
    <tr className="border-b hover:bg-wash">
      <td className="py-2 pr-3 wrap-anywhere">
        <div className="flex items-center gap-3">
          <ProductPhoto product={row.id} image={row.image} />
          <div className="min-w-0">
            <b>{row.name}</b>
            <About row={row} />
            {typed?.written !== undefined && <WrittenWords written={typed.written} difference={difference} />}
            {said && (
              <span id={id} className={classNames('block text-[13px]', problem ? 'text-danger' : 'text-warn')}>
                {problem ?? `Really ${typed?.text.trim()}?`}
                {asks && (
                  <Button look="text" className="-my-2 ml-1 text-ink" onClick={() => onSure(row.id)}>
                    Yes
                  </Button>
                )}
              </span>
            )}
          </div>
        </div>
      </td>
      <td className="pr-3 text-right max-md:hidden">{row.book ?? <span className="text-ink-3">not counted</span>}</td>
      <td className="pr-3 text-right">
        <Differs difference={difference} isFirst={row.book === null} />
      </td>
      <td className="w-28 text-right max-md:w-23">
        <CountField {...props} bad={problem !== undefined} describedBy={said ? id : undefined} />
      </td>
    </tr>
  )
}

function WrittenWords({ written, difference }: { written: number; difference: number | null | undefined }) {
  return (
    <span className="meta block">
      {`${Math.abs(written)} written already.`}
      {!!difference && ' The difference is not saved yet.'}
    </span>
  )
}

interface CountFieldProps extends StockRowProps {
  bad: boolean
  describedBy: string | undefined
}

function CountField({ row, what, typed, onType, onDrop, bad, describedBy }: CountFieldProps) {
  return (
    <input
      data-count
      inputMode="numeric"
      enterKeyHint="next"
      autoComplete="off"
      aria-label={`${what}, ${row.name}`}
      aria-invalid={bad || undefined}
      aria-describedby={describedBy}
      placeholder="–"
      value={typed?.text ?? ''}
      onChange={({ target: { value } }) => onType(row.id, { text: value, at: Date.now(), book: row.book })}
      // Emptied to be typed anew it is the same line still; left empty it is none.
      onBlur={() => typed?.text.trim() === '' && onDrop(row.id)}
      onKeyDown={(event) => ['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key) && leave(event)}
      className={classNames(CONTROL, 'w-22 text-right max-md:h-13 max-md:text-[20px]')}
    />
  )
}

/** What else to know while counting: the book on phones, that it is low, and what is not to be counted. */
function About({ row }: { row: SheetRow }) {
  const low = isLow(row.free, row.low_mark)
  return (
    <span className="meta block">
      <span className="md:hidden">{row.book === null ? 'Not counted yet' : `Book ${row.book}`}</span>
      {low && (
        <span className="text-warn">
          <span className="md:hidden">, </span>
          {row.low_mark > 0 ? `low at ${row.low_mark}` : 'sold out'}
        </span>
      )}
      {row.to_pack > 0 && <span className="block">{row.to_pack} sold, not packed: leave those out</span>}
      {row.waiting > 0 && <span className="block">{waitingWords(row)}</span>}
    </span>
  )
}

function Differs({ difference, isFirst }: { difference: number | null | undefined; isFirst: boolean }) {
  if (typeof difference !== 'number') return null
  if (isFirst) return <span className="meta">first count</span>
  if (difference === 0) return <span className="meta">same</span>
  return <span className="text-warn">{difference < 0 ? `−${-difference}` : `+${difference}`}</span>
}
