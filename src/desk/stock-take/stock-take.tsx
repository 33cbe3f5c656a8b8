import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorData, errorSentence } from '@/api/errors'
import type { SheetAnswer } from '@/domain/desk/sheet'
import type { StockDeed, StockSaved } from '@/domain/desk/stock-take'
import { useKept } from '../kept'
import { Button } from '../parts/button'
import { SearchField } from '../parts/field'
import { Head } from '../parts/head'
import { Pages } from '../parts/pages'
import { PickBar } from '../parts/pick-bar'
import { Segmented } from '../parts/segmented'
import { Empty, LoadFailure, LoadingRows } from '../parts/states'
import { Tabs } from '../parts/tabs'
import { useToast } from '../parts/toast'
import { useListState } from '../parts/use-list-state'
import { useAsk } from '../session'
import { StockRow } from './stock-row'
import { doubted, linesOf, type Typed, total } from './typed'

const DEEDS: readonly (readonly [StockDeed, string])[] = [
  ['count', 'Count'],
  ['sold', 'Sold at a market'],
  ['batch', 'New batch'],
]
const SUBS: { readonly [deed in StockDeed]: string } = {
  count: 'Type what is there. Leave a line empty and it stays as it is.',
  sold: 'Type how many went. Leave a line empty and it stays as it is.',
  batch: 'Type how many came. Leave a line empty and it stays as it is.',
}
const HEADS: { readonly [deed in StockDeed]: string } = { count: 'Counted', sold: 'Sold', batch: 'Came' }
const LOW = 'low'
const MAX_TABS = 6

/** Counting: type, Enter, next. The ledger gets the differences. */
export function StockTake() {
  const ask = useAsk()
  const list = useListState()
  const low = list.tab === LOW
  const query = { search: list.search, category: low ? '' : list.tab, low: low ? 1 : 0, page: list.page }
  const { data, error, refetch } = useQuery({
    queryKey: ['products', 'stock', query],
    queryFn: () => ask<SheetAnswer>('products', { query }),
    placeholderData: keepPreviousData,
  })
  const stock = useStock()
  if (error && !data) return <LoadFailure what="The stock" error={error} retry={refetch} />
  const rows = data?.rows.filter(({ draft }) => !draft) ?? []
  return (
    <>
      <Head title="Stock-take" sub={SUBS[stock.deed]}>
        <Segmented label="What are you doing" value={stock.deed} options={DEEDS} onChange={stock.setDeed} />
      </Head>
      <div className="mb-1 flex flex-wrap items-end gap-x-6 gap-y-2">
        {data && (
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
        )}
        <SearchField label="Find a product" value={list.typed} onChange={list.type} />
      </div>
      {!data && <LoadingRows />}
      {data && rows.length === 0 && (
        <Empty
          title={
            low ? 'Nothing is low' : list.search ? `No product has “${list.search}” in its name.` : 'No products yet'
          }
        >
          {low && 'Low at, under Products, says at how many pieces one is.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <table className="w-full border-collapse">
          <thead className="max-md:sr-only">
            <tr className="text-left text-[13px] text-ink-3">
              <th className="h-9 border-b pr-3 font-normal">Product</th>
              <th className="border-b pr-3 text-right font-normal">In the book</th>
              <th className="border-b pr-3 text-right font-normal">Difference</th>
              <th className="w-28 border-b text-right font-normal">{HEADS[stock.deed]}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <StockRow
                key={row.id}
                row={row}
                deed={stock.deed}
                what={HEADS[stock.deed]}
                typed={stock.typed[row.id]}
                onType={stock.type}
                onSure={stock.sure}
              />
            ))}
          </tbody>
        </table>
      )}
      {data && <Pages page={data.page} pages={data.pages} href={(page) => list.href({ page })} />}
      <p className="meta pt-2.5 max-md:hidden">
        Enter leads to the next line. In a count, +5 adds to the book. What sells while you count is taken into account.
      </p>
      <StockBar stock={stock} />
    </>
  )
}

function StockBar({ stock: { deed, typed, saving, save, clear } }: { stock: ReturnType<typeof useStock> }) {
  const { filled, bad, differ, sum } = total(typed, deed)
  if (filled === 0) return null
  const asked = doubted(typed, deed)
  const words = { count: 'counted', sold: 'sold', batch: 'came' }
  const sub =
    bad > 0
      ? `${bad} cannot be read: marked red`
      : asked > 0
        ? `${asked} far from the book: say yes or type again`
        : `${sum < 0 ? `${-sum} pieces fewer` : sum > 0 ? `${sum} pieces more` : 'As many pieces'} than in the book. Kept on this device until then.`
  return (
    <PickBar
      says={
        <b>
          {filled} {words[deed]}, {differ} {differ === 1 ? 'differs' : 'differ'}
        </b>
      }
      sub={sub}
    >
      <Button look="bar-line" onClick={clear}>
        Throw away
      </Button>
      <Button look="bar" busy={saving} aria-disabled={bad > 0 || asked > 0 || undefined} onClick={save}>
        Write {differ} to the ledger
      </Button>
    </PickBar>
  )
}

/** What was typed for each deed, and its way to the ledger and back. */
function useStock() {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const [deed, setDeed] = useState<StockDeed>('count')
  const [kept, setKept] = useKept<{ [deed in StockDeed]?: Typed }>('desk-stock-take', {})
  const [saving, setSaving] = useState(false)
  const typed = kept[deed] ?? {}
  const put = (next: Typed) =>
    setKept(({ [deed]: _, ...others }) => (Object.keys(next).length > 0 ? { ...others, [deed]: next } : others))
  const undo = (movements: readonly string[]) => async () => {
    try {
      await ask<StockSaved>('stock/undo', { body: { movements } })
      toast({ text: 'Taken back: the ledger has the opposite rows.' })
    } catch (error) {
      toast({ text: said(error), bad: true })
    }
    await client.invalidateQueries({ queryKey: ['products'] })
  }
  const save = async () => {
    setSaving(true)
    try {
      const { movements } = await ask<StockSaved>('stock', { body: { deed, lines: linesOf(typed, deed) } })
      put({})
      const rows = `${movements.length} ${movements.length === 1 ? 'row' : 'rows'}`
      if (movements.length > 0) toast({ text: `${rows} written to the ledger.`, undo: undo(movements) })
      else toast({ text: 'All as the book says: nothing to write.' })
      await client.invalidateQueries({ queryKey: ['products'] })
    } catch (error) {
      const next = { ...typed }
      let marked = 0
      for (const [product, problem] of Object.entries(errorData(error))) {
        const line = next[product]
        const { message } = (problem ?? {}) as { message?: string }
        if (!line || !message) continue
        next[product] = { ...line, problem: message }
        marked += 1
      }
      if (marked > 0) put(next)
      toast({ text: marked > 0 ? 'Nothing was written: look at what is marked red.' : said(error), bad: true })
    } finally {
      setSaving(false)
    }
  }
  return {
    deed,
    setDeed,
    typed,
    saving,
    save,
    clear: () => put({}),
    type: (id: string, line: Typed[string] | undefined) => {
      const { [id]: _, ...others } = typed
      put(line ? { ...others, [id]: line } : others)
    },
    sure: (id: string) => {
      const line = typed[id]
      if (line) put({ ...typed, [id]: { ...line, sure: true } })
    },
  }
}

/** What the store said, when it is about no line. */
function said(error: unknown): string {
  const [first] = Object.values(errorData(error)) as { message?: unknown }[]
  return typeof first?.message === 'string' ? first.message : errorSentence(error)
}
