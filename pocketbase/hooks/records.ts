import { savedAddressSchema } from '../../src/domain/address'
import { isObject, parseJson } from '../../src/domain/json'
import { linkTarget, webAddress } from '../../src/domain/link'
import { toPaise } from '../../src/domain/money'
import { checkRequest } from '../../src/domain/order-request'
import { cleanPicture, type PictureKind, type PictureProblem } from '../../src/domain/picture'
import { isGift, listPlace } from '../../src/domain/product'
import { MAX_ADDRESSES } from '../../src/domain/saved-address'
import { findState } from '../../src/domain/states'
import { gstinProblem } from '../../src/domain/tax'
import { characterCount, cleanLine } from '../../src/domain/text'
import { now } from './clock'
import { runningOfferOf } from './deletions'
import { storeSettings } from './facts'
import { picturesProblem } from './limits'
import { keepServerFields, MERCHANDISER_FIELDS } from './order-fields'
import { inTransaction } from './record-transaction'
import { saveUnlessStale } from './stale-saves'
import { taxRateOf, untaxedProducts } from './tax-rates'

/** Sentences by field name; the admin UI and the store show each beside its field. */
type Problems = Record<string, string>
type Check = (record: PbRecord, app: PbApp) => Problems

function refuse(problems: Problems): never {
  const data: Record<string, unknown> = {}
  for (const [field, sentence] of Object.entries(problems)) {
    data[field] = new ValidationError('validation_refused', sentence)
  }
  throw new BadRequestError('Please check the marked fields.', data)
}

/** The value of a json field. PocketBase hands it over as bytes; undefined stands for text that is no JSON. An emptied field is none. */
function jsonValue(record: PbRecord, field: string): unknown {
  const text = record.getString(field).trim()
  if (text === '' || text === 'null' || /^"\s*"$/.test(text)) return null
  return parseJson(parseJson(text))
}

const isHex = (text: string) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)
const isHsl = (text: string) => /^\d{1,3}(?:\.\d+)? \d{1,3}(?:\.\d+)?% \d{1,3}(?:\.\d+)?%$/.test(text)

const MAX_LIST_ENTRIES = 60
const MAX_LIST_TEXT = 400

/** A sentence when the value is no list of short texts; a missing list is fine. */
function listProblem(value: unknown, example: string): string | undefined {
  if (value === null) return undefined
  if (!Array.isArray(value)) return `Write a list of texts in brackets, such as ${example}.`
  if (value.length > MAX_LIST_ENTRIES) return `At most ${MAX_LIST_ENTRIES} entries.`
  for (const entry of value) {
    if (typeof entry !== 'string') return `Every entry must be a text in quotes, such as ${example}.`
    if (characterCount(entry) > MAX_LIST_TEXT) return `Entries may have at most ${MAX_LIST_TEXT} characters.`
  }
  return undefined
}

/** A sentence when the value is no object whose `keys` are lists of short texts. */
function listsProblem(value: unknown, keys: readonly string[]): string | undefined {
  if (value === null) return undefined
  const example = `{${keys.map((key) => `"${key}": ["…"]`).join(', ')}}`
  if (!isObject(value)) return `Write the lists as ${example}.`
  for (const key of keys) {
    const problem = listProblem(value[key] ?? null, '["one", "two"]')
    if (problem) return `In ${key}: ${problem}`
  }
  return undefined
}

function specificationsProblem(value: unknown): string | undefined {
  if (value === null) return undefined
  if (!isObject(value)) return 'Write the facts as {"weight": "100 g", "waterResistant": false}.'
  for (const [key, fact] of Object.entries(value)) {
    if (key === 'waterResistant' ? typeof fact !== 'boolean' : typeof fact !== 'string') {
      return key === 'waterResistant'
        ? 'The fact waterResistant is true or false, without quotes.'
        : `The fact ${key} must be a text in quotes.`
    }
    if (typeof fact === 'string' && characterCount(fact) > MAX_LIST_TEXT)
      return `The fact ${key} may have at most ${MAX_LIST_TEXT} characters.`
  }
  return undefined
}

/** Colours as `ProductColor` of src/domain/product.ts: a name, a code that carts and orders carry, a hex for the swatch. */
function colorsProblem(value: unknown): string | undefined {
  if (value === null) return undefined
  if (!Array.isArray(value)) return 'Write a list such as [{"name": "Indigo", "value": "indigo", "hex": "#2B3F73"}].'
  if (value.length > MAX_LIST_ENTRIES) return `At most ${MAX_LIST_ENTRIES} colours.`
  const seen: string[] = []
  for (const entry of value) {
    if (!isObject(entry) || typeof entry.name !== 'string' || entry.name.trim() === '')
      return 'Every colour needs a name.'
    const name = entry.name.trim()
    if (characterCount(name) > 60) return 'A colour’s name may have at most 60 characters.'
    if (typeof entry.hex !== 'string' || !isHex(entry.hex.trim())) return `${name}: hex is a colour such as #2B3F73.`
    const code = entry.value ?? ''
    if (typeof code !== 'string' || characterCount(code) > 60) return `${name}: value is a short text such as indigo.`
    const key = code.trim() || name
    if (seen.includes(key)) return `Two colours have the value ${key}.`
    seen.push(key)
  }
  return undefined
}

function moneyProblem(record: PbRecord, field: string): string | undefined {
  if (toPaise(record.getFloat(field)) !== null) return undefined
  return record.getFloat(field) < 0 ? 'An amount cannot be below 0.' : 'Rupees have at most two decimals.'
}

/** Collects what was found; fields without a problem drop out. */
function collect(found: Record<string, string | undefined>): Problems {
  const problems: Problems = {}
  for (const [field, sentence] of Object.entries(found)) if (sentence) problems[field] = sentence
  return problems
}

/** In GST mode regular nothing is on sale without a rate: its bill would say 0 % and nobody would notice. */
function rateProblems(record: PbRecord, app: PbApp): Record<string, string> {
  if (!record.getBool('inStock') || record.getBool('archived') || storeSettings(app).gst_mode !== 'regular') return {}
  if (taxRateOf(app, record, now()) !== null) return {}
  return record.getString('hsn')
    ? {
        gst_rate:
          'tax_rates has no rate for this HSN code. Write the rate here, or add a row there (0 for goods without tax).',
      }
    : { hsn: 'The GST mode is regular: write the HSN code, or the rate in gst_rate, or keep inStock off.' }
}

function checkProduct(record: PbRecord, app: PbApp): Problems {
  // "Soap" and "soap " would otherwise be two categories of the shop page.
  record.set('category', cleanLine(record.getString('category')).toLowerCase())
  // What lists are sorted and narrowed by, as the record API can: with an index.
  record.set('place', listPlace(record.getFloat('list_order')))
  record.set('gift', isGift(jsonValue(record, 'tags')))
  const offer = record.getBool('archived') ? runningOfferOf(app, record.id) : undefined
  return collect({
    ...rateProblems(record, app),
    archived: offer && `The offer “${offer.getString('title')}” runs with it. Switch that off first.`,
    price:
      record.getFloat('price') === 0 && !record.getBool('archived')
        ? 'Write a price above 0.'
        : moneyProblem(record, 'price'),
    original_price: moneyProblem(record, 'original_price'),
    colors: colorsProblem(jsonValue(record, 'colors')),
    features: listProblem(jsonValue(record, 'features'), '["Stamped by hand"]'),
    care: listProblem(jsonValue(record, 'care'), '["Keep dry between uses"]'),
    tags: listProblem(jsonValue(record, 'tags'), '["soap", "gift"]'),
    image_alt: listProblem(jsonValue(record, 'image_alt'), '["Green soap bar on a stone dish"]'),
    specifications: specificationsProblem(jsonValue(record, 'specifications')),
    care_instructions: listsProblem(jsonValue(record, 'care_instructions'), ['cleaning', 'storage']),
    usage_guidelines: listsProblem(jsonValue(record, 'usage_guidelines'), ['recommended_use', 'pro_tips']),
  })
}

function otherActive(record: PbRecord, app: PbApp): PbRecord | undefined {
  const filter = 'is_active = true && id != {:id}'
  return app.findRecordsByFilter(record.collection().name, filter, '', 1, 0, { id: record.id })[0]
}

/** Only one record of the collection may be active: two would make it a matter of chance which one shoppers see. */
function checkOnlyActive(record: PbRecord, app: PbApp): Problems {
  if (!record.getBool('is_active')) return {}
  const other = otherActive(record, app)
  if (!other) return {}
  const name = other.getString('name')
  return { is_active: `${name ? `“${name}”` : `The record ${other.id}`} is active. Switch that one off first.` }
}

function checkTheme(record: PbRecord, app: PbApp): Problems {
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

/** An offer that runs must have what it promises; one whose gift has gone meanwhile can still be switched off. */
function giftProblems(record: PbRecord, app: PbApp): Problems {
  const gift = record.getString('gift_product_id').trim()
  record.set('gift_product_id', gift)
  if (!record.isNew() && !record.getBool('active')) return {}
  if (gift && !app.findRecordsByIds('products', [gift])[0])
    return { gift_product_id: 'No product has this id. Leave it empty and choose the gift in the field product.' }
  if (record.getString('offer_type') === 'free_gift' && !gift && !record.getString('product'))
    return { product: 'Choose the product that is given away.' }
  return {}
}

function checkOffer(record: PbRecord, app: PbApp): Problems {
  const problems = {
    ...giftProblems(record, app),
    ...collect({ min_order_value: moneyProblem(record, 'min_order_value') }),
  }
  const start = record.getString('start_date')
  const end = record.getString('end_date')
  // PocketBase writes dates so that their texts sort like the dates.
  if (start && end && end < start) problems.end_date = 'The end is before the start.'
  return problems
}

function checkSlide(record: PbRecord): Problems {
  const link = record.getString('link')
  if (!link || ['external', 'internal'].includes(linkTarget(link)?.kind ?? '')) return {}
  return { link: 'Write a page of this shop such as /shop, or an address that begins with https://.' }
}

function checkSettings(record: PbRecord, app: PbApp): Problems {
  const found: Record<string, string | undefined> = {}
  for (const field of ['minimum_order', 'free_shipping_from', 'shipping_fee', 'cod_max']) {
    found[field] = moneyProblem(record, field)
  }
  for (const field of ['social_instagram', 'social_facebook', 'social_youtube']) {
    found[field] = webAddressProblem(record, field)
  }
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

function webAddressProblem(record: PbRecord, field: string): string | undefined {
  const address = record.getString(field)
  return address && webAddress(address) === '' ? 'Write an address that begins with https://.' : undefined
}

/** Checks an address as checkout does (ORDER-11) and keeps it in the one form couriers get: `+91…`, two-letter state. */
function checkAddress(record: PbRecord, app: PbApp): Problems {
  const given: Record<string, string> = {}
  for (const field of Object.keys(savedAddressSchema.entries)) given[field] = record.getString(field)
  const checked = checkRequest(savedAddressSchema, given)
  const problems: Problems = {}
  if ('value' in checked) {
    for (const [field, text] of Object.entries(checked.value)) record.set(field, text)
  } else {
    for (const [field, problem] of Object.entries(checked.problems)) problems[field] = problem.message
  }
  record.set('label', cleanLine(record.getString('label')))
  if (record.isNew()) {
    const kept = app.findRecordsByFilter('addresses', 'user = {:user}', '', MAX_ADDRESSES, 0, {
      user: record.getString('user'),
    })
    if (kept.length >= MAX_ADDRESSES) problems.user = `At most ${MAX_ADDRESSES} addresses can be kept.`
  }
  return problems
}

/** Cart lines as CART-14 words them. Prices are not looked at: orders are priced from the products themselves. */
function checkCart(record: PbRecord): Problems {
  const items = jsonValue(record, 'items')
  if (items === null) return {}
  if (!Array.isArray(items)) return { items: 'Cart items must be a list.' }
  for (const [position, item] of items.entries()) {
    const problem = cartItemProblem(item)
    if (problem) return { items: `Item ${position + 1}: ${problem}` }
  }
  return {}
}

function cartItemProblem(item: unknown): string | undefined {
  if (!isObject(item)) return 'is no cart line.'
  if (typeof item.productId !== 'string' || item.productId === '' || item.productId.length > 40)
    return 'productId is missing.'
  if (!isObject(item.product)) return 'product is missing.'
  if (typeof item.product.price !== 'number' || !Number.isFinite(item.product.price))
    return 'the product’s price is no number.'
  if (typeof item.quantity !== 'number' || !(item.quantity > 0)) return 'quantity must be above 0.'
  if (item.color !== undefined && item.color !== null && typeof item.color !== 'string') return 'color must be a text.'
  return undefined
}

function checkUser(record: PbRecord): Problems {
  const typed = record.getString('name')
  const name = cleanLine(typed)
  const isNew = record.isNew() || record.original().getString('name') !== typed
  record.set('name', name)
  // No page shows anybody's e-mail address to others, and Google sign-in sends `emailVisibility: true` for everybody
  // without asking (AUTH-04), so the wish is not kept.
  record.set('emailVisibility', false)
  return typed !== '' && name === '' && isNew ? { name: 'Enter your name' } : {}
}

const checkOrder = (record: PbRecord) => collect({ tracking_url: webAddressProblem(record, 'tracking_url') })

/** Collection → what a record of it must fulfil beyond its fields' own limits. */
const CHECKS: Record<string, Check> = {
  products: checkProduct,
  theme_settings: checkTheme,
  navbar_config: checkOnlyActive,
  homepage_config: checkOnlyActive,
  special_offers: checkOffer,
  slider_images: checkSlide,
  store_settings: checkSettings,
  addresses: checkAddress,
  carts: checkCart,
  users: checkUser,
  orders: checkOrder,
}

/**
 * Refuses a record that would break the store, whoever saves it: shopper, merchandiser, seed or another hook.
 * @throws BadRequestError (400) with a sentence for each field at fault
 */
export function checkRecord(e: PbRecordEvent): void {
  const problems = CHECKS[e.record.collection().name]?.(e.record, e.app) ?? {}
  if (Object.keys(problems).length > 0) refuse(problems)
  e.next()
}

/** Fields of a collection that only the server writes. A request's values are dropped, a superuser's too (REV-02). */
const SERVER_OWNED: Record<string, Record<string, unknown>> = {
  products: { reviews: 0, rating: 0, sold_out: false, placeholders: null },
  slider_images: { placeholders: null },
  posts: { placeholders: null },
  reviews: { verified_purchase: false, helpful_votes: 0, replied_at: '' },
}

/**
 * What a record starts with when the request leaves the field out; `is_active` only while no other record is. PocketBase would store false and 0, which would hide
 * every link and pile up all sections (spec section 3: switches default to true, orders to 0 to 6).
 */
const CREATE_DEFAULTS: Record<string, Record<string, unknown>> = {
  navbar_config: {
    is_active: true,
    show_shop: true,
    show_about: true,
    show_contact: true,
    show_gifting: true,
    show_blog: true,
    show_bestsellers: true,
    show_new_arrivals: true,
  },
  homepage_config: {
    is_active: true,
    show_hero: true,
    show_featured: true,
    show_new_arrivals: true,
    show_features: true,
    show_bestsellers: true,
    show_testimonials: true,
    show_newsletter: true,
    hero_order: 0,
    featured_order: 1,
    new_arrivals_order: 2,
    features_order: 3,
    bestsellers_order: 4,
    testimonials_order: 5,
    newsletter_order: 6,
  },
  special_offers: { title: 'Special Offer' },
}

/** Reads the request's fields as they were sent: `requestInfo().body` holds them already turned into the fields' types. */
function sentFields(e: PbRecordRequestEvent): (name: string) => unknown {
  const request = e.requestEvent.request as PbRequestEvent['request'] &
    PbFormRequest &
    Pick<PbGuardedEvent['request'], 'body'>
  const type = request.header.get('Content-Type')
  if (type.startsWith('application/x-www-form-urlencoded')) return (name) => request.postForm?.get(name)
  if (type.startsWith('multipart/')) {
    const form = request.multipartForm?.value ?? {}
    const whole = parseJson(form['@jsonPayload']?.[0])
    return (name) => form[name]?.[0] ?? (isObject(whole) ? whole[name] : undefined)
  }
  // Whoever read it before may have left it anywhere.
  request.body.reread()
  const body = parseJson(toString(request.body))
  return (name) => (isObject(body) ? body[name] : undefined)
}

function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(value)
}

/**
 * PocketBase turns what is no number ("12abc", " 180", [5], true) into 0 or 1 and saves it: a price of 0 by a slip of the
 * keyboard. Numbers must therefore arrive as numbers, or as the text of one; empty means 0.
 */
function numberProblems(e: PbRecordRequestEvent): Problems {
  const fields = e.record.collection().fields
  const names = fields.fieldNames().filter((name) => fields.getByName(name)?.type() === 'number')
  if (names.length === 0) return {}
  const problems: Problems = {}
  const sent = sentFields(e)
  for (const name of names) {
    // PocketBase also takes amounts to add and to take off, under these names.
    if (name === 'rate' && e.record.isNew() && e.record.collection().name === 'tax_rates' && !isNumber(sent(name)))
      problems[name] = 'Write the rate in percent; 0 for goods without tax.'
    for (const key of [name, `${name}+`, `+${name}`, `${name}-`]) {
      const value = sent(key)
      if (value === undefined || value === null || value === '' || isNumber(value)) continue
      problems[name] = fields.getByName(name)?.onlyInt ? 'Write a whole number.' : 'Write a number.'
    }
  }
  return problems
}

/** The kinds of picture that PocketBase's own check of a field's types lets in and that nothing here opens: never decoded, and served inert. */
const UNOPENED = ['image/avif', 'image/svg+xml']

/**
 * Uploaded pictures, by their own bytes: what is no picture of a kind that the field takes, is damaged, or would cost too much memory to make smaller copies of
 * is refused; of the others only the picture is kept. Where it was taken, when and with what, comments, previews and whatever was
 * hung on behind are cut off, and the name ends as its kind does: one that ends in `.js` would be served as a script.
 */
function pictureProblems(e: PbRecordRequestEvent): Problems {
  const fields = e.record.collection().fields
  const problems: Problems = {}
  for (const name of fields.fieldNames()) {
    const field = fields.getByName(name)
    if (field?.type() !== 'file' || !field.mimeTypes?.includes('image/jpeg')) continue
    const files = e.record.getUnsavedFiles(name) ?? []
    const most = Math.max(1, field.maxSelect ?? 1)
    if (files.length > most) {
      problems[name] = `At most ${most} ${most === 1 ? 'picture' : 'pictures'}, please.`
      continue
    }
    for (const file of files) {
      const problem = keepPicture(file, field, e.hasSuperuserAuth() ? file.originalName : name)
      if (problem) problems[name] = problem
    }
  }
  return problems
}

/**
 * Pictures shoppers add fill the disk: they are for confirmed accounts, and so many a day. Before anything is read of them. An account Google opens brings its
 * own picture.
 */
function shareProblems(e: PbRecordRequestEvent): Problems {
  if (e.hasSuperuserAuth() || e.requestInfo().context === 'oauth2') return {}
  const names = e.record.collection().fields.fieldNames()
  const added = names.flatMap((name) => (e.record.getUnsavedFiles(name) ?? []).map(({ size }) => ({ name, size })))
  const [first] = added
  if (!first) return {}
  if (!e.auth?.getBool('verified'))
    return { [first.name]: 'Please confirm your email first: then you can add pictures.' }
  const sizes = added.map(({ size }) => size)
  const problem = picturesProblem(e.app, e.auth.id, sizes)
  return problem ? { [first.name]: problem } : {}
}

/** Refuses a request whose values or pictures are none, or that brings too many pictures. */
function checkRequestFields(e: PbRecordRequestEvent, more: Problems = {}): void {
  const problems = { ...more, ...numberProblems(e), ...shareProblems(e) }
  if (Object.keys(problems).length > 0) refuse(problems)
  const pictures = pictureProblems(e)
  if (Object.keys(pictures).length > 0) refuse(pictures)
}

/** Leaves of the file what `cleanPicture` does, under the name given, or answers with a sentence. */
function keepPicture(file: PbFile, field: PbField, name: string): string | undefined {
  const most = field.maxSize || DEFAULT_FILE_BYTES
  if (file.size > most) return `A picture may have at most ${Math.floor(most / 1024 / 1024)} MB.`
  const content = file.reader.open()
  try {
    // The engine's own bytes are many times slower to walk through.
    const cleaned = cleanPicture(Buffer.from(toBytes(content, most)))
    if (!cleaned) {
      if (UNOPENED.some((type) => field.mimeTypes?.includes(type))) return undefined
      return 'Choose a picture: a JPEG, PNG or WebP file.'
    }
    if ('problem' in cleaned) return pictureSentence(cleaned)
    const kept = $filesystem.fileFromBytes(cleaned.bytes, pictureName(name, cleaned.kind))
    file.reader = kept.reader
    file.size = kept.size
    file.name = kept.name
    return undefined
  } finally {
    content.close()
  }
}

/** What PocketBase takes a file field's limit to be when it has none. */
const DEFAULT_FILE_BYTES = 5 * 1024 * 1024

function pictureSentence(found: PictureProblem): string {
  if (found.problem === 'moving') return 'Choose a picture that does not move.'
  if (found.problem !== 'too_large') return 'This picture is damaged. Please choose another one.'
  return `The picture has ${found.width} x ${found.height} pixels. Make it smaller first.`
}

/** A merchandiser's file keeps its name for search engines; what a shopper called a photograph is nobody's business. */
function pictureName(name: string, kind: PictureKind): string {
  const stem = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/\./g, '-')
  return `${stem || 'picture'}.${kind === 'jpeg' ? 'jpg' : kind}`
}

/** Every create through the API: ids are given by the store, numbers are numbers, pictures can be opened, server-owned fields start empty. */
export function createRequest(e: PbRecordRequestEvent): void {
  const body = e.requestInfo().body
  // An id somebody chose could be one that links, carts or orders of a deleted record still name.
  const isChosen = body.id !== undefined && body.id !== '' && !e.hasSuperuserAuth()
  checkRequestFields(e, isChosen ? { id: 'Ids are given by the store.' } : {})
  const name = e.record.collection().name
  for (const [field, value] of Object.entries(SERVER_OWNED[name] ?? {})) e.record.set(field, value)
  for (const [field, value] of Object.entries(CREATE_DEFAULTS[name] ?? {})) {
    if (body[field] !== undefined) continue
    // The admin UI leaves out what nobody touched, a switch that looks off too: beside an active record it is a draft.
    e.record.set(field, field === 'is_active' ? !otherActive(e.record, e.app) : value)
  }
  e.next()
}

/**
 * Every update through the API. The admin UI sends the whole record as it stood when its panel was opened, so
 * server-owned fields are taken from the database, never from the request, and a save from an older state is refused.
 */
export function updateRequest(e: PbRecordRequestEvent): void {
  checkRequestFields(e)
  const { name } = e.record.collection()
  const stored = e.record.original()
  for (const field of Object.keys(SERVER_OWNED[name] ?? {})) e.record.set(field, stored.get(field))
  const isOrder = name === 'orders'
  const save = () => {
    if (isOrder) keepServerFields(e)
    e.next()
  }
  saveUnlessStale(e, sentFields(e)('updated'), save, isOrder ? MERCHANDISER_FIELDS : [])
}

/** A save writes only what changed: parallel saves of other fields and the server's own counters are not undone. */
export function saveChangesOnly(e: PbRecordEvent): void {
  e.record.ignoreUnchangedFields(true)
  e.next()
}

/** The history of an order is only added to, also by merchandisers: what was shown to the shopper stays true. */
export function refuseRewrite(): never {
  throw new ForbiddenError('The history of an order is kept as it was written.')
}

/** One default address for each account (ORDER-11): the first one, or the one set last. */
export function keepOneDefault(e: PbRecordEvent): void {
  inTransaction(e, ({ app, record }) => {
    const params = { user: record.getString('user'), id: record.id }
    const others = app.findRecordsByFilter('addresses', 'user = {:user} && id != {:id}', '', 1, 0, params)
    if (others.length === 0) record.set('is_default', true)
    if (record.getBool('is_default')) {
      app
        .db()
        .newQuery('UPDATE addresses SET is_default = FALSE WHERE [[user]] = {:user} AND id != {:id}')
        .bind(params)
        .execute()
    }
    e.next()
  })
}

/** Reviewers are seen by name and picture (REV-03); the rest of an account is for its owner and superusers. */
export function hidePrivateUser(e: PbEnrichEvent): void {
  const viewer = e.requestInfo.auth
  if (viewer?.id !== e.record.id && !viewer?.isSuperuser()) {
    e.record.hide('email', 'emailVisibility', 'verified', 'created', 'updated')
  }
  e.next()
}
