import { describe, expect, test } from 'vitest'
import { addLine, type CartLine, removeLine, setQuantity } from '../../src/domain/cart/cart'
import { type CartOwner, meetCart, pauseAfter, writeOf } from '../../src/domain/cart/cart-merge'
import { CART_STORAGE_KEY, type LineStorage, SharedLines } from '../../src/features/cart/cart-lines'

function line(productId: string, quantity = 1): CartLine {
  return { productId, product: { id: productId, name: productId, price: 100, images: [] }, quantity, color: '' }
}

const add =
  (productId: string, quantity = 1) =>
  (lines: readonly CartLine[]) =>
    addLine(lines, line(productId, quantity))
const shape = (lines: readonly CartLine[]) =>
  Object.fromEntries(lines.map((held) => [held.productId, held.quantity] as const))

/** One browser's storage: what a tab has written reaches the others when `deliver` is called. */
class Browser {
  stored: string | null = null
  private readonly copies: TabStorage[] = []

  tab(name: string, now?: () => number): SharedLines {
    const copy = new TabStorage(this)
    this.copies.push(copy)
    const tab = new SharedLines(name, () => copy, now)
    tab.read()
    return tab
  }

  deliver(): void {
    for (const copy of this.copies) copy.seen = this.stored
  }
}

/** Browsers hand each tab its own copy of the storage, which lags behind for a moment. */
class TabStorage implements LineStorage {
  seen: string | null

  constructor(private readonly browser: Browser) {
    this.seen = browser.stored
  }

  getItem(): string | null {
    return this.seen
  }

  setItem(_key: string, value: string): void {
    this.seen = value
    this.browser.stored = value
  }
}

describe('one tab', () => {
  test('CART-01 what was stored is there again at the next start', () => {
    const browser = new Browser()
    browser.tab('a').apply(add('soap', 2))
    browser.deliver()
    expect(shape(browser.tab('b').lines)).toEqual({ soap: 2 })
  })

  test('CART-03 every change is stored at once', () => {
    const browser = new Browser()
    const tab = browser.tab('a')
    tab.apply(add('soap'))
    expect(JSON.parse(browser.stored ?? '').lines).toHaveLength(1)
    tab.apply((lines) => removeLine(lines, 'soap'))
    expect(JSON.parse(browser.stored ?? '').lines).toHaveLength(0)
  })

  test.each(['', '{', 'null', '[]', '{"lines":5}', '{"lines":[{"productId":1}],"changes":{"a":"x"}}'])(
    'CART-10 %j in the storage is an empty cart that works',
    (stored) => {
      const browser = new Browser()
      browser.stored = stored
      const tab = browser.tab('a')
      expect(tab.lines).toEqual([])
      expect(shape(tab.apply(add('soap')))).toEqual({ soap: 1 })
    },
  )

  test('CART-01 forbidden storage leaves a cart for the tab', () => {
    const tab = new SharedLines('a', () => {
      throw new Error('SecurityError')
    })
    tab.read()
    tab.apply(add('soap'))
    expect(shape(tab.apply(add('soap')))).toEqual({ soap: 2 })
  })

  test('CART-01 a full storage loses nothing of this visit', () => {
    let full = false
    let stored: string | null = null
    const tab = new SharedLines('a', () => ({
      getItem: () => stored,
      setItem: (_key, value) => {
        if (full) throw new Error('QuotaExceededError')
        stored = value
      },
    }))
    tab.apply(add('soap'))
    full = true
    tab.apply(add('tote'))
    expect(shape(tab.apply(add('tote')))).toEqual({ soap: 1, tote: 2 })
    full = false
    tab.apply(add('jhola'))
    expect(JSON.parse(stored ?? '').lines).toHaveLength(3)
  })

  test('CART-04 a line taken five times in a row ends at exactly five more', () => {
    const tab = new Browser().tab('a')
    tab.apply(add('soap'))
    for (let tap = 0; tap < 5; tap += 1) {
      tab.apply((lines) => setQuantity(lines, 'soap:', (lines[0]?.quantity ?? 0) + 1))
    }
    expect(shape(tab.lines)).toEqual({ soap: 6 })
  })
})

describe('two tabs', () => {
  test('CART-16 a change in one is there in the other', () => {
    const browser = new Browser()
    const a = browser.tab('a')
    const b = browser.tab('b')
    a.apply(add('soap', 2))
    browser.deliver()
    expect(shape(b.read())).toEqual({ soap: 2 })
    b.apply((lines) => removeLine(lines, 'soap'))
    browser.deliver()
    expect(a.read()).toEqual([])
  })

  test('CART-16 adding in both at the same moment loses nothing, whoever hears first', () => {
    for (const firstToHear of ['a', 'b']) {
      const browser = new Browser()
      const tabs = { a: browser.tab('a'), b: browser.tab('b') }
      tabs.a.apply(add('soap'))
      tabs.b.apply(add('tote'))
      for (const name of firstToHear === 'a' ? (['a', 'b', 'a'] as const) : (['b', 'a', 'b'] as const)) {
        browser.deliver()
        tabs[name].read()
      }
      browser.deliver()
      expect(shape(tabs.a.read())).toEqual({ soap: 1, tote: 1 })
      expect(shape(tabs.b.read())).toEqual({ soap: 1, tote: 1 })
    }
  })

  test('CART-16 the same product added in both at the same moment counts twice, and only twice', () => {
    const browser = new Browser()
    const a = browser.tab('a')
    const b = browser.tab('b')
    a.apply(add('soap'))
    b.apply(add('soap'))
    for (let round = 0; round < 4; round += 1) {
      browser.deliver()
      a.read()
      browser.deliver()
      b.read()
    }
    expect(shape(a.lines)).toEqual({ soap: 2 })
    expect(shape(b.lines)).toEqual({ soap: 2 })
  })

  test('CART-07 emptying in one is not undone by what the other did before', () => {
    let time = 0
    const browser = new Browser()
    const a = browser.tab('a', () => time)
    const b = browser.tab('b', () => time)
    a.apply(add('soap'))
    browser.deliver()
    b.read()
    time += 100
    b.apply(() => [])
    browser.deliver()
    expect(a.read()).toEqual([])
  })

  test('CART-16 storage wiped by the shopper stays empty', () => {
    const browser = new Browser()
    const a = browser.tab('a')
    a.apply(add('soap'))
    browser.stored = null
    browser.deliver()
    expect(a.read()).toEqual([])
    expect(shape(a.apply(add('tote')))).toEqual({ tote: 1 })
  })

  test('CART-01 the name of the stored record carries product and version', () => {
    expect(CART_STORAGE_KEY).toMatch(/^sabun-and-jhola\.cart\.v\d+$/)
  })
})

describe('browser and account', () => {
  const here = [line('soap', 3), line('jhola')]
  const stored = [line('soap'), line('tote', 2)]
  const both = { soap: 3, tote: 2, jhola: 1 }
  const account = { soap: 1, tote: 2 }
  const guest: CartOwner = { user: '', unsaved: true }
  const mine: CartOwner = { user: 'me', unsaved: false }
  const unsent: CartOwner = { user: 'me', unsaved: true }
  const somebody: CartOwner = { user: 'somebody', unsaved: false }
  const unsentOf: CartOwner = { user: 'somebody', unsaved: true }

  type From = CartLine[] | null | false
  test.each<
    [string, CartOwner, CartLine[], CartLine[], From, { takeOver: Record<string, number> | null; save: boolean }]
  >([
    ['CART-02 a guest’s lines join the account’s', guest, here, stored, false, { takeOver: both, save: true }],
    ['CART-02 an account that holds nothing', guest, here, [], false, { takeOver: null, save: true }],
    ['CART-02 CART-13 a guest without lines', guest, [], stored, false, { takeOver: account, save: false }],
    ['CART-13 nothing on either side', guest, [], [], false, { takeOver: {}, save: false }],
    ['CART-02 the account’s lines, seen before', mine, here, stored, false, { takeOver: account, save: false }],
    ['CART-02 … that went from the account', mine, here, [], false, { takeOver: null, save: true }],
    [
      'CART-03 … without what was put in just now',
      mine,
      here,
      [],
      [line('soap', 3)],
      { takeOver: { jhola: 1 }, save: true },
    ],
    [
      'CART-03 … but for one piece more',
      mine,
      here,
      [],
      [line('soap', 2)],
      { takeOver: { soap: 1, jhola: 1 }, save: true },
    ],
    ['CART-02 … put in just now', mine, here, stored, [line('soap')], { takeOver: both, save: true }],
    [
      'CART-02 … taken out just now',
      mine,
      here,
      stored,
      [...here, line('tote')],
      { takeOver: { soap: 1 }, save: true },
    ],
    [
      'CART-02 … fewer just now',
      mine,
      [line('soap', 2)],
      [line('soap', 3)],
      [line('soap', 3)],
      { takeOver: { soap: 2 }, save: true },
    ],
    [
      'CART-02 … sent by another tab too',
      mine,
      here,
      here,
      [line('soap')],
      { takeOver: { soap: 3, jhola: 1 }, save: true },
    ],
    ['CART-13 … emptied just now', mine, [], stored, stored, { takeOver: {}, save: true }],
    ['CART-12 … on top of changes that never arrived', unsent, here, stored, null, { takeOver: null, save: true }],
    ['CART-12 changes that never arrived', unsent, here, stored, false, { takeOver: null, save: true }],
    ['CART-13 an emptying that never arrived', unsent, [], stored, false, { takeOver: null, save: true }],
    ['CART-02 another account’s lines stay theirs', somebody, here, stored, false, { takeOver: account, save: false }],
    ['CART-02 … also those that never arrived', unsentOf, here, stored, false, { takeOver: account, save: false }],
    [
      'CART-02 … and what was put in just now joins the account’s without them',
      unsentOf,
      [...here, line('diya')],
      stored,
      here,
      { takeOver: { ...account, diya: 1 }, save: true },
    ],
    ['CART-02 … also where nothing takes their place', somebody, here, [], false, { takeOver: {}, save: false }],
  ])('%s', (_title, owner, held, kept, from, expected) => {
    const { takeOver, save } = meetCart(owner, 'me', held, kept, from)
    expect({ takeOver: takeOver && shape(takeOver), save }).toEqual(expected)
  })

  test.each([
    ['CART-13 nothing is not written', [], '', 'nothing'],
    ['CART-13 nothing deletes what was kept', [], 'kept', 'delete'],
    ['CART-03 the first lines', here, '', 'create'],
    ['CART-03 other lines', here, 'kept', 'update'],
  ] as const)('%s', (_title, lines, record, expected) => {
    expect(writeOf(lines, record)).toBe(expected)
  })

  test('CART-12 three attempts with growing pauses; somebody who may not write is not tried again', () => {
    expect([0, 1, 2].map((attempt) => pauseAfter(attempt, 500))).toEqual([500, 1000, null])
    expect([401, 403, 404, 0].map((status) => pauseAfter(0, status))).toEqual([null, null, 500, 500])
  })
})
