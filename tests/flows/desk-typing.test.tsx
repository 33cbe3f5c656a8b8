import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { Orders } from '../../src/desk/orders/orders'
import { Packing } from '../../src/desk/packing/packing'
import { useTypedSearch } from '../../src/desk/parts/use-typed-search'
import { type Edits, withCell } from '../../src/desk/products/edits'
import { ProductSheet } from '../../src/desk/products/sheet'
import { useSheet } from '../../src/desk/products/use-sheet'
import { HostProvider } from '../../src/desk/session'
import { StockTake } from '../../src/desk/stock-take/stock-take'
import { useStock } from '../../src/desk/stock-take/use-stock'
import type { SheetRow } from '../../src/domain/desk/sheet'
import { hostWith, refusal, showDesk } from './desk-screen'

/** Requests of a save, in their order, each on its way until the test answers it. */
function drawn<T>(use: () => T) {
  const asked: { body: unknown; answer: (answer: object) => void; refuse: (data: object) => void }[] = []
  const send = (_: string, { body }: { body?: unknown }) =>
    new Promise((resolve, reject) => {
      const refuse = (data: object) => reject(refusal(400, { data }))
      asked.push({ body, answer: resolve, refuse })
    })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <HostProvider value={hostWith({ send })}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </HostProvider>
  )
  const { result } = renderHook(use, { wrapper })
  return { asked, now: () => result.current }
}

const line = (text: string) => ({ text, at: Date.now(), book: 5 })

/** Two lines are on their way; then one of them is typed again, and a third one is typed. */
function counting() {
  const { asked, now } = drawn(useStock)
  for (const id of ['soap', 'jhola']) act(() => now().type(id, line('6')))
  act(() => void now().save())
  act(() => now().type('jhola', line('7')))
  act(() => now().type('balm', line('8')))
  const saved = () => waitFor(() => expect(now().saving).toBe(false))
  const texts = () => Object.entries(now().typed).map(([id, { text, problem }]) => [id, text, problem].join(' ').trim())
  return { now, saved, texts, ...(asked[0] as (typeof asked)[0]) }
}

test('COUNT-04 what is typed while counts are written stays typed', async () => {
  const { answer, saved, texts } = counting()
  act(() => answer({ movements: ['one', 'two'] }))
  await saved()
  expect(texts()).toEqual(['jhola 7', 'balm 8'])
  expect(localStorage.getItem('desk-stock-take')).toContain('"balm"')
})

test('COUNT-04 what is typed while counts are refused stays typed, and is not what was refused', async () => {
  const { refuse, saved, texts } = counting()
  act(() => refuse({ soap: { message: 'No soap.' }, jhola: { message: 'No jhola.' } }))
  await saved()
  expect(texts()).toEqual(['soap 6 No soap.', 'jhola 7', 'balm 8'])
})

test('COUNT-04 more than 500 lines are written in parts; where one is refused, what is written is said', async () => {
  const { asked, now } = drawn(useStock)
  const ids = Array.from({ length: 501 }, (_, at) => `many${at}`)
  for (const id of ids) act(() => now().type(id, line('6')))
  act(() => void now().save())
  await act(async () => asked[0]?.answer({ movements: ids.slice(0, 500) }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ body }) => (body as { lines: object[] }).lines.length)).toEqual([500, 1])
  await act(async () => asked[1]?.refuse({ many500: { message: 'No.' } }))
  await waitFor(() => expect(now().typed).toMatchObject({ many500: { problem: 'No.' } }))
  expect(Object.keys(now().typed)).toEqual(['many500'])
})

const row = (id: string): SheetRow => ({
  ...{ id, image: '', name: id, category: 'soap', price: 100, asked: 100, until: '', original_price: 0, low_mark: 0 },
  ...{ inStock: true, new: false, bestseller: false, list_order: 0, draft: false },
  ...{ free: null, book: null, to_pack: 0, waiting: 0 },
})
const priced = (edits: Edits, id: string, value: number) => withCell(edits, row(id), 'price', { value })

/** Prices of 150 are on their way; then cells are typed, again or for the first time. */
function pricing() {
  const { asked, now } = drawn(useSheet)
  const ids = ['soap', 'jhola', 'balm', 'diya', ...Array.from({ length: 100 }, (_, at) => `many${at}`)]
  act(() => now().change(ids.reduce((edits, id) => priced(edits, id, 150), {} as Edits)))
  act(() => void now().save())
  const type = (change: (edits: Edits) => Edits) => act(() => now().change(change(now().edits)))
  type((edits) => withCell(edits, row('soap'), 'low_mark', { value: 3 }))
  type((edits) => priced(edits, 'jhola', 170))
  type((edits) => priced(edits, 'balm', 100))
  type((edits) => priced(edits, 'new', 180))
  return { asked, now }
}
const TYPED = {
  soap: { row: { ...row('soap'), price: 150 }, cells: { low_mark: { value: 3 } } },
  jhola: { row: { ...row('jhola'), price: 150 }, cells: { price: { value: 170 } } },
  // Typed back to what the save has just overwritten.
  balm: { row: { ...row('balm'), price: 150 }, cells: { price: { value: 100 } } },
  new: { row: row('new'), cells: { price: { value: 180 } } },
}

test('GRID-05 what is typed while the sheet is saved stays, on what was saved', async () => {
  const { asked, now } = pricing()
  await act(async () => asked[0]?.answer({}))
  await waitFor(() => expect(asked).toHaveLength(2))
  await act(async () => asked[1]?.answer({}))
  await waitFor(() => expect(now().edits).toEqual(TYPED))
  expect(JSON.parse(localStorage.getItem('desk-sheet') ?? '')).toEqual(TYPED)
})

test('DESK-07 GRID-05 what is typed while a part of the sheet is refused stays, and is not what was refused', async () => {
  const { asked, now } = pricing()
  await act(async () => asked[0]?.answer({}))
  await waitFor(() => expect(asked).toHaveLength(2))
  act(() => now().change(priced(now().edits, 'many98', 190)))
  const no = { message: 'No.' }
  await act(async () => asked[1]?.refuse({ 'many98.price': no, 'many99.price': no }))
  const left = (id: string, price: object) => ({ [id]: { row: row(id), cells: { price } } })
  await waitFor(() =>
    expect(now().edits).toEqual({
      ...TYPED,
      ...left('many96', { value: 150 }),
      ...left('many97', { value: 150 }),
      ...left('many98', { value: 190 }),
      ...left('many99', { text: '150', problem: 'No.' }),
    }),
  )
})

/** The stock-take of a market, with the number of one product on its way. */
async function selling() {
  const asked: { body?: object; answer: (answer: object) => void; refuse: (status: number) => void }[] = []
  const user = showDesk(<StockTake />, (route, { body }) => {
    if (route === 'products') return { ...NO_PRODUCTS, rows: [{ ...row('soap'), book: 20 }], all: 1, pages: 1 }
    return new Promise((answer, reject) => {
      const refuse = (status: number) => reject(refusal(status))
      asked.push({ ...(body && { body }), answer, refuse })
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Sold at a market' }))
  const field = await screen.findByRole('textbox', { name: 'Sold, soap' })
  await user.type(field, '2')
  await user.click(screen.getByRole('button', { name: 'Write 1 to the ledger' }))
  const { lines = [] } = (asked[0]?.body ?? {}) as { lines?: { at: number }[] }
  const sent = (change: number) => ({ deed: 'sold', lines: [{ product: 'soap', change, at: lines[0]?.at }] })
  expect(asked[0]?.body).toEqual(sent(-2))
  return { asked, user, field, sent }
}

test('COUNT-04 a number of a market that is typed anew while it is written is the same line: only the difference is added', async () => {
  const { asked, user, field, sent } = await selling()
  await user.clear(field)
  await act(async () => asked[0]?.answer({ movements: ['one'] }))
  expect(await screen.findByText('2 written already.')).toBeInTheDocument()
  await user.type(field, '3')
  expect(screen.getByText('2 written already. The difference is not saved yet.')).toBeInTheDocument()
  expect(screen.getByText('−1')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Write 1 to the ledger' }))
  expect(asked[1]?.body).toEqual(sent(-3))
  await act(async () => asked[1]?.answer({ movements: ['two'] }))
  await waitFor(() => expect(field).toHaveValue(''))
  // What is typed now is of another market.
  await user.type(field, '1')
  await user.click(screen.getByRole('button', { name: 'Write 1 to the ledger' }))
  expect(asked[2]?.body).not.toEqual(sent(-1))
})

test('COUNT-02 COUNT-04 what was written of a line that was typed on is said until it is taken back', async () => {
  const { asked, user, field } = await selling()
  await user.type(field, '0')
  await act(async () => asked[0]?.answer({ movements: ['one'] }))
  expect(await screen.findByText('−18')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await act(async () => asked[1]?.answer({ movements: ['back'] }))
  expect(await screen.findByText('−20')).toBeInTheDocument()
  expect(screen.queryByText(/written already/)).toBeNull()
})

test('COUNT-04 a number that is changed after its answer was lost is the same line; one that is left empty is none', async () => {
  const { asked, user, field, sent } = await selling()
  await act(async () => asked[0]?.refuse(0))
  await user.type(field, '{Backspace}3')
  await user.click(screen.getByRole('button', { name: 'Write 1 to the ledger' }))
  expect(asked[1]?.body).toEqual(sent(-3))
  await act(async () => asked[1]?.refuse(0))
  await user.clear(field)
  expect(screen.queryByRole('button', { name: 'Throw away' })).toBeNull()
  await user.tab()
  await user.type(field, '3')
  await user.click(screen.getByRole('button', { name: 'Write 1 to the ledger' }))
  expect(asked[2]?.body).not.toEqual(sent(-3))
})

const NO_PRODUCTS = { rows: [], all: 0, low: 0, categories: [], page: 1, pages: 1 }

test('COUNT-01 the bar says of one piece that it is one', async () => {
  const rows = [{ ...row('soap'), book: 5 }]
  const user = showDesk(<StockTake />, () => ({ ...NO_PRODUCTS, rows, all: 1 }))
  await user.type(await screen.findByRole('textbox', { name: 'Counted, soap' }), '4')
  expect(screen.getByText(/^1 piece fewer than in the book/)).toBeVisible()
})

test('COUNT-04 GRID-05 what was thrown away is brought back by its notice', async () => {
  const rows = [{ ...row('soap'), book: 5 }]
  const user = showDesk(<StockTake />, () => ({ ...NO_PRODUCTS, rows, all: 1 }))
  const field = await screen.findByRole('textbox', { name: 'Counted, soap' })
  await user.type(field, '4')
  await user.click(screen.getByRole('button', { name: 'Throw away' }))
  expect(field).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(field).toHaveValue('4')
  cleanup()

  const edits = withCell({}, row('soap'), 'price', { value: 150 })
  localStorage.setItem('desk-sheet', JSON.stringify(edits))
  const again = showDesk(<ProductSheet />, () => NO_PRODUCTS)
  await again.click(await screen.findByRole('button', { name: 'Throw away' }))
  expect(screen.queryByText('1 price not saved')).toBeNull()
  await again.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByText('1 price not saved')).toBeVisible()
})

test.each([
  ['orders', Orders, 'q'],
  ['parcels', Packing, 'q'],
  ['products', StockTake, 'search'],
])('DORD-01 a blank typed into the search of %s stays', async (_, Screen, name) => {
  const asked: unknown[] = []
  const user = showDesk(<Screen />, (_, { query }) => {
    asked.push(query?.[name])
    return Screen === StockTake && NO_PRODUCTS
  })
  const field = await screen.findByRole('searchbox')
  await user.type(field, 'asha ')
  await waitFor(() => expect(asked.at(-1)).toMatch(/^asha ?$/))
  await user.type(field, 'rao')
  expect(field).toHaveValue('asha rao')
  await waitFor(() => expect(asked.at(-1)).toBe('asha rao'))
})

test('DORD-01 a search that arrives while more is typed leaves it; a link changes the field', async () => {
  const search = vi.fn()
  const { result, rerender } = renderHook((q: string) => useTypedSearch(q, search), { initialProps: '' })
  const type = (text: string) => act(() => result.current[1](text))
  type('ash')
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('ash'))
  type('asha')
  rerender('ash')
  expect(result.current[0]).toBe('asha')
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('asha'))
  // Back to what is in force, before what was asked for is.
  type('ash')
  rerender('asha')
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('ash'))
  rerender('ash')
  rerender('rao')
  expect(result.current[0]).toBe('rao')
  expect(search).toHaveBeenCalledTimes(3)
})
