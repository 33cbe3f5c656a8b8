import { describe, expect, test } from 'vitest'
import { addLine, type CartLine, removeLine, setQuantity } from '../../src/domain/cart'
import { CART_STORAGE_KEY, type LineStorage, SharedLines } from '../../src/features/cart/cart-lines'
import { meetingOf } from '../../src/features/cart/sync'

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
  const stored = [line('soap')]

  test('CART-02 a guest’s lines are merged with what the account holds', () => {
    expect(meetingOf({ user: '', unsaved: true }, 'me', stored)).toBe('merge')
    expect(meetingOf({ user: '', unsaved: true }, 'me', [])).toBe('merge')
  })

  test('CART-02 for somebody already signed in the account’s lines replace the browser’s, when there are any', () => {
    expect(meetingOf({ user: 'me', unsaved: false }, 'me', stored)).toBe('replace')
    expect(meetingOf({ user: 'me', unsaved: false }, 'me', [])).toBe('keep')
  })

  test('CART-12 changes that never arrived win over an older record', () => {
    expect(meetingOf({ user: 'me', unsaved: true }, 'me', stored)).toBe('keep')
  })

  test('CART-02 the lines of the account used before do not move into another one', () => {
    expect(meetingOf({ user: 'somebody', unsaved: false }, 'me', stored)).toBe('replace')
  })
})
