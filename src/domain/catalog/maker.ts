import { type Expanded, expanded, isObject, parseText } from '../json'

/** Who makes something that is sold: a craft, or people who agreed to be named. */
export interface Maker {
  id: string
  collectionId: string
  name: string
  /** How many they are, and where: `A workshop of four`, `Rajasthan`. */
  group: string
  place: string
  text: string
  image: string
  /** Picture and words are examples. */
  demo: boolean
  /** The first product of theirs, if the record came with them. */
  product?: { id: string; name: string }
}

/** A makers record, with its `products` expanded where they are wanted → Maker. */
export function parseMaker(record: Record<string, unknown>): Maker {
  const [product] = listOf(record, 'products')
  return {
    id: parseText(record.id),
    collectionId: parseText(record.collectionId),
    name: parseText(record.name),
    group: parseText(record.group),
    place: parseText(record.place),
    text: parseText(record.text),
    image: parseText(record.image),
    demo: record.demo === true,
    ...(product && { product: { id: parseText(product.id), name: parseText(product.name) } }),
  }
}

/** The makers a products record came with, in the shop's order. */
export function makersOf(record: Expanded): Maker[] {
  return listOf(record, 'makers_via_products')
    .sort((a, b) => Number(a.order) - Number(b.order))
    .map(parseMaker)
}

function listOf(record: Expanded, key: string): Record<string, unknown>[] {
  const list = expanded(record, key)
  return Array.isArray(list) ? list.filter(isObject) : []
}
