import { expect, test } from 'vitest'
import { searchPicture } from '../../src/api/files'
import { type FeedProduct, type FeedShop, feedFrame, feedItems } from '../../src/domain/catalog/feed'
import { FEED_ORIGIN, itemsOf, problemsOf } from './feed-rules'

const SOAP: FeedProduct = {
  ...{ id: 'soapxxxxxxxxxxx', name: 'Neem Soap', description: 'A plain bar.', category: 'soap', material: 'Neem oil' },
  ...{ images: ['bar_1.jpg', 'bar_2.jpg'], colors: [], price: 180, original_price: 0, was_price: 0, available: true },
  ...{ net_quantity: 0, net_unit: '' },
}
const SHOP: FeedShop = {
  name: 'Sabun & Jhola',
  origin: FEED_ORIGIN,
  link: (id, colour) => `${FEED_ORIGIN}/product/${id}${colour && `?colour=${encodeURIComponent(colour)}`}`,
  picture: (id) => searchPicture(FEED_ORIGIN, { id, collectionId: 'products' }, '|').split('%7C') as [string, string],
  delivery: () => 4900,
}
const made = (changes: Partial<FeedProduct> = {}, shop: Partial<FeedShop> = {}) => {
  const text = feedFrame(SHOP).join(feedItems({ ...SOAP, ...changes }, { ...SHOP, ...shop }))
  expect(problemsOf(text)).toEqual([])
  return itemsOf(text)
}

test('FEED-01 a product is an item with all that Google requires', () => {
  expect(made()).toEqual([
    {
      id: ['soapxxxxxxxxxxx'],
      title: ['Neem Soap'],
      link: [`${FEED_ORIGIN}/product/soapxxxxxxxxxxx`],
      image_link: [SHOP.picture(SOAP.id).join('bar_1.jpg')],
      additional_image_link: [SHOP.picture(SOAP.id).join('bar_2.jpg')],
      description: ['A plain bar.'],
      price: ['180.00 INR'],
      availability: ['in_stock'],
      condition: ['new'],
      brand: ['Sabun & Jhola'],
      identifier_exists: ['no'],
      product_type: ['soap'],
      material: ['Neem oil'],
      country: ['IN'],
      shipping: ['49.00 INR'],
    },
  ])
  expect(made({ available: false })[0]?.availability).toEqual(['out_of_stock'])
})

test('FEED-01 what Google takes in no case is left out', () => {
  for (const lacks of [{ images: [] }, { price: 0 }, { price: Number.NaN }, { name: ' ' }])
    expect(made(lacks)).toEqual([])
})

test('FEED-02 a price a plan took down is a sale; an MRP is one of its own', () => {
  expect(made({ price: 162, was_price: 180, original_price: 220 })[0]).toMatchObject({
    price: ['180.00 INR'],
    sale_price: ['162.00 INR'],
  })
  const [printed] = made({ price: 179.5, original_price: 220 })
  expect(printed).toMatchObject({ price: ['179.50 INR'], maximum_retail_price: ['220.00 INR'] })
  expect(printed).not.toHaveProperty('sale_price')
  expect(made({ original_price: 150, was_price: 150 })[0]).toMatchObject({ price: ['180.00 INR'] })
  expect(made({ original_price: 150 })[0]).not.toHaveProperty('maximum_retail_price')
})

test.each([
  [100, 'g', '100 g', '100 g'],
  [1.5, 'kg', '1.5 kg', '1 kg'],
  [250, 'ml', '250 ml', '100 ml'],
  [4, 'piece', '4 ct', '1 ct'],
  [90, 'cm', '90 cm', '100 cm'],
])('FEED-02 %d %s are compared by %s for %s', (net_quantity, net_unit, measure, base) => {
  expect(made({ net_quantity, net_unit })[0]).toMatchObject({
    unit_pricing_measure: [measure],
    unit_pricing_base_measure: [base],
  })
})

test('FEED-02 delivery stands there only where it is the same everywhere', () => {
  expect(made({}, { delivery: () => null })[0]).not.toHaveProperty('shipping')
  expect(made({}, { delivery: () => 0 })[0]?.shipping).toEqual(['0.00 INR'])
})

test('FEED-03 colours are items of one group, each with its link and its picture', () => {
  const colors = [
    { name: 'Indigo', value: 'indigo', hex: '#2B3F73', images: ['bar_2.jpg'] },
    { name: 'गुलाबी & लाल', value: 'गुलाबी & लाल', hex: '#f00', images: ['bar_1.jpg'] },
  ]
  const [indigo, pink] = made({ colors })
  expect(indigo).toMatchObject({
    id: ['soapxxxxxxxxxxx-indigo'],
    title: ['Neem Soap, Indigo'],
    color: ['Indigo'],
    item_group_id: ['soapxxxxxxxxxxx'],
    link: [`${FEED_ORIGIN}/product/soapxxxxxxxxxxx?colour=indigo`],
    image_link: [SHOP.picture(SOAP.id).join('bar_2.jpg')],
  })
  expect(pink?.image_link).toEqual([SHOP.picture(SOAP.id).join('bar_1.jpg')])
  expect(pink?.link?.[0]).toContain(`?colour=${encodeURIComponent('गुलाबी & लाल')}`)
  // The id stays when the colours change places.
  expect(made({ colors: [...colors].reverse() }).map(({ id }) => id)).toEqual([pink?.id, indigo?.id])
  expect(made({ colors: colors.slice(0, 1) })[0]).not.toHaveProperty('item_group_id')
})

test('FEED-04 whatever a name holds, the feed is one and says the same', () => {
  for (const name of ['Salt & <b>Pepper</b>', ']]><g:price>1</g:price>', 'नीम साबुन 🌿', '"\'&amp;', '𝒻'.repeat(150)]) {
    const [item] = made({ name, description: `${name}\n${name}`, material: name, category: name })
    expect(item?.title).toEqual([name])
  }
  expect(made({ name: 'Ne\u0000e\u001fm\uffff' })[0]?.title).toEqual(['Neem'])
  const [long] = made({ name: '🌿'.repeat(200), description: 'क्ष&'.repeat(2000), material: 'x'.repeat(500) })
  expect(Array.from(long?.title?.[0] ?? '')).toHaveLength(150)
  expect(Array.from(long?.description?.[0] ?? '')).toHaveLength(5000)
})
