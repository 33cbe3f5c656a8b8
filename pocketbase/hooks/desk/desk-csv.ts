import { CSV_LISTS, type CsvKind, type CsvList, LISTS_OF_THINGS } from '../../../src/domain/desk/csv-columns'
import {
  type CsvPageAnswer,
  type CsvRowResult,
  type CsvRowsAnswer,
  type CsvRowsRequest,
  csvRowsSchema,
} from '../../../src/domain/desk/csv-request'
import { httpProblem } from '../guard/answer'
import { consume } from '../guard/rate-limits'
import { deskPost, deskRoute, EDITORS, logDeed } from './desk-caller'
import { customersPage, newsletterPage, ordersPage, productsPage } from './desk-csv-lists'
import { saveRow, undoRow } from './desk-csv-rows'

const PAGES: { readonly [list in CsvList]: (app: PbApp, after: string) => CsvPageAnswer } = {
  products: (app, after) => productsPage(app, 'products', after),
  stock: (app, after) => productsPage(app, 'stock', after),
  orders: ordersPage,
  customers: customersPage,
  newsletter: newsletterPage,
}

const HOUR_S = 60 * 60
/** How far an import has come its sender says: what it is called is asked for a day. */
const IMPORT_S = 24 * HOUR_S
const isFirst = (app: PbApp, what: string, seconds: number): boolean => consume(app, `csv ${what}`, 1, seconds) === 0

/**
 * GET /api/store/desk/csv/{list}?after=: a page of a list as cells (CsvPageAnswer), in the order of its ids. That the
 * newsletter's addresses went out is written down with the first page.
 */
export function csvPage(e: PbRequestEvent): unknown {
  const list = CSV_LISTS.find((name) => name === e.request.pathValue('list'))
  return deskRoute(e, list && LISTS_OF_THINGS.includes(list) ? EDITORS : ['owner'], (caller) => {
    if (!list) return { problem: httpProblem(400, 'unknown_list', 'Choose one of the lists.') }
    const after = e.request.url.query().get('after')
    // By its first page, or once an hour by others: whoever begins behind the first is written down as well.
    if (list === 'newsletter' && (isFirst(e.app, `newsletter ${caller.who}`, HOUR_S) || after === ''))
      logDeed(e.app, caller, 'Took out the addresses of the newsletter', '#/import')
    return PAGES[list](e.app, after)
  })
}

type Work = (app: PbApp, request: CsvRowsRequest, row: CsvRowsRequest['rows'][number]) => CsvRowResult

/** Written down with its first rows and with its last. */
function eachRow(e: PbRequestEvent, work: Work, deed: { done: string; begun: string }): unknown {
  return deskPost(e, EDITORS, csvRowsSchema, (request, caller) => {
    const { key, kind, file, done, total, rows } = request
    // A transaction for each: shoppers who order meanwhile wait for one row at most.
    const results = rows.map((row) => work(e.app, request, row))
    const of = fileRows(total, kind, file)
    const isNew = isFirst(e.app, `${deed.done} ${caller.who} ${key}`, IMPORT_S)
    if (done + rows.length >= total) logDeed(e.app, caller, `${deed.done} ${of}`, '#/import')
    else if (isNew) logDeed(e.app, caller, `${deed.begun} ${of}`, '#/import')
    return { results } satisfies CsvRowsAnswer
  })
}

const fileRows = (total: number, kind: CsvKind, file: string): string =>
  `${total} ${total === 1 ? 'row' : 'rows'} of ${kind} from ${file}`

/**
 * POST /api/store/desk/csv/rows: saves some rows of an import that was looked at, each for itself, through the
 * record's own rules. What is so already is left, what somebody changed since is refused; the same line of the same
 * import is saved once (CsvRowsAnswer). 400 beside fields.
 */
export function csvRows(e: PbRequestEvent): unknown {
  return eachRow(e, saveRow, { done: 'Saved', begun: 'Began to save' })
}

/**
 * POST /api/store/desk/csv/undo: takes rows back that were saved, with the body they were saved by. What somebody
 * changed since stays.
 */
export function csvUndo(e: PbRequestEvent): unknown {
  return eachRow(e, undoRow, { done: 'Took back', begun: 'Began to take back' })
}
