import { errorSentence, errorStatus } from '@/api/errors'
import type { CsvKind } from '@/domain/desk/csv-columns'
import { CSV_BATCH_ROWS, type CsvRowsAnswer, type CsvRowsRequest } from '@/domain/desk/csv-request'
import { type CsvBadLine, type CsvChange, inWordsOf, type OwnHeadings } from '@/domain/desk/csv-rows'
import type { useAsk } from '../session'

type Ask = ReturnType<typeof useAsk>

/** An import on its way, or done. It stands above the screens: the desk goes on elsewhere. */
export interface Run {
  key: string
  kind: CsvKind
  file: string
  mark: string
  headings: OwnHeadings
  doing: 'save' | 'undo'
  state: 'running' | 'stopped' | 'done' | 'failed'
  rows: readonly CsvChange[]
  /** When the file was looked at, ms. */
  at: number
  done: number
  /** Rows that were sent; those after `done` have no answer yet, and may be saved. */
  sent: number
  /** What was saved, as it was sent. */
  saved: CsvChange[]
  refused: CsvBadLine[]
  /** The line is lost, and tried again. */
  offline: boolean
  /** Of this run so far, ms. */
  ms: number
  /** What went wrong for good. */
  why?: string
}

/** Said of rows, by what was done. */
export const DONE = { save: 'saved', undo: 'taken back' }

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

/** A run as it is now; undefined when another one has taken its place. An answer belongs to the run that asked. */
const nowOf = ({ key, doing }: Run): Run | undefined => (run?.key === key && run.doing === doing ? run : undefined)

/** Sends a request until it is answered: a lost line and a busy shop pass. Undefined: stopped meanwhile. */
async function send(ask: Ask, now: Run, rows: readonly CsvChange[]): Promise<CsvRowsAnswer | undefined> {
  const { key, kind, mark, done } = now
  for (let tries = 0; ; tries++) {
    const body: Omit<CsvRowsRequest, 'rows'> & { rows: readonly CsvChange[] } = {
      ...{ key, kind, file: now.file.slice(-200), mark, done, total: now.rows.length, rows },
      ago: Math.max(0, Date.now() - now.at) / 1000,
    }
    try {
      return await ask<CsvRowsAnswer>(now.doing === 'save' ? 'csv/rows' : 'csv/undo', { body })
    } catch (error) {
      const passes = [0, 429, 502, 503, 504].includes(errorStatus(error))
      if (!passes) throw error
      const waits = nowOf(now)
      if (waits?.state !== 'running') return undefined
      set({ ...waits, offline: true })
      await new Promise<void>((wake) => {
        setTimeout(wake, AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 0)
        addEventListener('online', () => wake(), { once: true })
        const off = importRun.subscribe(() => {
          off()
          wake()
        })
      })
      if (nowOf(now)?.state !== 'running') return undefined
    }
  }
}

let atWork = Promise.resolve()

/** Undone or gone on with before the last answer came: first that is waited for. */
function goAfter(ask: Ask, next: Run): void {
  set(next)
  atWork = atWork.finally(() => sendAll(ask, next))
}

async function sendAll(ask: Ask, begun: Run): Promise<void> {
  let size = FIRST_ROWS
  let fastest = Number.POSITIVE_INFINITY
  for (let asks = nowOf(begun); asks?.state === 'running' && asks.done < asks.rows.length; asks = nowOf(begun)) {
    const began = performance.now()
    const rows = nextRows(asks, size)
    set({ ...asks, sent: Math.max(asks.sent, asks.done + rows.length) })
    let answer: CsvRowsAnswer | undefined
    try {
      answer = await send(ask, asks, rows)
    } catch (error) {
      const failed = nowOf(begun)
      if (failed) set({ ...failed, state: 'failed', offline: false, why: errorSentence(error) })
      return
    }
    const now = nowOf(begun)
    if (!answer || !now) return
    const ms = performance.now() - began
    fastest = Math.min(fastest, ms / rows.length)
    const refused = answer.results.flatMap(({ line, problems: found }): CsvBadLine[] => {
      const problems = found.map((problem) => inWordsOf(now.headings, problem))
      const name = rows.find((row) => row.line === line)?.name ?? ''
      return problems.length > 0 ? [{ line, name, problems, cells: [] }] : []
    })
    const lines = new Set(refused.map(({ line }) => line))
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

const FRESH = { done: 0, sent: 0, saved: [], refused: [], offline: false, ms: 0 }
const newKey = () => crypto.randomUUID()

/** Begins to save what was looked at. */
export function startRun(ask: Ask, given: Pick<Run, 'kind' | 'file' | 'mark' | 'headings' | 'rows' | 'at'>): void {
  const next: Run = { ...FRESH, ...given, key: newKey(), doing: 'save', state: 'running' }
  set(next)
  atWork = sendAll(ask, next)
}

/** What Undo takes back: what is not in the shop after all stays as it is. */
export const undoable = ({ saved, rows, done, sent }: Run): CsvChange[] => [...saved, ...rows.slice(done, sent)]

/** Takes back what was saved. */
export function undoRun(ask: Ask): void {
  if (!run || run.state === 'running') return
  const rows = undoable(run)
  if (rows.length > 0) goAfter(ask, { ...run, why: undefined, ...FRESH, rows, doing: 'undo', state: 'running' })
}

/** Rests after the request that is under way. */
export function stopRun(): void {
  if (run?.state === 'running') set({ ...run, state: 'stopped', offline: false })
}

export function goOn(ask: Ask): void {
  if (!run || run.state === 'running' || run.done >= run.rows.length) return
  goAfter(ask, { ...run, state: 'running', why: undefined })
}

export const clearRun = (): void => set(undefined)

addEventListener('beforeunload', (event) => {
  if (run?.state === 'running') event.preventDefault()
})
