import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { labelOf, netQuantity, unitPrice } from '../../src/domain/catalog/label'
import { labelProblems } from '../../src/domain/catalog/label-problem'
import { parseProduct } from '../../src/domain/catalog/product'
import { labelData, unitPriceData } from '../../src/features/catalog/label-data'

const SELLER = {
  seller_legal_name: 'Soap Makers LLP',
  seller_address: '12 Church Street, Bengaluru 560001',
  seller_email: 'care@soap.shop',
  seller_phone: '+91 98450 12345',
}
const product = (fields: Record<string, unknown>) =>
  parseProduct({ id: 'p', name: 'Rose Soap', price: 210, inStock: true, ...fields })
const rowsOf = (fields: Record<string, unknown>) =>
  labelOf(product(fields), SELLER)?.rows.map(({ term, value }) => `${term}: ${value}`)
const amount = (net_quantity: number, net_unit: string) => ({ net_quantity, net_unit })

describe('what a label says', () => {
  test('LABEL-01 a soap: its quantity, price, origin, maker, licence and care, in the order of the law', () => {
    const fields = {
      ...{ original_price: 240, ...amount(100, 'g'), batch: 'R-114', best_before: '2028-03', material: 'Coconut oil' },
      ...{ maker_licence: 'KA 00/COS/2026', ingredients: 'Coconut oil | Sodium Cocoate\n\n Rose petals \n| Aqua' },
    }
    expect(rowsOf(fields)).toEqual([
      'Net quantity: 100 g',
      'MRP, inclusive of all taxes: ₹240.00',
      'Unit sale price: ₹2.10 per g',
      'Country of origin: India',
      'Batch: R-114',
      'Best before: 2028-03',
      'Made and packed by: Soap Makers LLP, 12 Church Street, Bengaluru 560001',
      'Cosmetic licence: KA 00/COS/2026',
      'Consumer care: Soap Makers LLP, +91 98450 12345, care@soap.shop',
    ])
    expect(labelOf(product(fields), SELLER)?.ingredients).toEqual([
      { name: 'Coconut oil', inci: 'Sodium Cocoate' },
      { name: 'Rose petals', inci: '' },
      { name: 'Aqua', inci: '' },
    ])
  })

  test('LABEL-01 a bag: its size, material, strap and closure; what stands in the record is not the seller’s', () => {
    const fields = { strap: 'Long', closure: 'Zip', material: 'Jute', dimensions: '38 cm', country_of_origin: 'Nepal' }
    expect(rowsOf({ ...fields, ...amount(1, 'piece'), maker: 'Weavers, Pokhara' })).toEqual([
      ...['Net quantity: 1 piece', 'MRP, inclusive of all taxes: ₹210.00', 'Size: 38 cm', 'Material: Jute'],
      ...['Strap: Long', 'Closure: Zip', 'Country of origin: Nepal', 'Made and packed by: Weavers, Pokhara'],
      'Consumer care: Soap Makers LLP, +91 98450 12345, care@soap.shop',
    ])
  })

  test('LABEL-01 without a record of it there is none, not even of the seller or of India', () => {
    expect(labelOf(product({ material: 'Jute', dimensions: '38 cm' }), SELLER)).toBeNull()
    const nobody = { seller_legal_name: '', seller_address: '', seller_email: '', seller_phone: '' }
    expect(labelOf(product({ batch: 'R-1', price: 0 }), nobody)?.rows.map(({ term }) => term)).toEqual([
      ...['Country of origin', 'Batch'],
    ])
  })

  test('LABEL-01 while a price plan runs the MRP is the record’s, not what was asked before', () => {
    const mrp = (more: object) => rowsOf({ batch: '1', ...more })?.[0]
    expect(mrp({ was_price: 220, original_price: 240 })).toBe('MRP, inclusive of all taxes: ₹240.00')
    expect(mrp({ was_price: 220, original_price: 0 })).toBe('MRP, inclusive of all taxes: ₹220.00')
  })
})

describe('the unit sale price', () => {
  test.each<[rupees: number, quantity: number, unit: string, said: string]>([
    [210, 100, 'g', '2.10 g'],
    [180, 62.5, 'g', '2.88 g'],
    [100, 300, 'g', '0.33 g'],
    [200, 300, 'g', '0.67 g'],
    [1, 8, 'g', '0.13 g'],
    [1, 200, 'g', '0.01 g'],
    [1, 201, 'g', 'none'],
    [900, 1500, 'g', '600.00 kg'],
    [900, 1.5, 'kg', '600.00 kg'],
    [90, 0.25, 'kg', '0.36 g'],
    [900, 1, 'kg', 'none'],
    [900, 1000, 'g', 'none'],
    [250, 200, 'ml', '1.25 ml'],
    [250, 2, 'l', '125.00 l'],
    [120, 50, 'cm', '2.40 cm'],
    [120, 150, 'cm', '80.00 m'],
    [320, 2, 'piece', '160.00 piece'],
    [320, 1, 'piece', 'none'],
    [320, 0, 'g', 'none'],
    [320, 100, '', 'none'],
    [99_999.99, 0.001, 'g', '99999990.00 g'],
  ])('LABEL-02 ₹%d for %d %s is %s', (rupees, quantity, unit, said) => {
    const found = unitPrice(Math.round(rupees * 100), amount(quantity, unit))
    expect(found ? `${(found.price / 100).toFixed(2)} ${found.unit}` : 'none').toBe(said)
  })

  test('LABEL-02 quantities are said with their unit', () => {
    expect(
      [amount(100, 'g'), amount(1, 'piece'), amount(2, 'piece'), amount(0, 'g'), amount(5, '')].map(netQuantity),
    ).toEqual(['100 g', '1 piece', '2 pieces', '', ''])
  })
})

test('LABEL-04 search engines read weight, origin, maker and the price by unit', () => {
  const soap = product({ ...amount(100, 'g'), maker: 'Soap Makers, 12 Church Street, Bengaluru', material: 'Oils' })
  expect(labelData(soap)).toEqual({
    weight: { '@type': 'QuantitativeValue', value: 100, unitCode: 'GRM' },
    material: 'Oils',
    manufacturer: { '@type': 'Organization', name: 'Soap Makers', address: '12 Church Street, Bengaluru' },
  })
  expect(unitPriceData(21_000, soap)).toEqual({
    priceSpecification: {
      ...{ '@type': 'UnitPriceSpecification', price: '210.00', priceCurrency: 'INR' },
      referenceQuantity: {
        ...{ '@type': 'QuantitativeValue', value: 100, unitCode: 'GRM' },
        valueReference: { '@type': 'QuantitativeValue', value: 1, unitCode: 'GRM' },
      },
    },
  })
  const bare = product({})
  expect([labelData(bare), unitPriceData(21_000, bare)]).toEqual([{}, {}])
})

test.each<[fields: object, field: string, said: RegExp]>([
  [amount(100, ''), 'net_unit', /^Choose the unit/],
  [amount(0, 'g'), 'net_quantity', /^Write how much/],
  [amount(1.5, 'piece'), 'net_quantity', /^Write whole pieces/],
  [amount(1.2345, 'g'), 'net_quantity', /^Use at most three decimals/],
  [{ ingredients: `Oil\n${'a'.repeat(121)}` }, 'ingredients', /^Line 2 has more than 120 characters/],
  [{ ingredients: 'Oil\nOil | Oil | Oil' }, 'ingredients', /^Line 2 has more than one \|/],
  [{ ingredients: 'Oil\n'.repeat(81) }, 'ingredients', /^At most 80 lines/],
])('LABEL-06 %j is refused beside %s', (fields, field, said) => {
  const problems = labelProblems({ net_quantity: 0, net_unit: '', ingredients: '', ...fields })
  expect(Object.entries(problems).filter(([, problem]) => problem)).toEqual([[field, expect.stringMatching(said)]])
})

test('LABEL-07 every product of the demo has a label, every soap its ingredients, and no maker is invented', () => {
  const seed = JSON.parse(readFileSync(new URL('../../pocketbase/seed/products.json', import.meta.url), 'utf8'))
  const lacking = (seed as Record<string, unknown>[]).filter((row) => {
    const one = parseProduct(row)
    if (!one.label) return true
    const label = labelOf(one, SELLER)
    const problems = Object.values(labelProblems(one.label)).filter(Boolean)
    const whole = one.category !== 'soap' || (label?.ingredients.length && /^Demo/.test(one.label.maker_licence))
    const named = label?.rows.some(({ term }) => term === 'Net quantity')
    return problems.length > 0 || !named || !whole || one.label.maker !== ''
  })
  expect([lacking.map(({ name }) => name), seed.length]).toEqual([[], 24])
})

test('LABEL-06 what is whole, and what is empty, is not refused', () => {
  const fine = [
    { ...amount(0, ''), ingredients: '' },
    { ...amount(62.5, 'g'), ingredients: 'Oil | Oleum\r\nWater' },
  ]
  expect(fine.flatMap((fields) => Object.values(labelProblems(fields)).filter(Boolean))).toEqual([])
})
