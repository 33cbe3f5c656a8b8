import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Percent, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { errorData, errorSentence } from '@/api/errors'
import type { SheetAnswer, SheetChange, SheetField, SheetSaved } from '@/domain/desk/sheet'
import { STALE } from '@/domain/desk/sheet'
import { useKept } from '../kept'
import { Button } from '../parts/button'
import { CONTROL, SearchField } from '../parts/field'
import { Head } from '../parts/head'
import { Pages } from '../parts/pages'
import { PickBar } from '../parts/pick-bar'
import { Empty, LoadFailure, LoadingRows } from '../parts/states'
import { useToast } from '../parts/toast'
import { useListState } from '../parts/use-list-state'
import { useAsk } from '../session'
import { ChangePrices } from './change-prices'
import { Difference, nameOfEdits } from './difference'
import { changesOf, type Edits, editCounts, opposite } from './edits'
import { SheetGrid } from './grid'
import { Photographs } from './photographs'

/** Products as a spreadsheet: typed, looked at, then saved at once. */
export function ProductSheet() {
  const ask = useAsk()
  const list = useListState()
  const query = { search: list.search, category: list.tab, page: list.page }
  const { data, error, refetch } = useQuery({
    queryKey: ['products', query],
    queryFn: () => ask<SheetAnswer>('products', { query }),
    placeholderData: keepPreviousData,
  })
  const sheet = useSheet()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [pricing, setPricing] = useState<Edits>()
  const [looking, setLooking] = useState(false)
  const { edits } = sheet
  if (error && !data) return <LoadFailure what="The sheet" error={error} retry={refetch} />
  const rows = data?.rows ?? []
  const ticked = rows.filter(({ id }) => picked.has(id))
  const meant = ticked.length > 0 ? ticked : rows
  const count = editCounts(edits)
  return (
    <Photographs category={list.tab || (data?.categories[0]?.name ?? '')} onMade={() => refetch()}>
      {(choose) => (
        <>
          <Head
            title={
              data ? `${data.total.toLocaleString('en-IN')} ${data.total === 1 ? 'product' : 'products'}` : 'Products'
            }
            windowTitle="Products"
          >
            {choose}
          </Head>
          <div className="mb-3.5 flex flex-wrap gap-2">
            <SearchField label="Find a product" value={list.typed} onChange={list.type} />
            <select
              aria-label="Category"
              value={list.tab}
              onChange={(event) => list.go({ tab: event.target.value })}
              className={`${CONTROL} max-md:flex-1 max-md:basis-36 md:w-48`}
            >
              <option value="">All categories</option>
              {data?.categories.map(({ name, count }) => (
                <option key={name} value={name}>
                  {name} ({count})
                </option>
              ))}
            </select>
            <Button
              className="md:ml-auto"
              aria-expanded={pricing !== undefined}
              onClick={() => setPricing(pricing ? undefined : edits)}
            >
              <Percent aria-hidden="true" size={18} strokeWidth={1.5} />
              Change prices
            </Button>
          </div>
          {pricing && data && (
            <ChangePrices
              key={meant.map(({ id }) => id).join()}
              rows={meant}
              before={pricing}
              onEdits={sheet.change}
              onClose={() => setPricing(undefined)}
            />
          )}
          {!data && <LoadingRows />}
          {data?.total === 0 && (
            <Empty title={list.search ? `No product has “${list.search}” in its name.` : 'No products yet'}>
              {list.search || list.tab ? (
                <Button onClick={() => list.go({ search: '', tab: '' })}>Show all</Button>
              ) : (
                'Drop photographs here: each makes a row.'
              )}
            </Empty>
          )}
          {data && data.total > 0 && (
            <SheetGrid
              rows={rows}
              from={(data.page - 1) * 100}
              total={data.total}
              categories={data.categories.map(({ name }) => name)}
              edits={edits}
              onEdits={sheet.change}
              picked={picked}
              onPick={setPicked}
              onUndo={sheet.back}
            />
          )}
          {data && <Pages page={data.page} pages={data.pages} href={(page) => list.href({ page })} />}
          <p className="meta pt-2.5 max-md:hidden">
            Arrows move, Enter edits, Ctrl V pastes from a spreadsheet, Ctrl D copies down, Ctrl Z takes back.
          </p>
          <SheetBar
            edits={edits}
            undoable={sheet.undo}
            onDiscard={sheet.discard}
            onLook={() => {
              setPricing(undefined)
              setLooking(true)
            }}
          />
          {looking && count.cells > 0 && (
            <Difference
              edits={edits}
              saving={sheet.saving}
              onClose={() => setLooking(false)}
              onSave={() => sheet.save().finally(() => setLooking(false))}
            />
          )}
        </>
      )}
    </Photographs>
  )
}

interface SheetBarProps {
  edits: Edits
  undoable: (() => void) | undefined
  onDiscard: () => void
  onLook: () => void
}

function SheetBar({ edits, undoable, onDiscard, onLook }: SheetBarProps) {
  const { cells, refused, rows } = editCounts(edits)
  const undo = undoable && (
    <Button look={cells ? 'bar-line' : 'line'} onClick={undoable}>
      <Undo2 aria-hidden="true" size={18} strokeWidth={1.5} />
      Undo the last save
    </Button>
  )
  if (cells === 0) return undo ? <div className="mt-4">{undo}</div> : null
  const where = `in ${rows} ${rows === 1 ? 'product' : 'products'}. Shoppers still see the old.`
  return (
    <PickBar
      says={<b>{nameOfEdits(edits)} not saved</b>}
      sub={refused > 0 ? `${refused} cannot be saved: marked red` : where}
    >
      {undo}
      <Button look="bar-line" onClick={onDiscard}>
        Throw away
      </Button>
      <Button look="bar" onClick={onLook}>
        Look at the difference
      </Button>
    </PickBar>
  )
}

const KEPT = 'desk-sheet'
const STEPS_BACK = 100

/** What was typed and not saved, the steps back, the save, and what takes the last one back. */
function useSheet() {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const [edits, setEdits] = useKept<Edits>(KEPT, {})
  const [past, setPast] = useState<readonly Edits[]>([])
  const [last, setLast] = useState<SheetChange[]>()
  const [saving, setSaving] = useState(false)
  const change = (next: Edits) => {
    setPast([...past, edits].slice(-STEPS_BACK))
    setEdits(next)
  }
  const send = async (changes: SheetChange[]): Promise<boolean> => {
    setSaving(true)
    try {
      await ask<SheetSaved>('products', { body: { changes } })
      await client.invalidateQueries({ queryKey: ['products'] })
      return true
    } catch (error) {
      const marked = marks(edits, error)
      if (marked) setEdits(marked)
      toast({ text: marked ? 'Nothing was saved: look at what is marked red.' : sentence(error), bad: true })
      return false
    } finally {
      setSaving(false)
    }
  }
  const undo = (changes: SheetChange[]) => async () => {
    if (!(await send(opposite(changes)))) return
    setLast(undefined)
    toast({ text: 'Taken back. The shop shows what it did before.' })
  }
  const save = async () => {
    const changes = changesOf(edits)
    const name = nameOfEdits(edits)
    if (!(await send(changes))) return
    setEdits({})
    setPast([])
    setLast(changes)
    toast({ text: `${name} saved. In the shop now.`, undo: undo(changes) })
  }
  const takeBack = last && undo(last)
  return {
    edits,
    change,
    save,
    saving,
    undo: takeBack,
    discard: () => change({}),
    /** A step back, or the last save when nothing is left to step back from. */
    back: () => {
      const before = past.at(-1)
      if (before) {
        setPast(past.slice(0, -1))
        setEdits(before)
      } else takeBack?.()
    },
  }
}

/** What the store said, when it is about no cell of the sheet. */
function sentence(error: unknown): string {
  const [first] = Object.values(errorData(error)) as { message?: unknown }[]
  return typeof first?.message === 'string' ? first.message : errorSentence(error)
}

/** The edits with what the store refused marked at its cell; undefined when it refused none of them. */
function marks(edits: Edits, error: unknown): Edits | undefined {
  let marked: Edits | undefined
  for (const [key, problem] of Object.entries(errorData(error))) {
    const [id = '', field = ''] = key.split('.')
    const before = (marked ?? edits)[id]
    if (!before || typeof problem !== 'object' || problem === null) continue
    const { code, message, now } = problem as { code?: string; message?: string; now?: unknown }
    const cell = before.cells[field as SheetField]
    // What is now there is what the next save starts from.
    const row = code === STALE && now !== undefined ? { ...before.row, [field]: now } : before.row
    const shown = {
      text: cell?.value === undefined ? (cell?.text ?? before.row.name) : String(cell.value),
      problem: message,
    }
    marked = { ...(marked ?? edits), [id]: { row, cells: { ...before.cells, [field]: shown } } }
  }
  return marked
}
