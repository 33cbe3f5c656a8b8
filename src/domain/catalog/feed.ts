import { escapeHtml } from '../html'
import { type Paise, plainRupees, toPaise } from '../money'
import { hasPrice, type Product, picturesOf } from './product'

/**
 * The catalogue as Google Merchant Center and Meta's catalogues read it: RSS 2.0 with the attributes of
 * https://support.google.com/merchants/answer/7052112, of which tests/unit/feed.test.ts has a table.
 */

/** What a feed is made of, of a product: as the record has it, prices in rupees. */
export interface FeedProduct
  extends Pick<Product, 'id' | 'name' | 'description' | 'images' | 'colors' | 'category' | 'material'> {
  price: number
  /** MRP, rupees; 0 for none. */
  original_price: number
  /** What was asked before the price plan that runs, where the shop shows it, rupees; 0 for none. */
  was_price: number
  /** Whether it can be put into a cart now. */
  available: boolean
  net_quantity: number
  net_unit: string
}

export interface FeedShop {
  name: string
  /** Of the shop, without a slash at the end. */
  origin: string
  /** Whole address of a product's page; in a colour where one is named. */
  link: (id: string, colour: string) => string
  /** What stands before and behind the names of a product's files in the whole addresses of its pictures. */
  picture: (id: string) => readonly [before: string, behind: string]
  /** What delivery of one piece costs wherever it goes; null where that differs. */
  delivery: (price: Paise) => Paise | null
}

const TITLE = 150
const DESCRIPTION = 5000
const CATEGORY = 750
const SHORT = 100
const MATERIAL = 200
const BRAND = 70
/** An id has 50 characters: the product's 15, a dash, the colour's. */
const COLOUR_CODE = /^[\w-]{1,34}$/
const MORE_PICTURES = 10

/** Google's name of a unit, and how much of it prices are compared by. */
const UNITS: { readonly [unit: string]: readonly [unit: string, base: number] } = {
  g: ['g', 100],
  kg: ['kg', 1],
  ml: ['ml', 100],
  l: ['l', 1],
  cm: ['cm', 100],
  piece: ['ct', 1],
}

/** XML 1.0 has no place for them; and what is escaped as well. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const NOT_PLAIN = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** A text inside XML, at most so many characters of it, none cut in half. */
function xml(text: string, most: number): string {
  const characters = text.length > most ? Array.from(text) : []
  const cut = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
  return NOT_PLAIN.test(cut) ? escapeHtml(cut.replace(NOT_XML, '')) : cut
}

const tag = (name: string, value: string): string => (value === '' ? '' : `<g:${name}>${value}</g:${name}>\n`)

/** `180.00 INR`. */
const money = (paise: Paise): string => `${plainRupees(paise)} INR`

/** A code that stays the same for the colour wherever it stands in the list (FNV-1a where its value is no id). */
function colourCode(value: string): string {
  if (COLOUR_CODE.test(value)) return value
  let hash = 0x811c9dc5
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193) >>> 0
  return `c${hash.toString(16)}`
}

/** A price that stands struck through is the price, and what is asked the sale's; an MRP is neither. */
function prices(product: FeedProduct, price: Paise): string {
  const was = toPaise(product.was_price) ?? 0
  const printed = toPaise(product.original_price) ?? 0
  if (was > price) return tag('price', money(was)) + tag('sale_price', money(price))
  return tag('price', money(price)) + (printed > price ? tag('maximum_retail_price', money(printed)) : '')
}

function measure({ net_quantity, net_unit }: FeedProduct): string {
  const unit = net_quantity > 0 && UNITS[net_unit]
  if (!unit) return ''
  const [name, base] = unit
  return tag('unit_pricing_measure', `${net_quantity} ${name}`) + tag('unit_pricing_base_measure', `${base} ${name}`)
}

/** What is the same of a product in every colour. */
function shared(product: FeedProduct, price: Paise, shop: FeedShop): string {
  const { description, name, available, category, material } = product
  const delivery = shop.delivery(price)
  const shipping =
    delivery === null ? '' : `<g:shipping><g:country>IN</g:country><g:price>${money(delivery)}</g:price></g:shipping>\n`
  const words = `<g:description>${xml(description || name, DESCRIPTION)}</g:description>\n${prices(product, price)}`
  const facts = `<g:availability>${available ? 'in_stock' : 'out_of_stock'}</g:availability>\n<g:condition>new</g:condition>\n`
  // Made by hand: there is no number by which another shop would sell the same.
  const maker = `<g:brand>${xml(shop.name, BRAND)}</g:brand>\n<g:identifier_exists>no</g:identifier_exists>\n`
  const kind = tag('product_type', xml(category, CATEGORY)) + tag('material', xml(material, MATERIAL))
  return `${words}${facts}${maker}${kind}${measure(product)}${shipping}`
}

/** Names of files hold nothing that is escaped: the record store gives them. */
function pictures(files: readonly string[], [before, behind]: readonly [string, string]): string {
  const shown = files.length > MORE_PICTURES ? files.slice(0, MORE_PICTURES + 1) : files
  const between = `${behind}</g:additional_image_link>\n<g:additional_image_link>${before}`
  const [first, ...more] = shown
  const others =
    more.length === 0
      ? ''
      : `<g:additional_image_link>${before}${more.join(between)}${behind}</g:additional_image_link>\n`
  return `<g:image_link>${before}${first}${behind}</g:image_link>\n${others}`
}

/** Whether Google takes a product at all. */
const isListed = (product: FeedProduct): boolean =>
  product.name.trim() !== '' && product.images.length > 0 && hasPrice(product)

/**
 * A product's items: one for each colour, as a group where there are several. Empty without a name, price or picture:
 * Google takes no such product.
 */
export function feedItems(product: FeedProduct, shop: FeedShop): string {
  if (!isListed(product)) return ''
  const { id, name, colors } = product
  const same = shared(product, toPaise(product.price) ?? 0, shop)
  const [before, behind] = shop.picture(id).map(escapeHtml) as [string, string]
  const item = (own: string, colour: string, files: readonly string[]) =>
    `<item>\n${own}<g:link>${escapeHtml(shop.link(id, colour))}</g:link>\n${pictures(files, [before, behind])}${same}</item>\n`
  const title = xml(name, TITLE)
  if (colors.length === 0) return item(`<g:id>${id}</g:id>\n<g:title>${title}</g:title>\n`, '', product.images)
  const group = colors.length > 1 ? tag('item_group_id', id) : ''
  return colors
    .map((colour) => {
      const own = tag('id', `${id}-${colourCode(colour.value)}`) + tag('title', xml(`${name}, ${colour.name}`, TITLE))
      return item(own + group + tag('color', xml(colour.name, SHORT)), colour.value, picturesOf(product, colour.value))
    })
    .join('')
}

/** What stands before and behind all items, as `feedItems` makes them. */
export function feedFrame(shop: Pick<FeedShop, 'name' | 'origin'>): readonly [head: string, foot: string] {
  const name = xml(shop.name, TITLE)
  const head = `<title>${name}</title>\n<link>${escapeHtml(shop.origin)}/</link>\n<description>${name}</description>\n`
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${head}`,
    '</channel>\n</rss>\n',
  ]
}
