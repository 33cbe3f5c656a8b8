import { counted, grouped } from '@/domain/desk/list-words'
import { FIELD_NAMES, SHEET_FIELDS, SHEET_PAGE, type SheetRow } from '@/domain/desk/sheet'
import { formatRupees } from '@/domain/money'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { Note } from '../parts/note'
import { ProductPhoto } from '../parts/product-photo'
import { COLUMNS, shownValue } from './columns'
import { type Edits, editCounts, type RowEdit } from './edits'

/** What a save is called: `13 prices`, or `15 changes` when there are others. */
export function nameOfEdits(edits: Edits): string {
  const { cells, prices } = editCounts(edits)
  return cells === prices ? counted(prices, 'price') : counted(cells, 'change')
}

const PERCENT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${formatRupees(Math.abs(amount))}`
const moreOrLess = (before: number, after: number) =>
  `${PERCENT.format(Math.abs((after / before - 1) * 100))}% ${after < before ? 'less' : 'more'}`

/** What one of each costs before and after, of those that had a price. */
function sums(edits: readonly RowEdit[]): string | undefined {
  const changed = edits.filter(({ row, cells }) => row.price > 0 && cells.price?.value !== undefined)
  if (changed.length === 0) return undefined
  const before = changed.reduce((sum, { row }) => sum + row.price, 0)
  const after = changed.reduce((sum, { cells }) => sum + Number(cells.price?.value), 0)
  return `${formatRupees(before)} for one of each becomes ${formatRupees(after)}, ${moreOrLess(before, after)}`
}

interface DifferenceProps {
  edits: Edits
  /** While it is saved: products that are, and all of them. */
  progress: { done: number; total: number } | undefined
  onSave: () => void
  onClose: () => void
}

/** What a save would change, old → new. */
export function Difference({ edits, progress, onSave, onClose }: DifferenceProps) {
  const all = Object.values(edits)
  const { refused } = editCounts(edits)
  const name = nameOfEdits(edits)
  return (
    <Dialog
      kind="wide"
      title={`${name} will be saved`}
      sub={sums(all)}
      onClose={onClose}
      footer={
        <Button look="primary" busy={progress !== undefined} aria-disabled={refused > 0 || undefined} onClick={onSave}>
          Save {name}
        </Button>
      }
      leave="Back to the sheet"
      note={
        progress && progress.total > SHEET_PAGE
          ? `${grouped(progress.done)} of ${counted(progress.total, 'product')} saved`
          : 'Shows in the shop at once. Undo stays in reach until the next save.'
      }
    >
      {refused > 0 && (
        <Note kind="bad">
          {counted(refused, 'cell')} cannot be saved as {refused === 1 ? 'it is' : 'they are'}: go back to the sheet and
          mend what is marked red.
        </Note>
      )}
      {all.length > SHEET_PAGE && (
        <Note>
          {counted(all.length, 'product')} are saved {SHEET_PAGE} at a time, so that no order waits long. What is saved
          stays saved if the line is lost.
        </Note>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: drawn as a grid on phones */}
      <table role="table" aria-label="What changes" className="w-full border-collapse">
        <thead>
          <tr className="text-left text-[13px] text-ink-3">
            <th className="h-9 w-16 border-b font-normal max-[22.4em]:hidden">
              <span className="sr-only">Photograph</span>
            </th>
            <th className="border-b pr-3 font-normal">Product</th>
            <th className="border-b pr-3 text-right font-normal">Now</th>
            <th className="border-b pr-3 text-right font-normal">Becomes</th>
            <th className="border-b text-right font-normal max-md:hidden">Difference</th>
          </tr>
        </thead>
        <tbody>{all.map((edit) => differenceRows(edit))}</tbody>
      </table>
    </Dialog>
  )
}

function differenceRows({ row, cells }: RowEdit) {
  const changed = SHEET_FIELDS.filter((field) => cells[field])
  return changed.map((field, position) => {
    const column = COLUMNS.find((one) => one.field === field)
    const { value, text, problem } = cells[field] ?? {}
    if (!column) return null
    const rupee = column.kind === 'money' ? '₹' : ''
    const shown = (of: typeof value) =>
      of === undefined ? '' : of === 0 ? shownValue(column, of) : `${rupee}${shownValue(column, of)}`
    return (
      <tr key={`${row.id} ${field}`}>
        <td className="h-(--cell) border-b pr-3 max-[22.4em]:hidden">
          {position === 0 && <ProductPhoto product={row.id} image={row.image} className="my-1" />}
        </td>
        <td className="h-(--cell) border-b pr-3">
          {position === 0 && <Named row={row} isNew={row.draft && Number(cells.price?.value) > 0} />}
          {field !== 'price' && <span className="meta block">{FIELD_NAMES[field]}</span>}
        </td>
        <td className="border-b pr-3 text-right text-ink-3">
          <s>{shown(row[field])}</s>
        </td>
        <td className="border-b pr-3 text-right">
          {problem ? (
            <span className="text-danger">
              {text || 'nothing'}: {problem}
            </span>
          ) : (
            <b>{shown(value)}</b>
          )}
        </td>
        <td className="meta whitespace-nowrap border-b text-right max-md:hidden">
          {field === 'price' && row.price > 0 && typeof value === 'number' && (
            <>
              {signed(value - row.price)} · {PERCENT.format((value / row.price - 1) * 100).replace('-', '−')}%
            </>
          )}
        </td>
      </tr>
    )
  })
}

function Named({ row, isNew }: { row: SheetRow; isNew: boolean }) {
  return (
    <div className="min-w-20 wrap-anywhere">
      {row.name}
      {isNew && <span className="meta block">New in the shop, and on sale</span>}
    </div>
  )
}
