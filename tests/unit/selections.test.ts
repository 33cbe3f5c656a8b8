import { expect, test } from 'vitest'
import { type Product, parseProduct } from '../../src/domain/catalog/product'
import { sampler } from '../../src/domain/catalog/sampler'
import { crossSell, featuredProducts, newProducts, shopOrder } from '../../src/domain/catalog/selections'

const product = (id: string, fields: Record<string, unknown> = {}): Product =>
  parseProduct({ id, name: id, price: 100, inStock: true, ...fields })
const ids = (products: readonly Product[]) => products.map(({ id }) => id)

test('HOME-15 featured: positive list_order ascending, then bestsellers without one', () => {
  const products = [
    product('best', { bestseller: true }),
    product('third', { list_order: 3 }),
    product('plain'),
    product('first', { list_order: 1, bestseller: true }),
    product('late best', { bestseller: true, list_order: 0 }),
  ]
  expect(ids(featuredProducts(products))).toEqual(['first', 'third', 'best', 'late best'])
})

test('HOME-15 an empty selection falls back to the first four products', () => {
  const products = ['a', 'b', 'c', 'd', 'e'].map((id) => product(id))
  expect(ids(featuredProducts(products))).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(newProducts(products))).toEqual(['a', 'b', 'c', 'd'])
  expect(featuredProducts([])).toEqual([])
  expect(newProducts([])).toEqual([])
})

test('SHOP-02 numbered products come first, ascending; equal numbers keep their order', () => {
  const products = [
    product('two', { list_order: 2 }),
    product('x'),
    product('one', { list_order: 1 }),
    product('two again', { list_order: 2 }),
    product('below', { list_order: -1 }),
  ]
  expect(ids(shopOrder(products, 7)).slice(0, 3)).toEqual(['one', 'two', 'two again'])
  expect(new Set(ids(shopOrder(products, 7)).slice(3))).toEqual(new Set(['x', 'below']))
})

test('SHOP-02 the shuffled part is the same for the same seed, keeps every product, and differs between visits', () => {
  const products = Array.from({ length: 30 }, (_, index) => product(`p${index}`))
  const order = ids(shopOrder(products, 42))
  expect(ids(shopOrder(products, 42))).toEqual(order)
  expect([...order].sort()).toEqual(ids(products).sort())
  expect(order).not.toEqual(ids(products))
  expect(ids(shopOrder(products, 43))).not.toEqual(order)
})

test('SHEET-05 cross-sell leaves out what is in the cart, doubles and what cannot be bought, bestsellers first, four at most', () => {
  const candidates = [
    product('in cart', { bestseller: true }),
    product('a'),
    product('gone', { inStock: false }),
    product('used up', { sold_out: true }),
    product('best', { bestseller: true }),
    product('a'),
    product('b'),
    product('c'),
    product('d'),
  ]
  expect(ids(crossSell(candidates, new Set(['in cart'])))).toEqual(['best', 'a', 'b', 'c'])
  expect(crossSell([], new Set())).toEqual([])
})

test('HOME-21 close-ups are of the tag a name begins with, each once, six or three', () => {
  const images = ['whole.jpg', 'close.jpg']
  const made = (name: string, ...tags: string[]) => product(name, { name, category: 'soap', tags, images })
  const products = [
    made('Soap Gift Box', 'soap', 'gift'),
    made('Goat Milk & Oats Soap', 'soap', 'goat milk'),
    made('Block-Print Tote', 'print', 'block print'),
    made('Rosewood Box', 'rose'),
    product('Neem Soap', { tags: ['neem'], images: ['whole.jpg'] }),
    made('Neem & Tulsi Soap', 'tulsi', 'Neem'),
    made('Neem Soap', 'neem'),
  ]
  const tags = (list: Product[]) => sampler(list).map(({ tag }) => tag)
  expect(tags(products)).toEqual(['goat milk', 'block print', 'Neem'])
  expect(tags(products.slice(0, 5))).toEqual([])
  const more = ['Jute', 'Ikat', 'Clay', 'Coffee'].map((tag) => made(`${tag} thing`, tag))
  expect(tags([...products, ...more.slice(0, 2)])).toHaveLength(3)
  expect(tags([...products, ...more])).toHaveLength(6)
})
