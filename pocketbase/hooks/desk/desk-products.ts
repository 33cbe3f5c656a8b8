import type { FieldProblems } from '../../../src/domain/check-request'
import { counted } from '../../../src/domain/desk/list-words'
import {
  FIELD_NAMES,
  type SheetChange,
  type SheetField,
  type SheetRow,
  type SheetSaved,
  STALE,
  sheetKind,
  sheetSaveSchema,
} from '../../../src/domain/desk/sheet'
import { ownPriceOf, setOwnPrice } from '../catalog/price-plans'
import { fieldProblem } from '../guard/answer'
import { refusedFields } from '../lib/record-problems'
import { recordById } from '../lib/rows'
import { deskPost, deskRoute, EDITORS, inOne, logDeed, pageOf } from './desk-caller'
import { sheetAnswer } from './desk-rows'

/** GET /api/store/desk/products: a page of the sheet; without prices for a packer, who counts. */
export function listProducts(e: PbRequestEvent): void {
  deskRoute(e, ['owner', 'editor', 'packer'], ({ role }) => {
    const query = e.request.url.query()
    const answer = sheetAnswer(e.app, {
      search: query.get('search'),
      category: query.get('category'),
      low: query.get('low') === '1',
      page: pageOf(e),
    })
    return role === 'packer' ? { ...answer, rows: answer.rows.map(withoutPrices) } : answer
  })
}

/** Who counts needs no prices. */
const withoutPrices = ({
  price: _,
  original_price: __,
  asked: ___,
  ...row
}: SheetRow): Omit<SheetRow, 'price' | 'original_price' | 'asked'> => row

type Cell = SheetField | 'draft'
type CellProblems = FieldProblems & { [cell: string]: { now?: unknown } }

const isDraft = (record: PbRecord) => record.getBool('archived') && record.getFloat('price') === 0

function valueOf(record: PbRecord, cell: Cell): string | number | boolean {
  if (cell === 'draft') return isDraft(record)
  if (cell === 'price') return ownPriceOf(record)
  const kind = sheetKind(cell)
  if (kind === 'text') return record.getString(cell)
  return kind === 'flag' ? record.getBool(cell) : record.getFloat(cell)
}

/** Cells somebody else has changed since they were looked at. */
function staleCells(record: PbRecord, { id, was, set }: SheetChange): CellProblems {
  const problems: CellProblems = {}
  for (const cell of Object.keys(set) as Cell[]) {
    const value = valueOf(record, cell)
    if (value === was[cell] || value === set[cell]) continue
    const said = value === true ? 'yes' : value === false ? 'no' : value || 'none'
    problems[`${id}.${cell}`] = { code: STALE, message: `Somebody made it “${said}” meanwhile.`, now: value }
  }
  return problems
}

/** Saves one product, through every check of the store. @returns what is wrong with its cells */
function saveChange(txApp: PbApp, change: SheetChange): CellProblems {
  const { id, set } = change
  const record = recordById(txApp, 'products', id)
  if (!record) return { [`${id}.name`]: { code: STALE, message: 'This product is not there any more.' } }
  const stale = staleCells(record, change)
  if (Object.keys(stale).length > 0) return stale
  const { draft, ...fields } = set
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'price') setOwnPrice(record, value)
    else record.set(field, value)
  }
  if (draft !== undefined) record.set('archived', draft)
  try {
    txApp.save(record)
    return {}
  } catch (error) {
    const refused = refusedFields(error)
    const cells = Object.entries(refused).map(([field, message]) =>
      // What has no column of its own is said at the name.
      field in FIELD_NAMES
        ? [`${id}.${field}`, { code: 'refused', message }]
        : [`${id}.name`, { code: 'refused', message: `${field}: ${message}` }],
    )
    if (cells.length === 0) throw error
    return Object.fromEntries(cells)
  }
}

/** POST /api/store/desk/products: saves what was changed in the sheet, all of it or nothing. */
export function saveProducts(e: PbRequestEvent): void {
  deskPost(e, EDITORS, sheetSaveSchema, ({ changes }, caller) => {
    return inOne(e.app, (txApp, refuse): SheetSaved => {
      const problems: CellProblems = {}
      for (const change of changes) Object.assign(problems, saveChange(txApp, change))
      if (Object.keys(problems).length > 0) refuse(fieldProblem(problems))
      const cells = changes.flatMap(({ set }) => Object.keys(set))
      const what = cells.every((cell) => cell === 'price')
        ? counted(cells.length, 'price')
        : counted(changes.length, 'product')
      logDeed(txApp, caller, `Changed ${what} in the sheet`, '#/sheet')
      return { saved: changes.length }
    })
  })
}
