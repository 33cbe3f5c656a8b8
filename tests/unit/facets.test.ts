import { expect, test } from 'vitest'
import { countFitting } from '../../src/domain/catalog/facet-count'
import { FACETS, toggled, withKnownFacets } from '../../src/domain/catalog/facet-values'
import { facetWord } from '../../src/domain/catalog/facets'
import { EMPTY_VIEW } from '../../src/domain/catalog/product-filter'
import { productShades, shadeOf } from '../../src/domain/catalog/shades'
import { hi } from '../../src/language/hi'

const ROWS = [
  { values: 'skin:dry skin:sensitive scent:none price:200-300 inStock', count: 2 },
  { values: 'skin:dry scent:floral price:0-200', count: 3 },
  { values: 'price:0-200 inStock', count: 5 },
]
const count = (filter: object) => {
  const { skin, scent, price, colour, inStock } = { ...EMPTY_VIEW, ...filter }
  return countFitting(ROWS, { skin, scent, price, colour, inStock })
}

test('SHOP-07 a product fits with one value of each that is chosen', () => {
  expect(count({})).toBe(10)
  expect(count({ skin: 'dry' })).toBe(5)
  expect(count({ skin: 'oily,sensitive' })).toBe(2)
  expect(count({ skin: 'dry', price: '0-200' })).toBe(3)
  expect(count({ skin: 'dry', price: '0-200', inStock: true })).toBe(0)
  expect(count({ price: '0-200,200-300', inStock: true })).toBe(7)
})

test('SHOP-07 values stand in their order, whoever wrote them, and what is none is left out', () => {
  expect(toggled('skin', 'oily', 'dry')).toBe('dry,oily')
  expect(toggled('skin', 'dry,oily', 'dry')).toBe('oily')
  const written = { ...EMPTY_VIEW, skin: "oily,dry,oily,' OR 1", scent: '__proto__', price: '0-1', colour: ',' }
  expect(withKnownFacets(written)).toEqual({ ...EMPTY_VIEW, skin: 'dry,oily' })
})

test('SHOP-07 LANG-03 every value has its word in Hindi', () => {
  const { price: _, ...worded } = FACETS
  const words = Object.values(worded).flat().map(facetWord)
  expect(words.filter((word) => !Object.hasOwn(hi, word))).toEqual([])
})

test('SHOP-07 colours are filtered by what shoppers call them', () => {
  const named = {
    '#C9A574': 'natural',
    '#ECDFC4': 'natural',
    '#fff': 'white',
    '#cccccc': 'grey',
    '#3A3A3C': 'black',
    '#6F4326': 'brown',
    '#A23B2E': 'red',
    '#9A1F3A': 'red',
    '#F4C6D0': 'pink',
    '#D9922E': 'yellow',
    '#F2E24B': 'yellow',
    '#6A6D4C': 'green',
    '#2d6740': 'green',
    '#1F5A63': 'blue',
    '#2D3B63': 'blue',
    '#7A4A9E': 'purple',
  }
  for (const [hex, shade] of Object.entries(named)) expect([hex, shadeOf(hex)]).toEqual([hex, shade])
  const indigo = { name: 'Indigo', hex: '#2D3B63' }
  expect(productShades([indigo, { name: 'Navy', hex: '#2F4A6B' }, { name: 'Jute', hex: '#C9A574' }])).toEqual([
    'natural',
    'blue',
  ])
  expect(productShades('broken')).toEqual([])
})
