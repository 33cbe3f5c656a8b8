import { errorSentence, errorStatus } from '@/api/errors'
import type { CsvKind } from '@/domain/desk/csv-columns'
import { CSV_BATCH_ROWS, type CsvRowsAnswer, type CsvRowsRequest } from '@/domain/desk/csv-request'
import type { CsvBadLine, CsvChange } from '@/domain/desk/csv-rows'
import type { useAsk } from '../session'

type Ask = ReturnType<typeof useAsk>

/** An import on its way, or done. It stands above the screens: the desk goes on elsewhere. */
export interface Run {
  key: string
  kind: CsvKind
  file: string
  mark: string
  doing: 'save' | 'undo'
  state: 'running' | 'stopped' | 'done' | 'failed'
  rows: readonly CsvChange[]
  done: number
  /** What was saved, as it was sent: what Undo takes back. */
  saved: CsvChange[]
  refused: CsvBadLine[]
  /** The line is lost, and tried again. */
  offline: boolean
  /** Of this run so far, ms. */
  ms: number
  /** What went wrong for good. */
  why?: string
}

let run: Run | undefined
const listeners = new Set<() => void>()

/** For `useSyncExternalStore`. */
export const importRun = {
  get: (): Run | undefined => run,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function set(next: Run | undefined): void {
  run = next
  note(next)
  for (const listener of listeners) listener()
}

/** What a reload finds of an import that was under way. */
export interface RunNote {
  file: string
  done: number
  total: number
}
const NOTE = 'desk-import'

function note(now: Run | undefined): void {
  const under = now && now.state !== 'done' && now.doing === 'save'
  if (under) localStorage.setItem(NOTE, JSON.stringify({ file: now.file, done: now.done, total: now.rows.length }))
  else localStorage.removeItem(NOTE)
}

/** How far an import came whose page was closed; read before any other begins. */
export function interruptedRun(): RunNote | undefined {
  if (run) return undefined
  try {
    return JSON.parse(localStorage.getItem(NOTE) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
export const forgetInterrupted = (): void => localStorage.removeItem(NOTE)

/** Largest part of a body that rows may take, characters: a body has 64 kB, and Hindi three bytes a letter. */
const MAX_CHARACTERS = 18_000
/**
 * After each request the server has thrice as long for shoppers alone as it took, and more the slower a row was than
 * the fastest so far: then others want the server too. ms at least and at most.
 */
const REST_MS = { least: 40, most: 3000 }
/** Rows of the first request; the next ones are as many as the server does in about `AIM_MS`, and a few at least. */
const FIRST_ROWS = 10
const LEAST_ROWS = 8
const AIM_MS = 600
const AGAIN_MS = [1000, 2000, 4000, 8000, 15_000]

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function nextRows({ rows, done }: Run, most: number): CsvChange[] {
  const taken: CsvChange[] = []
  let size = 0
  for (const row of rows.slice(done, done + Math.min(most, CSV_BATCH_ROWS))) {
    size += JSON.stringify(row).length
    if (taken.length > 0 && size > MAX_CHARACTERS) break
    taken.push(row)
  }
  return taken
}

/** Sends a request until it is answered: a lost line and a busy shop pass. */
async function send(ask: Ask, now: Run, rows: readonly CsvChange[]): Promise<CsvRowsAnswer> {
  const body: Omit<CsvRowsRequest, 'rows'> & { rows: readonly CsvChange[] } = {
    ...{ key: now.key, kind: now.kind, file: now.file.slice(-200), mark: now.mark },
    ...{ done: now.done, total: now.rows.length, rows },
  }
  for (let tries = 0; ; tries++) {
    try {
      return await ask<CsvRowsAnswer>(now.doing === 'save' ? 'csv/rows' : 'csv/undo', { body })
    } catch (error) {
      const passes = [0, 429, 502, 503, 504].includes(errorStatus(error))
      if (!passes) throw error
      if (run) set({ ...run, offline: true })
      await Promise.race([
        rest(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 0),
        new Promise((resolve) => addEventListener('online', resolve, { once: true })),
      ])
    }
  }
}

let isAtWork = false

async function work(ask: Ask): Promise<void> {
  // Stopped and gone on with before the last answer came: that one goes on.
  if (isAtWork) return
  isAtWork = true
  try {
    await sendAll(ask)
  } finally {
    isAtWork = false
  }
}

async function sendAll(ask: Ask): Promise<void> {
  let size = FIRST_ROWS
  let fastest = Number.POSITIVE_INFINITY
  while (run && run.state === 'running' && run.done < run.rows.length) {
    const began = performance.now()
    const rows = nextRows(run, size)
    let answer: CsvRowsAnswer
    try {
      answer = await send(ask, run, rows)
    } catch (error) {
      set({ ...run, state: 'failed', offline: false, why: errorSentence(error) })
      return
    }
    const ms = performance.now() - began
    fastest = Math.min(fastest, ms / rows.length)
    const refused = answer.results.flatMap(({ line, problems }): CsvBadLine[] =>
      problems.length > 0
        ? [{ line, name: rows.find((row) => row.line === line)?.name ?? '', problems, cells: [] }]
        : [],
    )
    const lines = new Set(refused.map(({ line }) => line))
    const now: Run = run
    set({
      ...now,
      offline: false,
      done: now.done + rows.length,
      saved: [...now.saved, ...rows.filter(({ line }) => !lines.has(line))],
      refused: [...now.refused, ...refused],
      state: now.done + rows.length >= now.rows.length ? 'done' : now.state,
      ms: now.ms + ms,
    })
    size = Math.max(LEAST_ROWS, Math.min(CSV_BATCH_ROWS, Math.round((rows.length * AIM_MS) / Math.max(ms, 1))))
    if (now.state === 'running' && now.done + rows.length < now.rows.length)
      await rest(Math.max(REST_MS.least, Math.min(REST_MS.most, 3 * ms * (ms / rows.length / fastest))))
  }
}

const newKey = () => crypto.randomUUID()

/** Begins to save what was looked at. */
export function startRun(ask: Ask, given: Pick<Run, 'kind' | 'file' | 'mark' | 'rows'>): void {
  const { kind, file, mark, rows } = given
  const fresh = { done: 0, saved: [], refused: [], offline: false, ms: 0 }
  set({ ...fresh, key: newKey(), kind, file, mark, rows, doing: 'save', state: 'running' })
  void work(ask)
}

/** Takes back what was saved. */
export function undoRun(ask: Ask): void {
  if (!run || run.state === 'running') return
  const { key, kind, file, mark, saved } = run
  if (saved.length === 0) return
  const fresh = { done: 0, saved: [], refused: [], offline: false, ms: 0 }
  set({ ...fresh, key, kind, file, mark, rows: saved, doing: 'undo', state: 'running' })
  void work(ask)
}

/** Rests after the request that is under way. */
export function stopRun(): void {
  if (run?.state === 'running') set({ ...run, state: 'stopped' })
}

export function goOn(ask: Ask): void {
  if (!run || run.state === 'running' || run.done >= run.rows.length) return
  set({ ...run, state: 'running', why: undefined })
  void work(ask)
}

export const clearRun = (): void => set(undefined)

addEventListener('beforeunload', (event) => {
  if (run?.state === 'running') event.preventDefault()
})
