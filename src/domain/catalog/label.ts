import type { Paise } from '../money'
import { formatPaise, toPaise } from '../money'
import type { Product, ProductLabel } from './product'

/** Who sells, and where a shopper complains, as the shop's settings say it. */
export interface LabelSeller {
  seller_legal_name: string
  seller_address: string
  seller_email: string
  seller_phone: string
}

export interface LabelRow {
  term:
    | 'Net quantity'
    | 'MRP, inclusive of all taxes'
    | 'Unit sale price'
    | 'Size'
    | 'Material'
    | 'Strap'
    | 'Closure'
    | 'Country of origin'
    | 'Batch'
    | 'Best before'
    | 'Made and packed by'
    | 'Cosmetic licence'
    | 'Consumer care'
  value: string
  /** The store's own words, which have a translation; else the record's. */
  said?: true
}

export interface Ingredient {
  /** What people call it. */
  name: string
  /** Its name in the international nomenclature (INCI); empty where none is written. */
  inci: string
}

/** What the law wants beside a product: at least one of both lists has something. */
export interface Label {
  ingredients: Ingredient[]
  rows: LabelRow[]
}

/** `Coconut oil | Sodium Cocoate`, one on a line, in order of weight. */
const parseIngredients = (text: string): Ingredient[] =>
  text.split('\n').flatMap((line) => {
    const [name = '', inci = ''] = line.split('|').map((part) => part.trim())
    return name || inci ? [{ name: name || inci, inci: name ? inci : '' }] : []
  })

/** Smaller unit, larger one, and how many of the smaller make it. */
const SCALES: readonly (readonly [small: string, large: string, many: number])[] = [
  ['g', 'kg', 1000],
  ['ml', 'l', 1000],
  ['cm', 'm', 100],
]

type Amount = Pick<ProductLabel, 'net_quantity' | 'net_unit'>

/**
 * What one unit costs, rounded half up to the paisa: of g, ml and cm below 1 kg, 1 l and 1 m, else of those, or of one
 * piece. Null where it would say the price again, where nothing is known, and below half a paisa. Legal Metrology
 * (Packaged Commodities) Rules, rule 6(11).
 * @param price of the whole, paise
 */
export function unitPrice(price: Paise, { net_quantity, net_unit }: Amount): { price: Paise; unit: string } | null {
  const [small, large, many] = SCALES.find((scale) => scale.includes(net_unit)) ?? [net_unit, net_unit, 1]
  // In thousandths of the smaller unit: exact for all that a label says.
  const thousandths = Math.round(net_quantity * 1000) * (net_unit === large ? many : 1)
  const isLarge = thousandths >= many * 1000
  const one = isLarge ? many * 1000 : 1000
  if (!net_unit || thousandths <= 0 || thousandths === one) return null
  const doubled = (2n * BigInt(price) * BigInt(one)) / BigInt(thousandths)
  const paise = Number((doubled + 1n) / 2n)
  return paise > 0 ? { price: paise, unit: isLarge ? large : small } : null
}

/** `100 g`, `2 pieces`; empty where no quantity is written. */
export function netQuantity({ net_quantity, net_unit }: Amount): string {
  if (!(net_quantity > 0) || !net_unit) return ''
  if (net_unit !== 'piece') return `${net_quantity} ${net_unit}`
  return net_quantity === 1 ? '1 piece' : `${net_quantity} pieces`
}

/** What only a label says; without any of it a product has none. */
const OWN = [
  'ingredients',
  'strap',
  'closure',
  'country_of_origin',
  'batch',
  'best_before',
  'maker',
  'maker_licence',
] as const satisfies readonly (keyof ProductLabel)[]

/**
 * The label of a product: what has a record, in the order of the law (Legal Metrology (Packaged Commodities) Rules,
 * rule 6(10); Cosmetics Rules 2020). Null where the record says nothing of it. The unit sale price is that of the price
 * asked; what is not written is from India and made by the seller.
 */
export function labelOf(product: Product, seller: LabelSeller): Label | null {
  const { label } = product
  if (!label) return null
  const quantity = netQuantity(label)
  if (!quantity && OWN.every((field) => label[field].trim() === '')) return null
  const ingredients = parseIngredients(label.ingredients)
  const price = toPaise(product.price) ?? 0
  const mrp = Math.max(price, ...[product.original_price, product.mrp ?? 0].map((rupees) => toPaise(rupees) ?? 0))
  const unit = unitPrice(price, label)
  const rows: LabelRow[] = [
    { term: 'Net quantity', value: quantity, said: true },
    { term: 'MRP, inclusive of all taxes', value: mrp > 0 ? formatPaise(mrp) : '' },
    { term: 'Unit sale price', value: unit ? `${formatPaise(unit.price)} per ${unit.unit}` : '', said: true },
    // Of what is put on the skin nobody asks how wide it is.
    ...(ingredients.length > 0 ? [] : bagRows(product, label)),
    {
      term: 'Country of origin',
      value: label.country_of_origin.trim() || 'India',
      ...(!label.country_of_origin.trim() && { said: true }),
    },
    { term: 'Batch', value: label.batch },
    { term: 'Best before', value: label.best_before },
    { term: 'Made and packed by', value: label.maker || joined(seller.seller_legal_name, seller.seller_address) },
    { term: 'Cosmetic licence', value: label.maker_licence },
    {
      term: 'Consumer care',
      value: joined(seller.seller_legal_name, seller.seller_phone, seller.seller_email),
    },
  ]
  return { ingredients, rows: rows.filter(({ value }) => value.trim() !== '') }
}

const bagRows = ({ dimensions, material }: Product, { strap, closure }: ProductLabel): LabelRow[] => [
  { term: 'Size', value: dimensions },
  { term: 'Material', value: material },
  { term: 'Strap', value: strap },
  { term: 'Closure', value: closure },
]

const joined = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join(', ')
