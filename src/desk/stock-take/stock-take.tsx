import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { counted } from '@/domain/desk/list-words'
import type { SheetAnswer, SheetRow } from '@/domain/desk/sheet'
import type { StockDeed } from '@/domain/desk/stock-take'
import { Button } from '../parts/button'
import { SearchField } from '../parts/field'
import { Head } from '../parts/head'
import { Pages } from '../parts/pages'
import { PickBar } from '../parts/pick-bar'
import { Segmented } from '../parts/segmented'
import { Empty, LoadState } from '../parts/states'
import { Tabs } from '../parts/tabs'
import { type ListState, useListState } from '../parts/use-list-state'
import { useAsk } from '../session'
import { StockRow } from './stock-row'
import { doubted, total } from './typed'
import { useStock } from './use-stock'

const DEEDS: readonly (readonly [StockDeed, string])[] = [
  ['count', 'Count'],
  ['sold', 'Sold at a market'],
  ['made', 'New batch'],
]
const SUBS: { readonly [deed in StockDeed]: string } = {
  count: 'Type what is there. Leave a line empty and it stays as it is.',
  sold: 'Type how many went. Leave a line empty and it stays as it is.',
  made: 'Type how many came. Leave a line empty and it stays as it is.',
}
const HEADS: { readonly [deed in StockDeed]: string } = { count: 'Counted', sold: 'Sold', made: 'Came' }
const LOW = 'low'
const MAX_TABS = 6

/** Counting: type, Enter, next. The ledger gets the differences. */
export function StockTake() {
  const ask = useAsk()
  const list = useListState()
  const low = list.tab === LOW
  const where = { search: list.search, category: low ? '' : list.tab, low: low ? 1 : 0, page: list.page }
  const query = useQuery({
    queryKey: ['products', 'stock', where],
    queryFn: () => ask<SheetAnswer>('products', { query: where }),
    placeholderData: keepPreviousData,
  })
  const stock = useStock()
  const { data } = query
  return (
    <>
      <Head title="Stock-take" sub={SUBS[stock.deed]}>
        <Segmented label="What are you doing" value={stock.deed} options={DEEDS} onChange={stock.setDeed} />
      </Head>
      <LoadState what="The stock" query={query} />
      {data && <Counting list={list} data={data} stock={stock} />}
      <StockBar stock={stock} />
    </>
  )
}

type Stock = ReturnType<typeof useStock>

function Counting({ list, data, stock }: { list: ListState; data: SheetAnswer; stock: Stock }) {
  const rows = data.rows.filter(({ draft }) => !draft)
  return (
    <>
      <div className="mb-1 flex flex-wrap items-end gap-x-6 gap-y-2">
        <Tabs
          label="Category"
          value={list.tab}
          href={(tab) => list.href({ tab })}
          tabs={[
            ['', 'All', data.all],
            [LOW, 'Low', data.low],
            ...data.categories.slice(0, MAX_TABS).map(({ name, count }) => [name, name, count] as const),
          ]}
        />
        <SearchField label="Find a product" value={list.typed} onChange={list.type} />
      </div>
      {rows.length === 0 ? <None list={list} /> : <CountTable rows={rows} stock={stock} />}
      <Pages page={data.page} more={data.page < data.pages} href={(page) => list.href({ page })}>
        {data.pages > 1 && `Page ${data.page} of ${data.pages}`}
      </Pages>
      <p className="meta pt-2.5 max-md:hidden">
        Enter leads to the next line. In a count, +5 adds to the book. What sells while you count is taken into account.
      </p>
    </>
  )
}

function None({ list }: { list: ListState }) {
  const low = list.tab === LOW
  const sought = list.search && `No product has “${list.search}” in its name.`
  return (
    <Empty title={sought || (low ? 'Nothing is low' : 'No products yet')}>
      {low && 'Low at, under Products, says at how many pieces one is.'}
    </Empty>
  )
}

function CountTable({ rows, stock }: { rows: readonly SheetRow[]; stock: Stock }) {
  const what = HEADS[stock.deed]
  return (
    <table className="w-full border-collapse">
      <thead className="max-md:sr-only">
        <tr className="text-left text-[13px] text-ink-3">
          <th className="h-9 border-b pr-3 font-normal">Product</th>
          <th className="border-b pr-3 text-right font-normal">In the book</th>
          <th className="border-b pr-3 text-right font-normal">Difference</th>
          <th className="w-28 border-b text-right font-normal">{what}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <StockRow
            key={row.id}
            row={row}
            deed={stock.deed}
            what={what}
            typed={stock.typed[row.id]}
            onType={stock.type}
            onDrop={stock.drop}
            onSure={stock.sure}
          />
        ))}
      </tbody>
    </table>
  )
}

function StockBar({ stock: { deed, typed, saving, save, clear } }: { stock: Stock }) {
  const { filled, bad, differ, sum } = total(typed, deed)
  if (filled === 0) return null
  const asked = doubted(typed, deed)
  const words = { count: 'counted', sold: 'sold', made: 'came' }
  const pieces = counted(Math.abs(sum), 'piece')
  const more = sum < 0 ? `${pieces} fewer` : sum > 0 ? `${pieces} more` : 'As many pieces'
  const far = asked > 0 && `${asked} far from the book: say yes or type again`
  const sub = bad > 0 ? `${bad} cannot be read: marked red` : far || `${more} than in the book. Kept on this device.`
  return (
    <PickBar
      says={
        <b>
          {filled} {words[deed]}, {counted(differ, 'differs', 'differ')}
        </b>
      }
      sub={sub}
    >
      <Button look="bar-line" busy={saving} onClick={clear}>
        Throw away
      </Button>
      <Button look="bar" busy={saving} aria-disabled={bad > 0 || asked > 0 || undefined} onClick={save}>
        Write {differ} to the ledger
      </Button>
    </PickBar>
  )
}
