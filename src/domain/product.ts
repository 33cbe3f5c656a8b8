import { isObject, parseJson, parseText, parseTexts } from './json'
import { toPaise } from './money'
import type { Placeholders } from './placeholder'

/** One colour of a product: `value` is what carts and orders carry, `hex` what the swatch shows. */
export interface ProductColor {
  name: string
  value: string
  hex: string
}

export interface ProductSpecifications {
  material: string
  dimensions: string
  weight: string
  capacity: string
  style: string
  pattern: string
  closure: string
  waterResistant: boolean
}

/** A product as the store shows it. Prices are rupees, as the record has them; sums are made in paise. */
export interface Product {
  id: string
  collectionId: string
  name: string
  description: string
  price: number
  original_price: number
  /** File names; `fileUrl` of the api room makes addresses of them. */
  images: string[]
  placeholders?: Placeholders
  /** What each picture shows, in the same order; may be shorter. */
  image_alt: string[]
  list_order: number
  colors: ProductColor[]
  features: string[]
  care: string[]
  tags: string[]
  specifications: ProductSpecifications
  care_instructions: { cleaning: string[]; storage: string[] }
  usage_guidelines: { recommended_use: string[]; pro_tips: string[] }
  category: string
  material: string
  dimensions: string
  bestseller: boolean
  new: boolean
  inStock: boolean
  /** Counted stock is used up; kept by the server. */
  sold_out: boolean
  /** Number of reviews and their average; kept by the server. */
  reviews: number
  rating: number
  created: string
  updated: string
}

function parseColors(value: unknown): ProductColor[] {
  const list = parseJson(value)
  if (!Array.isArray(list)) return []
  const colors: ProductColor[] = []
  for (const entry of list) {
    if (!isObject(entry)) continue
    const name = parseText(entry.name)
    const code = parseText(entry.value) || name
    const hex = parseText(entry.hex)
    if (!name || colors.some((color) => color.value === code)) continue
    colors.push({ name, value: code, hex: /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(hex) ? hex : '#cccccc' })
  }
  return colors
}

function parseSpecifications(value: unknown): ProductSpecifications {
  const parsed = parseJson(value)
  const source = isObject(parsed) ? parsed : {}
  return {
    material: parseText(source.material),
    dimensions: parseText(source.dimensions),
    weight: parseText(source.weight),
    capacity: parseText(source.capacity),
    style: parseText(source.style),
    pattern: parseText(source.pattern),
    closure: parseText(source.closure),
    waterResistant: source.waterResistant === true,
  }
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

/** A products record → Product. Structured fields arrive as values or JSON text; a broken one falls back to empty (PROD-02). */
export function parseProduct(record: Record<string, unknown>): Product {
  const care = parseJson(record.care_instructions)
  const usage = parseJson(record.usage_guidelines)
  const lists = (source: unknown, key: string) => parseTexts(isObject(source) ? source[key] : undefined)
  return {
    id: parseText(record.id),
    collectionId: parseText(record.collectionId) || 'products',
    name: parseText(record.name),
    description: parseText(record.description),
    price: number(record.price),
    original_price: number(record.original_price),
    images: parseTexts(record.images),
    placeholders: record.placeholders as Placeholders,
    image_alt: parseTexts(record.image_alt),
    list_order: number(record.list_order),
    colors: parseColors(record.colors),
    features: parseTexts(record.features),
    care: parseTexts(record.care),
    tags: parseTexts(record.tags),
    specifications: parseSpecifications(record.specifications),
    care_instructions: { cleaning: lists(care, 'cleaning'), storage: lists(care, 'storage') },
    usage_guidelines: { recommended_use: lists(usage, 'recommended_use'), pro_tips: lists(usage, 'pro_tips') },
    category: parseText(record.category),
    material: parseText(record.material),
    dimensions: parseText(record.dimensions),
    bestseller: record.bestseller === true,
    new: record.new === true,
    inStock: record.inStock === true,
    sold_out: record.sold_out === true,
    reviews: number(record.reviews),
    rating: number(record.rating),
    created: parseText(record.created),
    updated: parseText(record.updated),
  }
}

/** Where a product stands in lists, highest first: 0 after all that have a `list_order`. A column of it can be sorted by an index as the shop sorts (SHOP-02). */
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

/** Shown where a line has no colour. */
export const DEFAULT_COLOR = 'Default'
