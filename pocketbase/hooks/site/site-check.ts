import { findState } from '../../../src/domain/account/states'
import { readHolidays } from '../../../src/domain/delivery/shop-calendar'
import { gstinProblem } from '../../../src/domain/invoices/tax'
import { linkTarget } from '../../../src/domain/link'
import { OWN_LINKS, visibleLinks } from '../../../src/domain/site/navigation'
import { characterCount, isHex } from '../../../src/domain/text'
import { isKnownPath } from '../../../src/lib/paths'
import { untaxedProducts } from '../catalog/tax-rates'
import { now } from '../lib/clock'
import { checkOnlyActive, collect, moneyProblem, type Problems, webAddressProblem } from '../lib/record-problems'
import { plain } from '../lib/rows'

const isHsl = (text: string) => /^\d{1,3}(?:\.\d+)? \d{1,3}(?:\.\d+)?% \d{1,3}(?:\.\d+)?%$/.test(text)

/** onRecordValidate of theme_settings: colours that are none, and a second palette that is active. */
export function checkTheme(record: PbRecord, app: PbApp): Problems {
  const problems = checkOnlyActive(record, app)
  for (const field of ['primary_color', 'primary_color_hover', 'accent_color', 'text_on_primary']) {
    const text = record.getString(field)
    if (text && !isHex(text)) problems[field] = 'Write a hex colour such as #6f4326.'
  }
  for (const field of [
    'primary_color_hsl',
    'accent_color_hsl',
    'dark_mode_primary_color_hsl',
    'dark_mode_accent_color_hsl',
  ]) {
    const text = record.getString(field)
    if (text && !isHsl(text)) problems[field] = 'Write hue, saturation and lightness such as 24 49% 29%.'
  }
  return problems
}

/** onRecordValidate of slider_images: where it leads. */
export function checkSlide(record: PbRecord): Problems {
  const link = record.getString('link')
  if (!link || ['external', 'internal'].includes(linkTarget(link)?.kind ?? '')) return {}
  return { link: LINK_SENTENCE }
}

/** Links of the shop's own have words and lead to a page there is, or to another site by https. */
export function checkMenu(record: PbRecord, app: PbApp): Problems {
  const found: Record<string, string | undefined> = {}
  for (const number of OWN_LINKS) {
    const [label, link] = [`own_${number}_label`, `own_${number}_link`] as const
    trim(record, label, link)
    if (record.getString(link)) {
      found[link] = menuLinkProblem(record.getString(link))
      if (!record.getString(label)) found[label] = 'Write what the link says.'
    } else if (record.getString(label)) found[link] = LINK_SENTENCE
  }
  const characters = visibleLinks(plain(record)).reduce((sum, { label }) => sum + characterCount(label), 0)
  if (characters > MENU_CHARACTERS) {
    const [last] = OWN_LINKS.filter((number) => record.getString(`own_${number}_label`)).slice(-1)
    found[`own_${last ?? 1}_label`] ??=
      `The header has room for ${MENU_CHARACTERS} letters, and these are ${characters}. Hide or shorten some.`
  }
  return { ...checkOnlyActive(record, app), ...collect(found) }
}

/** Characters of all links together that fit on two lines from 1024 px on; those of the store are 50. */
const MENU_CHARACTERS = 90

const LINK_SENTENCE = 'Write a page of this shop such as /shop, or an address that begins with https://.'

function menuLinkProblem(link: string): string | undefined {
  const kind = linkTarget(link)?.kind
  if (kind === 'external' && /^https:/i.test(link)) return undefined
  if (kind !== 'internal') return LINK_SENTENCE
  const [path = ''] = link.split(/[?#]/)
  return isKnownPath(path) ? undefined : `The shop has no page ${path}.`
}

function trim(record: PbRecord, ...fields: string[]): void {
  for (const field of fields) record.set(field, record.getString(field).trim())
}

/** Blanks are no words: a name or a text of them alone is refused as an empty one is. */
export function tidyWords(record: PbRecord): Problems {
  trim(record, ...['name', 'location', 'title', 'text'].filter((field) => record.collection().fields.getByName(field)))
  return {}
}

/** onRecordValidate of store_settings: amounts, addresses, holidays, the prefix of orders, GST; also tidies words. */
export function checkSettings(record: PbRecord, app: PbApp): Problems {
  const found: Record<string, string | undefined> = {}
  for (const field of ['minimum_order', 'free_shipping_from', 'shipping_fee', 'cod_max']) {
    found[field] = moneyProblem(record, field)
  }
  for (const field of ['social_instagram', 'social_facebook', 'social_youtube']) {
    found[field] = webAddressProblem(record, field)
  }
  trim(record, 'footer_mission', 'footer_copyright', 'order_prefix')
  const { wrong } = readHolidays(record.getString('holidays'))
  if (wrong) found.holidays = `Write a day such as 2026-11-08 Diwali, one on a line. This is none: ${wrong}`
  const prefix = record.getString('order_prefix').toUpperCase()
  record.set('order_prefix', prefix)
  if (prefix && !/^[A-Z0-9]{2,6}$/.test(prefix)) found.order_prefix = 'Write 2 to 6 letters or digits, such as SJ.'
  const gst = gstProblems(record)
  // An earlier store asked for less: a save about something else, a migration's too, goes through.
  const isAsked =
    record.isNew() || GST_FIELDS.some((field) => record.getString(field) !== record.original().getString(field))
  return collect({ ...found, ...(isAsked && gst), gst_mode: untaxedProblem(record, app) })
}

/** How many products a sentence names. */
const NAMED = 3

function untaxedProblem(record: PbRecord, app: PbApp): string | undefined {
  const regular = (settings: PbRecord) => settings.getString('gst_mode') === 'regular'
  if (!regular(record) || (!record.isNew() && regular(record.original()))) return undefined
  const names = untaxedProducts(app, now())
  if (names.length === 0) return undefined
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const named = names.slice(0, NAMED).map((name) => `“${name}”`)
  return `No GST rate is known for ${named.join(', ')}${more}. Write hsn or gst_rate in each, or switch inStock off, before regular.`
}

const GST_FIELDS = ['gst_mode', 'seller_gstin', 'seller_legal_name', 'seller_address', 'seller_state']

/** A shop that calls its papers bills of supply or tax invoices must be able to print what the law wants on them. */
function gstProblems(record: PbRecord): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = {}
  for (const field of ['seller_gstin', 'seller_state']) {
    record.set(field, record.getString(field).replace(/\s/g, '').toUpperCase())
  }
  const gstin = record.getString('seller_gstin')
  const state = record.getString('seller_state')
  if (state && !findState(state)) found.seller_state = 'Write the two-letter code of a state, such as KA.'
  if (gstin) found.seller_gstin = gstinProblem(gstin, state) ?? undefined
  if (!['composition', 'regular'].includes(record.getString('gst_mode'))) return found
  for (const field of GST_FIELDS) {
    if (record.getString(field).trim() === '') found[field] = 'Bills of this GST mode need it.'
  }
  return found
}
