import { withStoredPictures } from '../../../src/domain/catalog/color-pictures'
import { colorsProblem } from '../../../src/domain/catalog/color-problem'
import { labelProblems } from '../../../src/domain/catalog/label-problem'
import { isGift, listPlace, PRODUCT_FIELDS } from '../../../src/domain/catalog/product'
import { productShades } from '../../../src/domain/catalog/shades'
import type { Field } from '../../../src/domain/fields'
import { formProblem } from '../../../src/domain/form-problem'
import { isObject } from '../../../src/domain/json'
import { cleanLine } from '../../../src/domain/text'
import { now } from '../lib/clock'
import { collect, jsonValue, moneyProblem, type Problems } from '../lib/record-problems'
import { storeSettings } from '../lib/store-settings'
import { promotionGiving } from '../offers/promotions'
import { followPlans } from './price-plans'
import { taxRateOf } from './tax-rates'

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

/** Names of a product's pictures, of those as well that come with this save. */
const pictureNames = (record: PbRecord, name: 'name' | 'originalName' = 'name'): string[] =>
  ((record.get('images') ?? []) as (string | PbFile)[]).map((file) => (typeof file === 'string' ? file : file[name]))

/** What is wrong with the colours; else they get the stored names of their pictures. */
function nameColorPictures(record: PbRecord): string | undefined {
  const written = jsonValue(record, 'colors')
  const problem = colorsProblem(written)
  if (problem || !Array.isArray(written)) return problem
  const named = withStoredPictures(written, {
    files: pictureNames(record),
    chosen: pictureNames(record, 'originalName'),
    before: record.isNew() ? [] : pictureNames(record.original()),
  })
  if (named.problem) return named.problem
  if (JSON.stringify(named.colors) !== JSON.stringify(written)) record.set('colors', named.colors)
  return undefined
}

/**
 * Descriptions go with their pictures, where those were taken away or moved and nobody wrote other ones. The form
 * writes them by the pictures' names, a new one's as it was chosen.
 */
function moveDescriptions(record: PbRecord): void {
  const before = pictureNames(record.original())
  const files = pictureNames(record)
  const texts = jsonValue(record, 'image_alt')
  if (isObject(texts)) {
    const byName = pictureNames(record, 'originalName').map((name) => texts[name] ?? '')
    record.set('image_alt', byName)
    return
  }
  const isOthers = JSON.stringify(texts) !== JSON.stringify(jsonValue(record.original(), 'image_alt'))
  if (record.isNew() || isOthers || !Array.isArray(texts) || files.join() === before.join()) return
  const described = files.map((name) => texts[before.indexOf(name)] ?? '')
  record.set('image_alt', described)
}

/** onRecordValidate of products; also sets what is asked for them, and what lists are sorted and narrowed by. */
export function checkProduct(record: PbRecord, app: PbApp): Problems {
  // "Soap" and "soap " would otherwise be two categories of the shop page.
  record.set('category', cleanLine(record.getString('category')).toLowerCase())
  followPlans(record, app)
  moveDescriptions(record)
  // What lists are sorted and narrowed by, as the record API can: with an index.
  record.set('place', listPlace(record.getFloat('list_order')))
  record.set('gift', isGift(jsonValue(record, 'tags')))
  record.set('shades', productShades(jsonValue(record, 'colors')))
  const offer = record.getBool('archived') ? promotionGiving(app, record.id) : undefined
  const forms = Object.entries<Field<unknown>>(PRODUCT_FIELDS).filter(([, field]) => field.form)
  return collect({
    ...Object.fromEntries(forms.map(([name, field]) => [name, formProblem(field, jsonValue(record, name))])),
    colors: nameColorPictures(record),
    ...rateProblems(record, app),
    ...labelProblems({
      net_quantity: record.getFloat('net_quantity'),
      net_unit: record.getString('net_unit'),
      ingredients: record.getString('ingredients'),
    }),
    archived: offer && `The offer “${offer.getString('name')}” runs with it. Switch that off first.`,
    price:
      record.getFloat('price') === 0 && !record.getBool('archived')
        ? 'Write a price above 0.'
        : moneyProblem(record, 'price'),
    original_price: moneyProblem(record, 'original_price'),
  })
}
