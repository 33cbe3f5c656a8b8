import { describe, expect, test } from 'vitest'
import { withStoredPictures } from '../../src/domain/catalog/color-pictures'
import { colorsProblem } from '../../src/domain/catalog/color-problem'
import { colorName, isAvailable, parseProduct, picturesOf, saving } from '../../src/domain/catalog/product'
import { parseReview } from '../../src/domain/reviews/review'

test('CARD-02 the discount is rounded 100 × (1 − price / original_price)', () => {
  expect(saving({ price: 180, original_price: 220 })).toEqual({ rupees: 40, percent: 18 })
  expect(saving({ price: 1290, original_price: 1490 })).toEqual({ rupees: 200, percent: 13 })
  expect(saving({ price: 0.1, original_price: 0.3 })).toEqual({ rupees: 0.2, percent: 67 })
})

test('CARD-02 no discount without an original price above the price', () => {
  expect(saving({ price: 260, original_price: 0 })).toBeNull()
  expect(saving({ price: 260, original_price: 260 })).toBeNull()
  expect(saving({ price: 260, original_price: 200 })).toBeNull()
  expect(saving({ price: Number.NaN, original_price: 200 })).toBeNull()
})

test('CARD-06 a product can be bought when the switch is on and the counted stock is not used up', () => {
  const price = 180
  expect(isAvailable({ price, inStock: true, sold_out: false })).toBe(true)
  expect(isAvailable({ price, inStock: true, sold_out: true })).toBe(false)
  expect(isAvailable({ price, inStock: false, sold_out: false })).toBe(false)
  expect(isAvailable({ price: 0, inStock: true, sold_out: false })).toBe(false)
})

test('PROD-02 structured fields are read as values and as JSON text alike', () => {
  const fields = {
    colors: [{ name: 'Indigo', value: 'indigo', hex: '#2D3B63' }],
    features: ['Stamped by hand'],
    care: ['Keep dry'],
    tags: ['soap'],
    specifications: { material: 'Jute', waterResistant: true },
    care_instructions: { cleaning: ['Wipe'], storage: ['Hang'] },
    usage_guidelines: { recommended_use: ['Market'], pro_tips: ['Fold'] },
  }
  const asText = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
  const read = parseProduct({ id: 'p', name: 'Tote', price: 790, ...fields })
  expect(parseProduct({ id: 'p', name: 'Tote', price: 790, ...asText })).toEqual(read)
  expect(read.colors).toEqual([{ ...fields.colors[0], images: [] }])
  expect(read.specifications).toMatchObject({ material: 'Jute', waterResistant: true, weight: '' })
  expect(read.care_instructions.storage).toEqual(['Hang'])
  expect(read.usage_guidelines.pro_tips).toEqual(['Fold'])
})

test.each([['not json'], ['{"broken"'], [null], [42], [[1, {}, '']]])(
  'PROD-02 structured fields of %j fall back to their defaults',
  (junk) => {
    const read = parseProduct({
      id: 'p',
      name: 'Tote',
      price: 'no number',
      colors: junk,
      features: junk,
      care: junk,
      tags: junk,
      specifications: junk,
      care_instructions: junk,
      usage_guidelines: junk,
      images: junk,
    })
    expect(read).toMatchObject({ colors: [], features: [], care: [], tags: [], images: [], price: 0 })
    expect(read.care_instructions).toEqual({ cleaning: [], storage: [] })
    expect(read.specifications.waterResistant).toBe(false)
  },
)

test('PROD-02 a colour without a usable hex gets a neutral one; doubles and nameless colours are dropped', () => {
  const { colors } = parseProduct({
    colors: [
      { name: 'Olive', hex: 'url(javascript:1)' },
      { name: 'Olive again', value: 'Olive', hex: '#fff' },
      { value: 'nameless', hex: '#000' },
    ],
  })
  expect(colors).toEqual([{ name: 'Olive', value: 'Olive', hex: '#cccccc', images: [] }])
})

test.each(['', ' ', '\u200b', '\u3164', undefined])(
  'FORM-01 a colour whose name cannot be seen (%j) is refused: its button would say nothing',
  (name) => {
    expect(colorsProblem([{ name, hex: '#2B3F73' }])).toBe('Every colour needs a name.')
    expect(colorsProblem([{ name: 'नील', hex: '#2B3F73' }])).toBeUndefined()
  },
)

test('PROD-06 a colour brings its own pictures, then those of no colour; without any, all are its own', () => {
  const { images, colors } = parseProduct({
    images: ['navy-1.jpg', 'navy-2.jpg', 'rust.jpg', 'thread.jpg'],
    colors: [
      { name: 'Navy', value: 'navy', image: 'navy-1.jpg', more_images: ['navy-2.jpg'] },
      { name: 'Rust', value: 'rust', image: 'rust.jpg' },
      { name: 'Olive', value: 'olive', image: 'gone.jpg' },
    ],
  })
  const of = (color: string) => picturesOf({ images, colors }, color)
  expect(of('navy')).toEqual(['navy-1.jpg', 'navy-2.jpg', 'thread.jpg'])
  expect(of('rust')).toEqual(['rust.jpg', 'thread.jpg'])
  expect(of('olive')).toEqual(['thread.jpg'])
  expect(of('no such')).toEqual(['thread.jpg'])
  expect(picturesOf({ images: ['a.jpg', 'b.jpg'], colors: [] }, '')).toEqual(['a.jpg', 'b.jpg'])
  const taken = { images: ['rust.jpg'], colors: colors.slice(1, 2) }
  expect(picturesOf(taken, 'navy')).toEqual(['rust.jpg'])
})

describe('PROD-06 a maker names a colour’s picture', () => {
  const files = ['rust_bag_1_k3x9q0ab12.jpg', 'navy_a1b2c3d4e5.jpg']
  const name = (image: string, before: string[] = []) =>
    withStoredPictures([{ name: 'Rust', image, hex: '#a00' }], { files, before })
  test.each([
    ['as it is stored', 'rust_bag_1_k3x9q0ab12.jpg', files[0]],
    ['as it was uploaded', 'Rust bag 1.JPG', files[0]],
    ['without its ending', 'navy', files[1]],
  ])('%s', (_, written, stored) => {
    expect(name(written)).toEqual({ colors: [{ name: 'Rust', hex: '#a00', image: stored }], problem: undefined })
  })

  test('that is not there is refused with those that are; one that was taken away leaves its colour', () => {
    expect(name('olive.jpg').problem).toBe(`There is no picture olive.jpg here. There are: ${files.join(', ')}.`)
    expect(name('old_q1w2e3r4t5.jpg', ['old_q1w2e3r4t5.jpg'])).toEqual({
      colors: [{ name: 'Rust', hex: '#a00' }],
      problem: undefined,
    })
    expect(withStoredPictures([{ image: 'x.jpg' }], { files: [], before: [] }).problem).toContain('There are: none.')
  })

  test('twice counts once, of several with one name the last is meant, and what is no colour stays', () => {
    const twice = ['bag_aaaaaaaaaa.jpg', 'bag_bbbbbbbbbb.jpg']
    expect(
      withStoredPictures(['x', { image: 'bag.jpg', more_images: ['bag.jpg', twice[0]] }], { files: twice, before: [] }),
    ).toEqual({ colors: ['x', { image: twice[1], more_images: [twice[0]] }], problem: undefined })
  })
})

test('SHEET-03 a colour code reads as its name, and none as Default', () => {
  const product = { colors: [{ name: 'Indigo', value: 'indigo', hex: '#2D3B63', images: [] }] }
  expect(colorName(product, 'indigo')).toBe('Indigo')
  expect(colorName(product, 'gone')).toBe('gone')
  expect(colorName(product, '')).toBe('Default')
})

test('REV-03 a review is read with its author and its comments, oldest first; a missing author has a plain name', () => {
  const review = parseReview({
    id: 'r',
    rating: 4,
    title: ' Good ',
    content: 'Fine bag',
    created: '2026-10-12 10:00:00.000Z',
    expand: {
      user: { id: 'u', name: 'Tara V.', email: 'never@example.com' },
      review_comments_via_review: [
        { id: 'late', content: 'Second', created: '2026-10-14 10:00:00.000Z' },
        { id: 'early', content: 'First', created: '2026-10-13 10:00:00.000Z', expand: { user: { name: 'Rohit S.' } } },
      ],
    },
  })
  expect(review.author.name).toBe('Tara V.')
  expect(JSON.stringify(review)).not.toContain('never@example.com')
  expect(review.comments.map(({ id, author }) => [id, author.name])).toEqual([
    ['early', 'Rohit S.'],
    ['late', 'A customer'],
  ])
  expect(parseReview({ rating: 'five', helpful_votes: -2 })).toMatchObject({
    rating: 1,
    helpful_votes: 0,
    comments: [],
  })
})
