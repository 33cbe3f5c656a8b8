import {
  SHEET_FIELDS,
  SHEET_PAGE,
  type SheetAnswer,
  type SheetField,
  type SheetKind,
  type SheetRow,
  sheetKind,
} from '../../../src/domain/desk/sheet'
import { cleanLine } from '../../../src/domain/text'
import { now, recordDate } from '../lib/clock'
import { countRows, likePart, type Row, rows } from '../lib/rows'

/** Made of a photograph and not in the shop yet: archived, and never had a price. */
const DRAFT = '(p.archived = 1 AND p.price = 0)'
const LISTED = `(p.archived = 0 OR ${DRAFT})`

/** What a product costs without the price plan that runs. */
const OWN_PRICE = 'CASE WHEN p.regular_price > 0 THEN p.regular_price ELSE p.price END'

/** Products with no more pieces than the highest mark there is, and those of which some are held. */
const MAY_BE_LOW = `SELECT product FROM stock_sums INDEXED BY stock_sums_pieces
    WHERE pieces <= COALESCE((SELECT MAX(low_mark) FROM products WHERE low_mark > 0), 0)
  UNION SELECT product FROM stock_holds WHERE expires_at > {:now}`

/** `isLow`, of what is on sale: who has taken a product off sale knows. Free is what `availableStock` says. */
const LOW = `p.archived = 0 AND p.inStock = 1 AND p.id IN (${MAY_BE_LOW}) AND p.low_mark >= (
    SELECT pieces - COALESCE((SELECT SUM(quantity) FROM stock_holds WHERE product = p.id AND expires_at > {:now}), 0)
    FROM stock_sums WHERE product = p.id)`

/** Pieces of a product that wait to be packed: `linesToPack` for all of them at once. No line goes below 0. */
const TO_PACK = `WITH waiting AS MATERIALIZED (
    SELECT id, items FROM orders WHERE fulfilment_status = 'unfulfilled' AND status = 'confirmed' AND json_valid(items)),
  lines AS (SELECT value ->> 'product' AS "of", MAX(TOTAL(sign * (value ->> 'quantity')), 0) AS pieces FROM (
    SELECT waiting.id AS "order", 1 AS sign, value FROM waiting CROSS JOIN jsonb_each(items) WHERE type = 'object'
    UNION ALL SELECT waiting.id, -1, value FROM waiting CROSS JOIN refunds ON "order" = waiting.id
      CROSS JOIN jsonb_each(lines, '$.pieces') WHERE status NOT IN ('failed', 'stopped'))
    GROUP BY "order", "of", value ->> 'color', COALESCE(value ->> 'is_gift', 0)),
  to_pack AS MATERIALIZED (SELECT "of", CAST(TOTAL(pieces) AS INTEGER) AS pieces FROM lines GROUP BY "of") `

// -0 is a number with decimals to PocketBase; 0 is a whole one, which no price of ₹179.50 fits.
const EXAMPLES: { readonly [kind in SheetKind]: unknown } = { text: '', money: -0, number: 0, flag: false }
const TYPED = Object.fromEntries(SHEET_FIELDS.map((field) => [field, EXAMPLES[sheetKind(field)]]))
const SHAPE = {
  ...(TYPED as Pick<SheetRow, SheetField>),
  id: '',
  image: '',
  asked: -0,
  until: '',
  draft: false,
  counted: 0,
  book: 0,
  held: 0,
  to_pack: 0,
  waiting: 0,
}
const COLUMNS = `p.id, COALESCE(CASE WHEN json_valid(p.images) THEN json_extract(p.images, '$[0]') END, '') AS image,
  ${SHEET_FIELDS.map((field) => `${field === 'price' ? OWN_PRICE : `p.${field}`} AS [[${field}]]`).join(', ')},
  p.price AS asked, p.price_until AS until, ${DRAFT} AS draft,
  COALESCE((SELECT movements FROM stock_sums WHERE product = p.id), 0) AS counted,
  COALESCE((SELECT pieces FROM stock_sums WHERE product = p.id), 0) AS book,
  (SELECT COALESCE(SUM(quantity), 0) FROM stock_holds WHERE product = p.id AND expires_at > {:now}) AS held,
  COALESCE((SELECT pieces FROM to_pack WHERE "of" = p.id), 0) AS to_pack,
  (SELECT COUNT(*) FROM stock_alerts WHERE product = p.id AND state = 'confirmed') AS waiting`

function sheetRow({ counted, book, held, ...shown }: typeof SHAPE): SheetRow {
  return { ...shown, book: counted > 0 ? book : null, free: counted > 0 ? book - held : null }
}

const count = (app: PbApp, what: string, params: Row): number => countRows(app, `FROM products p WHERE ${what}`, params)

/** Products that are low: counted, on sale, and at their mark or below. */
export const countLow = (app: PbApp): number => count(app, LOW, { now: recordDate(now()) })

/** What the sheet is asked for, from the address: text, none left out. */
interface SheetQuery {
  search: string
  category: string
  low: boolean
  /** From 1. */
  page: number
}

/** One page of the sheet: drafts first, then as the shop lists them. */
export function sheetAnswer(app: PbApp, { search, category, low, page }: SheetQuery): SheetAnswer {
  const time = recordDate(now())
  const sought = cleanLine(search).slice(0, 100)
  const params: Row = { now: time, like: likePart(sought), category }
  const where = [
    low ? LOW : LISTED,
    ...(sought ? [`(p.name LIKE {:like} ESCAPE '\\' OR p.category LIKE {:like} ESCAPE '\\')`] : []),
    ...(category ? ['p.category = {:category}'] : []),
  ].join(' AND ')
  const categories = rows(
    app,
    `SELECT p.category AS name, COUNT(*) AS count FROM products p WHERE ${LISTED} GROUP BY p.category ORDER BY p.category`,
    {},
    { name: '', count: 0 },
  )
  const all = categories.reduce((sum, { count }) => sum + count, 0)
  const listed = category ? (categories.find(({ name }) => name === category)?.count ?? 0) : all
  const total = low || sought ? count(app, where, params) : listed
  const pages = Math.max(1, Math.ceil(total / SHEET_PAGE))
  const at = Math.min(page, pages)
  const found = rows(
    app,
    `${TO_PACK}SELECT ${COLUMNS} FROM products p WHERE p.id IN (
       SELECT p.id FROM products p WHERE ${where} ORDER BY p.archived DESC, p.place DESC, p.rowid LIMIT ${SHEET_PAGE} OFFSET {:from})
     ORDER BY p.archived DESC, p.place DESC, p.rowid`,
    { ...params, from: (at - 1) * SHEET_PAGE },
    SHAPE,
  )
  return {
    rows: found.map(sheetRow),
    total,
    page: at,
    pages,
    categories,
    all,
    low: where === LOW ? total : countLow(app),
  }
}

/** One product as the sheet shows it. */
export function rowOf(app: PbApp, id: string): SheetRow | undefined {
  const [row] = rows(
    app,
    `${TO_PACK}SELECT ${COLUMNS} FROM products p WHERE p.id = {:id}`,
    { id, now: recordDate(now()) },
    SHAPE,
  )
  return row && sheetRow(row)
}
