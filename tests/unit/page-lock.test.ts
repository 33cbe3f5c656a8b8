import { beforeEach, expect, test, vi } from 'vitest'

let kept: Map<string, unknown>
vi.mock('../../pocketbase/hooks/lib/shared-store', () => ({
  sharedStore: () => ({
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: unknown) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
    getOrSet(key: string, make: () => unknown) {
      if (!kept.has(key)) kept.set(key, make())
      return kept.get(key)
    },
    setFunc: (key: string, change: (value: unknown) => unknown) => void kept.set(key, change(kept.get(key) ?? null)),
  }),
}))

// The hooks have types of their own, which the rest of the project must not see.
const hooks = import.meta.glob('../../pocketbase/hooks/pages/page-lock.ts')
interface PageLock {
  hasDrawingTime(now: number): boolean
  isBusy(now: number): boolean
  meetsLock(): boolean
  noteVisitor(address: string, now: number): void
  spendDrawingTime(took: number, now: number): void
  withLock<T>(ready: () => T | undefined, work: () => T, waits: boolean, isFor: string): T | undefined
}
const [load] = Object.values(hooks) as [() => Promise<PageLock>]
const { hasDrawingTime, isBusy, meetsLock, noteVisitor, spendDrawingTime, withLock } = await load()

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('$security', { randomString: () => Math.random().toString(36).slice(2, 10) })
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 27), toFake: ['Date'] })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const come = () => {
  for (let visitor = 0; visitor < 10; visitor++) noteVisitor(`203.0.113.${visitor}`, Date.now())
}

test('PAINT-08 a clock that is set back ends a crowd, and its drawing is paid for', () => {
  come()
  expect(isBusy(Date.now())).toBe(true)
  spendDrawingTime(3000, Date.now())
  expect(hasDrawingTime(Date.now())).toBe(false)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(isBusy(Date.now())).toBe(false)
  // One of those comes again, an hour before the others by this clock.
  noteVisitor('203.0.113.0', Date.now())
  expect(isBusy(Date.now())).toBe(false)
  come()
  expect(isBusy(Date.now())).toBe(true)
  expect(hasDrawingTime(Date.now())).toBe(true)
})

test('PAINT-08 who is held up until the lock was taken away gives nobody else’s back', () => {
  withLock(
    () => undefined,
    () => {
      kept.set('pages:lock', 'another 0')
    },
    true,
    '',
  )
  expect(meetsLock()).toBe(true)
})

test('PAINT-04 who meets what an open page asks for waits for it and is no crowd; two open pages are one', () => {
  const work = vi.fn(() => 'drawn twice')
  let page: string | undefined
  // It is there when the waiting one looks again.
  vi.stubGlobal('sleep', () => {
    page = 'drawn'
  })
  kept.set('pages:lock', `another ${Date.now()} news`)
  expect(withLock(() => page, work, false, '')).toBe('drawn')
  expect(isBusy(Date.now())).toBe(false)
  // Open pages among themselves are a crowd: their drawing has its share of the time, however many there are.
  expect(withLock(() => undefined, work, false, ' news')).toBeUndefined()
  expect(isBusy(Date.now())).toBe(true)
  expect(work).not.toHaveBeenCalled()
})

test('PAINT-04 an open page that asks while somebody’s page is drawn is no crowd; a second visitor is', () => {
  const work = vi.fn(() => 'drawn twice')
  kept.set('pages:lock', `another ${Date.now()}`)
  expect(withLock(() => undefined, work, false, ' news')).toBeUndefined()
  expect(isBusy(Date.now())).toBe(false)
  expect(withLock(() => undefined, work, false, '')).toBeUndefined()
  expect(isBusy(Date.now())).toBe(true)
  expect(work).not.toHaveBeenCalled()
})
