import { type Field, facts, flag, lists, number, type RecordOf, readRecord, text, texts } from '../fields'
import { isObject, parseJson, parseText, parseTexts } from '../json'
import { STARS } from '../limits'
import { toPaise } from '../money'
import type { Placeholders } from '../pictures/placeholder'
import { isHex } from '../text'

/** One colour of a product: `value` is what carts and orders carry, `hex` what the swatch shows. */
export interface ProductColor {
  name: string
  value: string
  hex: string
  /** Files of the product that show this colour, its `image` first. */
  images: string[]
}

/** Broken entries drop out, and of two with the same value the second. */
function readColors(value: unknown): ProductColor[] {
  const list = parseJson(value)
  if (!Array.isArray(list)) return []
  const colors: ProductColor[] = []
  for (const entry of list) {
    if (!isObject(entry)) continue
    const name = parseText(entry.name)
    const code = parseText(entry.value) || name
    const hex = parseText(entry.hex)
    if (!name || colors.some((color) => color.value === code)) continue
    const images = [parseText(entry.image), ...parseTexts(entry.more_images)].filter(Boolean)
    colors.push({ name, value: code, hex: isHex(hex) ? hex : '#cccccc', images })
  }
  return colors
}

/** Five numbers, or none. */
function parseCounts(value: unknown): number[] {
  const counts = parseJson(value)
  if (!Array.isArray(counts) || counts.length !== STARS.length) return []
  return counts.map((count) => (typeof count === 'number' && count > 0 ? Math.floor(count) : 0))
}

const readPlaced = (value: unknown): string[] => {
  const list = parseJson(value)
  return Array.isArray(list) ? list.map(parseText) : []
}

/**
 * A product, field by field: its type, how the shop reads it and how its JSON fields are written in the admin screens
 * all come from here. Prices are rupees, as the record has them; sums are made in paise.
 */
export const PRODUCT_FIELDS = {
  id: text,
  collectionId: { read: (value: unknown) => parseText(value) || 'products' },
  name: text,
  description: text,
  price: number,
  original_price: number,
  /** File names; `fileUrl` of the api room makes addresses of them. */
  images: { read: parseTexts },
  /** Kept by the server (pictures/placeholder.ts). */
  placeholders: { read: (value: unknown) => value as Placeholders | undefined },
  /** What each picture shows, in the same order: empty where nothing is written, may be shorter. */
  image_alt: { ...texts, read: readPlaced },
  list_order: number,
  colors: { read: readColors },
  /** Shown under Details. */
  features: texts,
  /** Shown under Care, in front of `care_instructions`. */
  care: texts,
  tags: texts,
  specifications: facts(
    ['material', 'dimensions', 'weight', 'capacity', 'style', 'pattern', 'closure'],
    ['waterResistant'],
  ),
  care_instructions: lists('cleaning', 'storage'),
  /** Shown under How to use it. */
  usage_guidelines: lists('recommended_use', 'pro_tips'),
  category: text,
  /** This and the next are shown with those of `specifications`, where they say something else. */
  material: text,
  dimensions: text,
  /** Values of `FACETS`. */
  skin_type: { read: parseTexts },
  scent: { read: parseTexts },
  bestseller: flag,
  new: flag,
  inStock: flag,
  /** Counted stock is used up; kept by the server. */
  sold_out: flag,
  /** Number of reviews and their average; kept by the server. */
  reviews: number,
  rating: number,
  /** How many gave 1, 2, 3, 4 and 5 stars; kept by the server. */
  rating_counts: { read: parseCounts },
  created: text,
  updated: text,
} satisfies Record<string, Field<unknown>>

const LABEL_FIELDS = {
  net_quantity: number,
  net_unit: text,
  ingredients: text,
  maker: text,
  maker_licence: text,
  batch: text,
  best_before: text,
  country_of_origin: text,
  strap: text,
  closure: text,
  /** Ornamented handwork by the law's words: other tax, and it may leave the state. */
  handicraft: flag,
} satisfies Record<string, Field<unknown>>

/** What the law wants beside a product, as its record has it (label.ts). */
export type ProductLabel = RecordOf<typeof LABEL_FIELDS>

export type Product = RecordOf<typeof PRODUCT_FIELDS> & {
  /** Left out where nothing of it is written, and in lists. */
  label?: ProductLabel
  /** While a price plan runs: when it ends, a record's date. */
  price_until?: string
  /** And the price that was asked before it, where it is shown: `original_price` is the same then. */
  was?: number
  /** What its record has as its MRP where `original_price` says what was asked. */
  mrp?: number
  /** What one piece costs, rupees, with an offer that everybody has now: the server says it (certain-price.ts). */
  offer?: { name: string; price: number }
  /** Pieces that can be bought, where they are few: the server says it, to the product's page alone. */
  left?: number
}

/**
 * A products record → Product (PROD-01). Structured fields arrive as values or JSON text; a broken one falls back to
 * empty (PROD-02).
 */
export function parseProduct(record: Record<string, unknown>): Product {
  const { price_until, was_price: was, offer, left } = record
  const product: Product = readRecord(PRODUCT_FIELDS, record)
  const { original_price: mrp } = product
  const before = was && { was, original_price: was, ...(mrp > 0 && { mrp }) }
  const label = readRecord(LABEL_FIELDS, record)
  const labelled = Object.values(label).some(Boolean) && { label }
  return Object.assign(product, price_until && { price_until }, before, offer && { offer }, left && { left }, labelled)
}

/** As `parseProduct`, for lists: a page of many carries no labels. */
export function parseListedProduct(record: Record<string, unknown>): Product {
  const { label: _, ...product } = parseProduct(record)
  return product
}

/**
 * Where a product stands in lists, highest first: 0 after all that have a `list_order`. A column of it can be sorted
 * by an index as the shop sorts (SHOP-02).
 */
export function listPlace(listOrder: number): number {
  return listOrder > 0 ? 1 / listOrder : 0
}

/** Whether tags put a product on the gifting page. */
export function isGift(tags: unknown): boolean {
  return parseTexts(tags).some((tag) => tag.trim().toLowerCase() === 'gift')
}

/** Whether the product has a price at all: one that nobody has filled in is stored as 0, and is not a present. */
export function hasPrice(product: Pick<Product, 'price'>): boolean {
  return (toPaise(product.price) ?? 0) > 0
}

/** Whether the product can be put into a cart at all (CARD-06); the quote refuses the same ones. */
export function isAvailable(product: Pick<Product, 'inStock' | 'sold_out' | 'price'>): boolean {
  return product.inStock && !product.sold_out && hasPrice(product)
}

/**
 * What a shopper saves against the struck-through price (CARD-01, CARD-02), in rupees and rounded percent;
 * null when there is no higher original price or the price is not a number.
 */
export function saving(product: Pick<Product, 'price' | 'original_price'>): { rupees: number; percent: number } | null {
  const price = toPaise(product.price)
  const original = toPaise(product.original_price)
  if (!price || original === null || original <= price) return null
  return { rupees: (original - price) / 100, percent: Math.round(100 * (1 - price / original)) }
}

/** The colour a code stands for; the empty code is "Default" (SHEET-03). */
export function colorName(product: Pick<Product, 'colors'>, value: string): string {
  return product.colors.find((color) => color.value === value)?.name ?? (value || DEFAULT_COLOR)
}

/**
 * The files of a product that show it in a colour: the colour's own, then those that belong to no colour, and so to
 * all. Without any, all there are.
 */
export function picturesOf({ images, colors }: Pick<Product, 'images' | 'colors'>, value: string): string[] {
  const own = colors.find((color) => color.value === value)?.images ?? []
  const taken = new Set(colors.flatMap((color) => color.images))
  const shown = [...own.filter((file) => images.includes(file)), ...images.filter((file) => !taken.has(file))]
  return shown.length > 0 ? shown : images
}

/** Shown where a line has no colour. */
export const DEFAULT_COLOR = 'Default'
