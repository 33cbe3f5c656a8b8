import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearRun, goOn, importRun, startRun, stopRun, undoRun } from '../../src/desk/import/import-run'
import { ImportState } from '../../src/desk/import/import-state'
import { Saving } from '../../src/desk/import/saving'
import { ToastProvider } from '../../src/desk/parts/toast'
import type { CsvRowsAnswer, CsvRowsRequest } from '../../src/domain/desk/csv-request'
import type { CsvProblem } from '../../src/domain/desk/csv-rows'
import { showDesk } from './desk-screen'

interface Asked {
  route: string
  file: string
  lines: number[]
  /** Since the file was looked at, seconds. */
  ago: number
  /** All is saved, or taken back. */
  answer: () => void
  refuse: (problem: CsvProblem) => void
  lose: () => void
}
let asked: Asked[] = []

const ask = ((route: string, { body }: { body: CsvRowsRequest }) =>
  new Promise<CsvRowsAnswer>((resolve, reject) => {
    const lines = body.rows.map(({ line }) => line)
    const answer = () => resolve({ results: lines.map((line) => ({ line, id: '', problems: [] })) })
    const refuse = (problem: CsvProblem) =>
      resolve({ results: lines.map((line) => ({ line, id: '', problems: [problem] })) })
    const lose = () => reject(new Error('No line'))
    asked.push({ route, file: body.file, lines, ago: body.ago, answer, refuse, lose })
  })) as Parameters<typeof startRun>[0]

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ line: at + 2, id: '', name: `Soap ${at}`, cells: {} }))
const start = (file: string, count: number) =>
  startRun(ask, {
    ...{ kind: 'products', file, mark: '0badcafe', rows: rowsOf(count), at: Date.now() - 60_000 },
    headings: new Map([['on_hand', 'Stock']]),
  })

/** The request with this number, from 1. */
async function request(number: number): Promise<Asked> {
  // Behind a pause that grows with what the machine takes.
  await waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(number), { timeout: 10_000 })
  return asked[number - 1] as Asked
}
const linesOf = (route: string, file: string) =>
  asked.flatMap((one) => (one.route === route && one.file === file ? one.lines : []))

afterEach(() => {
  clearRun()
  asked = []
})

test('CSV-09 each try says how long ago the file was looked at', async () => {
  start('a.csv', 1)
  const first = await request(1)
  first.lose()
  await waitFor(() => expect(importRun.get()?.offline).toBe(true))
  dispatchEvent(new Event('online'))
  const again = await request(2)
  expect(first.ago).toBeGreaterThanOrEqual(60)
  expect(again.ago).toBeGreaterThan(first.ago)
  again.answer()
  await waitFor(() => expect(importRun.get()?.state).toBe('done'))
})

test('CSV-10 a line that is refused while it is saved is told by the file’s own heading', async () => {
  start('a.csv', 1)
  const why = 'It was counted meanwhile: 4. Read the file again.'
  ;(await request(1)).refuse({ column: 'on_hand', says: '7', why })
  await waitFor(() => expect(importRun.get()?.state).toBe('done'))
  expect(importRun.get()?.refused[0]?.problems).toEqual([{ column: 'Stock', says: '7', why }])
})

test('CSV-11 Undo after a stop takes back what was under way too, after its answer', async () => {
  start('a.csv', 80)
  ;(await request(1)).answer()
  const late = await request(2)
  stopRun()
  undoRun(ask)
  expect(asked).toHaveLength(2)
  late.answer()
  ;(await request(3)).answer()
  ;(await request(4)).answer()
  await waitFor(() => expect(importRun.get()).toMatchObject({ doing: 'undo', state: 'done' }))
  expect(linesOf('csv/rows', 'a.csv')).toHaveLength(60)
  expect(linesOf('csv/undo', 'a.csv')).toEqual(linesOf('csv/rows', 'a.csv'))
})

test('CSV-11 a stop ends the tries on a lost line; what may be saved is taken back, or sent again', async () => {
  start('a.csv', 12)
  ;(await request(1)).lose()
  await waitFor(() => expect(importRun.get()?.offline).toBe(true))
  stopRun()
  expect(importRun.get()).toMatchObject({ state: 'stopped', offline: false, done: 0 })
  goOn(ask)
  const again = await request(2)
  stopRun()
  again.lose()
  undoRun(ask)
  ;(await request(3)).answer()
  await waitFor(() => expect(importRun.get()?.state).toBe('done'))
  expect(asked.map(({ route, lines }) => [route, lines.length])).toEqual([
    ['csv/rows', 10],
    ['csv/rows', 10],
    ['csv/undo', 10],
  ])
})

test.each(['answer', 'lose'] as const)(
  'CSV-11 what comes late for one file is not counted for the next: %s',
  async (late) => {
    start('a.csv', 80)
    const old = await request(1)
    stopRun()
    clearRun()
    start('b.csv', 12)
    const first = await request(2)
    old[late]()
    await new Promise((resolve) => setTimeout(resolve))
    expect(importRun.get()).toMatchObject({ file: 'b.csv', done: 0, offline: false })
    first.answer()
    ;(await request(3)).answer()
    await waitFor(() => expect(importRun.get()?.state).toBe('done'))
    expect(linesOf('csv/rows', 'a.csv')).toHaveLength(10)
    expect(linesOf('csv/rows', 'b.csv')).toEqual(rowsOf(12).map(({ line }) => line))
  },
)

test.each([500, 501])('CSV-11 Undo takes back up to 500 rows, and says so of more: %i', async (rows) => {
  start('a.csv', rows)
  stopRun()
  const done = { state: 'done', done: rows, saved: rowsOf(rows) } as const
  showDesk(
    <Saving
      run={{ ...(importRun.get() as NonNullable<ReturnType<typeof importRun.get>>), ...done }}
      onBack={() => {}}
    />,
    () => ({}),
  )
  expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(rows > 500 ? 0 : 1)
  expect(screen.queryAllByText(/More than 500 rows are not taken back as one/)).toHaveLength(rows > 500 ? 1 : 0)
})

test('CSV-15 how far an import has come is written down for a reload while it is under way', async () => {
  const noted = () => JSON.parse(localStorage.getItem('desk-import') ?? 'null')
  start('a.csv', 12)
  ;(await request(1)).answer()
  const last = await request(2)
  expect(noted()).toEqual({ file: 'a.csv', done: 10, total: 12 })
  last.answer()
  await waitFor(() => expect(noted()).toBeNull())
})

test('CSV-15 other screens say of one row that it is one', async () => {
  render(
    <ToastProvider>
      <ImportState at="/today" />
    </ToastProvider>,
  )
  start('a.csv', 1)
  expect(await screen.findByRole('link')).toHaveTextContent('0 of 1 row of a.csv saved')
  ;(await request(1)).answer()
  expect(await screen.findByText('1 row of a.csv saved.')).toBeVisible()
})

test('CSV-15 other screens call an undo an undo, under way and done', async () => {
  render(
    <ToastProvider>
      <ImportState at="/today" />
    </ToastProvider>,
  )
  start('a.csv', 12)
  ;(await request(1)).answer()
  ;(await request(2)).answer()
  expect(await screen.findByText('12 rows of a.csv saved.')).toBeVisible()
  undoRun(ask)
  ;(await request(3)).answer()
  expect(await screen.findByRole('link')).toHaveTextContent('of 12 rows of a.csv taken back')
  ;(await request(4)).answer()
  expect(await screen.findByText('12 rows of a.csv taken back.')).toBeVisible()
})
