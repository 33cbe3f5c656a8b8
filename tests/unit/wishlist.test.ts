import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cheaperBy, livingWishes, mergeWishes, parseWishes, type Wish } from '../../src/domain/wishlist/wishlist'

const wish = fc.record({
  product: fc.constantFrom('soap', 'tote', 'sling'),
  color: fc.constantFrom('', 'indigo'),
  price: fc.constantFrom(0, 180, 360),
  at: fc.integer({ min: 1, max: 9 }),
  gone: fc.boolean(),
})
const list = fc.array(wish)
const one = (more: Partial<Wish>): Wish => ({ product: 'soap', color: '', price: 180, at: 1, gone: false, ...more })

test('WISH-04 lists join to the same list in any order, any number of times, and the last press of a thing stands', () => {
  fc.assert(
    fc.property(list, (all) => {
      const [a, b, c] = [0, 1, 2].map((n) => all.filter((_, at) => at % 3 === n)) as [Wish[], Wish[], Wish[]]
      const joined = mergeWishes(a, b, c)
      expect(mergeWishes(c, mergeWishes(b, a))).toEqual(joined)
      expect(mergeWishes(joined, joined, a)).toEqual(joined)
      for (const { product, at } of joined)
        expect(at).toBe(Math.max(...all.filter((other) => other.product === product).map((other) => other.at)))
    }),
  )
  expect(livingWishes(mergeWishes([one({ at: 1 })], [one({ at: 2, gone: true })]))).toEqual([])
  expect(mergeWishes([one({ at: 3, color: 'indigo' })], [one({ at: 2, gone: true })])).toEqual([
    one({ at: 3, color: 'indigo' }),
  ])
})

test('WISH-02 a list holds the newest 200 things and remembers the last 100 that were taken away', () => {
  const many = Array.from({ length: 500 }, (_, at) => one({ product: `p${at}`, at, gone: at % 2 === 1 }))
  const merged = mergeWishes(many)
  expect(livingWishes(merged)).toHaveLength(200)
  expect(livingWishes(merged)[0]?.product).toBe('p498')
  expect(merged).toHaveLength(300)
})

test('WISH-03 whatever stands in the storage becomes a list', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => parseWishes(value).length >= 0))
  expect(parseWishes([one({}), null, { product: '../x', at: 1 }, { product: 'tote', at: 2 }])).toEqual([
    { product: 'tote', color: '', price: 0, at: 2, gone: false },
    one({}),
  ])
  // A moment so late that none comes after it: the heart could never be taken away again.
  for (const at of [NaN, Infinity, 1e300, 2 ** 53, 1.5, '1', null])
    expect(parseWishes([{ ...one({}), at }])).toEqual([])
})

test('WISH-06 a thing is called cheaper only when it is', () => {
  expect(cheaperBy(one({ price: 360 }), 320.5)).toBe(39.5)
  expect(cheaperBy(one({ price: 360 }), 360)).toBe(0)
  expect(cheaperBy(one({ price: 360 }), 400)).toBe(0)
  expect(cheaperBy(one({ price: 0 }), 400)).toBe(0)
  expect(cheaperBy(one({ price: 360 }), 0)).toBe(0)
})
