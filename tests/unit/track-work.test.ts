import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

// The hooks have types of their own, which the rest of the project must not see.
const hooks = import.meta.glob('../../pocketbase/hooks/orders/order-view.ts')
let track: (event: unknown) => void

vi.mock('../../pocketbase/hooks/guard/rate-limits', () => ({
  addressOf: () => '',
  limited: () => false,
  release: () => {},
}))

const FACTS: Record<string, string> = { number: 'SJ-ABCD2345', email: 'asha@example.com', phone: '+919845012345' }

beforeAll(async () => {
  const [load] = Object.values(hooks)
  const module = (await load?.()) as { track: typeof track }
  track = module.track
})

let work: string[]
beforeEach(() => {
  work = []
  const shared = new Map<string, unknown>()
  vi.stubGlobal('$app', {
    store: () => ({
      get: (key: string) => shared.get(key),
      set: (key: string, value: unknown) => shared.set(key, value),
      setFunc: (key: string, change: (stored: unknown) => unknown) => shared.set(key, change(shared.get(key))),
      getAll: () => Object.fromEntries(shared),
      remove: (key: string) => shared.delete(key),
    }),
  })
  vi.stubGlobal('toString', (body: unknown) => body)
  vi.stubGlobal('$dbx', { exp: (_: string, params: unknown) => params })
  vi.stubGlobal('$security', {
    randomString: () => 'one of the engines',
    equal: (first: string, second: string) => {
      work.push('compare')
      return first === second
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The answer's status and what was read and compared on the way to it. */
function asked(number: string, contact: string): { status: number; work: string[] } {
  let status = 0
  const order = { id: 'x', getString: (field: string) => FACTS[field] ?? '' }
  const findAllRecords = (collection: string, { code }: { code: string }) => {
    work.push(`read ${collection}`)
    return FACTS.number?.endsWith(code) ? [order] : []
  }
  track({
    app: { findAllRecords },
    realIP: () => '192.0.2.1',
    request: { body: JSON.stringify({ number, contact }), contentLength: 60, header: { get: () => '' } },
    response: { header: () => ({ set: () => {} }) },
    json: (answer: number) => {
      status = answer
    },
  })
  return { status, work: work.splice(0) }
}

const MISS = { status: 404, work: ['read orders', 'compare', 'compare'] }

test.each([
  ['an unknown number with somebody’s email', 'SJ-ZZZZ2222', 'asha@example.com'],
  ['an unknown number with somebody’s phone', 'SJ-ZZZZ2222', '98450 12345'],
  ['a known number with another email', 'SJ-ABCD2345', 'other@example.com'],
  ['a known number with another phone', 'SJ-ABCD2345', '99000 12345'],
  ['what is no number', 'hello', 'asha@example.com'],
])('ORDER-07 %s costs the same work as any miss', (_, number, contact) => {
  expect(asked(number, contact)).toEqual(MISS)
})
