import { expect, test } from 'vitest'
import {
  categoryLabel,
  EMPTY_VIEW,
  isFiltered,
  readShopView,
  type ShopView,
  shopSearch,
} from '../../src/domain/catalog/product-filter'

const read = (search: string) => readShopView(new URLSearchParams(search))

test('SHOP-05 a view survives the way into the address and back', () => {
  const views: Partial<ShopView>[] = [
    {},
    { category: 'gift box' },
    { q: 'नीम & तुलसी', inStock: true },
    { skin: 'dry,oily', price: '0-200', inStock: true },
    { sort: 'price-high', show: 72, category: 'soap', q: '100% "jute"' },
  ]
  for (const part of views) {
    const view = { ...EMPTY_VIEW, ...part }
    expect(read(shopSearch(view))).toEqual(view)
  }
  expect(shopSearch(EMPTY_VIEW)).toBe('')
})

test('SHOP-05 what is too long is cut so that it reads the same again, and no character in half', () => {
  for (const name of ['category', 'q', 'scent']) {
    for (const text of [
      `${'ab '.repeat(60)}`,
      `${'a'.repeat(39)} b`,
      ...[39, 79, 99].map((at) => `${'a'.repeat(at)}😀😀`),
    ]) {
      const view = read(`?${name}=${encodeURIComponent(text)}`)
      expect(read(shopSearch(view))).toEqual(view)
    }
  }
})

test('SHOP-05 nonsense in the address is read as the default', () => {
  expect(read('?sort=sideways&show=-5&inStock=yes')).toEqual(EMPTY_VIEW)
  expect(read('?show=1e99&sort=__proto__')).toEqual(EMPTY_VIEW)
  expect(read(`?q=${'a'.repeat(500)}`).q).toHaveLength(80)
})

test('SHOP-05 what counts as filtered', () => {
  expect(isFiltered(EMPTY_VIEW)).toBe(false)
  expect(isFiltered({ ...EMPTY_VIEW, sort: 'name', show: 48 })).toBe(false)
  expect(isFiltered({ ...EMPTY_VIEW, inStock: true })).toBe(true)
  expect(isFiltered({ ...EMPTY_VIEW, q: 'a' })).toBe(true)
  expect(isFiltered({ ...EMPTY_VIEW, colour: 'blue' })).toBe(true)
})

test('categories are written as plurals', () => {
  expect(['soap', 'bag', 'gift box', 'pouch', 'candy', 'toys', 'साबुन'].map(categoryLabel)).toEqual([
    'Soaps',
    'Bags',
    'Gift boxes',
    'Pouches',
    'Candies',
    'Toys',
    'साबुन',
  ])
})

test('SHOP-06 a category that is not counted has no plural', () => {
  const uncounted = [
    'Jewellery',
    'Home decor',
    'Skin care',
    'Kitchenware',
    'Menswear',
    'Bath & body',
    'Women',
    'Clothing',
    'Jewelry',
    'Pottery',
    'Home décor',
    'Gifts for men',
    'Bedding',
    'Lighting',
    'Incense',
    'Leather',
  ]
  expect(uncounted.map((label) => categoryLabel(label.toLowerCase()))).toEqual(uncounted)
  const counted = ['berry', 'gallery wall', 'bakery', 'gallery', 'grocery', 'specimen'].map(categoryLabel)
  expect(counted).toEqual(['Berries', 'Gallery walls', 'Bakeries', 'Galleries', 'Groceries', 'Specimens'])
})
