import Percent from '@lucide/icons/icons/percent'
import Undo2 from '@lucide/icons/icons/undo-2'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import { SHEET_PAGE, type SheetAnswer } from '@/domain/desk/sheet'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { SearchField, Select } from '../parts/field'
import { Head } from '../parts/head'
import { Pages } from '../parts/pages'
import { PickBar } from '../parts/pick-bar'
import { Empty, LoadState } from '../parts/states'
import { type ListState, useListState } from '../parts/use-list-state'
import { useAsk } from '../session'
import { ChangePrices } from './change-prices'
import { Difference, nameOfEdits } from './difference'
import { type Edits, editCounts } from './edits'
import { SheetGrid } from './grid'
import { Photographs } from './photographs'
import { useSheet } from './use-sheet'

/** Products as a spreadsheet: typed, looked at, then saved at once. */
export function ProductSheet() {
  const ask = useAsk()
  const list = useListState()
  const where = { search: list.search, category: list.tab, page: list.page }
  const query = useQuery({
    queryKey: ['products', where],
    queryFn: () => ask<SheetAnswer>('products', { query: where }),
    placeholderData: keepPreviousData,
  })
  const { data, refetch } = query
  const count = data && counted(data.total, 'product')
  return (
    <Photographs category={list.tab || (data?.categories[0]?.name ?? '')} onMade={() => refetch()}>
      {(choose) => (
        <>
          <Head title={count ?? 'Products'} windowTitle="Products">
            {choose}
          </Head>
          <LoadState what="The sheet" query={query} />
          {data && <Sheet list={list} data={data} />}
        </>
      )}
    </Photographs>
  )
}

function Sheet({ list, data }: { list: ListState; data: SheetAnswer }) {
  const sheet = useSheet()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  /** The edits as they were when prices began to change, and of which list. */
  const [begun, setPricing] = useState<{ edits: Edits; list: string }>()
  const { rows } = data
  const ticked = rows.filter(({ id }) => picked.has(id))
  const meant = ticked.length > 0 ? ticked : rows
  const here = list.href({ page: data.page })
  const pricing = begun?.list === here ? begun.edits : undefined
  return (
    <>
      <Tools list={list} data={data}>
        <Button
          className="md:ml-auto"
          aria-expanded={pricing !== undefined}
          onClick={() => setPricing(pricing ? undefined : { edits: sheet.edits, list: here })}
        >
          <Icon of={Percent} size={18} />
          Change prices
        </Button>
      </Tools>
      {pricing && (
        <ChangePrices rows={meant} before={pricing} onEdits={sheet.change} onClose={() => setPricing(undefined)} />
      )}
      {rows.length === 0 ? (
        <None list={list} />
      ) : (
        <SheetGrid
          rows={rows}
          from={(data.page - 1) * SHEET_PAGE}
          total={data.total}
          categories={data.categories.map(({ name }) => name)}
          edits={sheet.edits}
          onEdits={sheet.change}
          picked={picked}
          onPick={setPicked}
          onUndo={sheet.back}
        />
      )}
      <Pages page={data.page} more={data.page < data.pages} href={(page) => list.href({ page })}>
        {data.pages > 1 && `Page ${data.page} of ${data.pages}`}
      </Pages>
      <p className="meta pt-2.5 max-md:hidden">
        Arrows move, Enter edits, Ctrl V pastes from a spreadsheet, Ctrl D copies down, Ctrl Z takes back.
      </p>
      <Saving sheet={sheet} onLook={() => setPricing(undefined)} />
    </>
  )
}

/** What is not saved yet, and the look at it before it is. */
function Saving({ sheet, onLook }: { sheet: ReturnType<typeof useSheet>; onLook: () => void }) {
  const [looking, setLooking] = useState(false)
  const look = () => {
    onLook()
    setLooking(true)
  }
  return (
    <>
      <SheetBar
        edits={sheet.edits}
        busy={sheet.progress !== undefined}
        undoable={sheet.undo}
        onDiscard={sheet.discard}
        onLook={look}
      />
      {looking && editCounts(sheet.edits).cells > 0 && (
        <Difference
          edits={sheet.edits}
          progress={sheet.progress}
          onClose={() => setLooking(false)}
          onSave={() => sheet.save().finally(() => setLooking(false))}
        />
      )}
    </>
  )
}

function Tools({ list, data, children }: { list: ListState; data: SheetAnswer; children: ReactNode }) {
  return (
    <div className="mb-3.5 flex flex-wrap gap-2">
      <SearchField label="Find a product" value={list.typed} onChange={list.type} />
      <Select
        aria-label="Category"
        value={list.tab}
        onChange={(event) => list.go({ tab: event.target.value })}
        className="max-md:flex-1 max-md:basis-36 md:w-48"
        options={data.categories.map(({ name, count }) => [name, `${name} (${count})`])}
      >
        <option value="">All categories</option>
      </Select>
      {children}
    </div>
  )
}

function None({ list }: { list: ListState }) {
  const isSearch = list.search !== '' || list.tab !== ''
  return (
    <Empty title={list.search ? `No product has “${list.search}” in its name.` : 'No products yet'}>
      {isSearch ? (
        <Button onClick={() => list.go({ search: '', tab: '' })}>Show all</Button>
      ) : (
        'Add photographs, or drop them here: each makes a row.'
      )}
    </Empty>
  )
}

interface SheetBarProps {
  edits: Edits
  /** They are being saved. */
  busy: boolean
  undoable: (() => void) | undefined
  onDiscard: () => void
  onLook: () => void
}

function SheetBar({ edits, busy, undoable, onDiscard, onLook }: SheetBarProps) {
  const { cells, refused, rows } = editCounts(edits)
  const undo = undoable && (
    <Button look={cells ? 'bar-line' : 'line'} onClick={undoable}>
      <Icon of={Undo2} size={18} />
      Undo the last save
    </Button>
  )
  if (cells === 0) return undo ? <div className="mt-4">{undo}</div> : null
  const where = `In ${counted(rows, 'product')}. Shoppers still see the old.`
  return (
    <PickBar
      says={<b>{nameOfEdits(edits)} not saved</b>}
      sub={refused > 0 ? `${refused} cannot be saved: marked red` : where}
    >
      {undo}
      <Button look="bar-line" busy={busy} onClick={onDiscard}>
        Throw away
      </Button>
      <Button look="bar" onClick={onLook}>
        Look at the difference
      </Button>
    </PickBar>
  )
}
