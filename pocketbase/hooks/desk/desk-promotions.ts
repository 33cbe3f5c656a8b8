import { parseDate } from '../../../src/domain/date'
import type { CsvPageAnswer } from '../../../src/domain/desk/csv-request'
import { momentWords } from '../../../src/domain/desk/day-words'
import {
  type CodesRequest,
  codesSchema,
  MOST_CODES_IN_ALL,
  promotionSchema,
} from '../../../src/domain/desk/promotion-request'
import {
  CODES_PAGE,
  type CodesAnswer,
  changeableFields,
  MOST_PROMOTIONS,
  type PromotionRow,
  type PromotionsAnswer,
  stateOf,
} from '../../../src/domain/desk/promotions'
import { parseTexts } from '../../../src/domain/json'
import { JUST_NOW_MS } from '../../../src/domain/limits'
import { parsePromotion } from '../../../src/domain/offers/promotion'
import { CLOSED } from '../../../src/domain/orders/order'
import { httpProblem, type Refuse, transaction } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { countRows, hasRow, isIn, like, newRecord, plain, recordById, rows, run } from '../lib/rows'
import { differingFields } from '../lib/stale-saves'
import { deskPost, deskRoute, EDITORS, inRecord, logDeed } from './desk-caller'
import { madeBefore, recordToChange, refusal, saveOrRefuse } from './desk-saves'

const LINK = '#/promotions'
const GONE = httpProblem(404, 'no_such_promotion', 'This promotion is not there any more.')
/** Orders that were cancelled or not paid had nothing of it. */
const STANDS = `o.status NOT ${isIn(CLOSED)}`

type Counts = { [promotion: string]: { orders: number; given: number; made: number } | undefined }

/** What became of all promotions, each table read once. */
function countsOf(app: PbApp): Counts {
  const counts: Counts = {}
  const uses = `SELECT u.promotion, COUNT(*) AS orders, COALESCE(SUM(u.amount), 0) AS given
    FROM promotion_uses u JOIN orders o ON o.id = u."order" WHERE ${STANDS} GROUP BY u.promotion`
  for (const { promotion, orders, given } of rows(app, uses, {}, { promotion: '', orders: 0, given: 0 }))
    counts[promotion] = { orders, given, made: 0 }
  const codes = 'SELECT promotion, COUNT(*) AS made FROM promotion_codes GROUP BY promotion'
  for (const { promotion, made } of rows(app, codes, {}, { promotion: '', made: 0 })) {
    counts[promotion] = { orders: 0, given: 0, ...counts[promotion], made }
  }
  return counts
}

/** A promotion as the desk writes it: `minimum` in rupees. */
export function promotionOf(record: PbRecord): Omit<PromotionRow, 'updated' | 'state' | 'orders' | 'given' | 'codes'> {
  const { minimum, ...promotion } = parsePromotion(plain(record))
  return {
    ...promotion,
    name: record.getString('name'),
    minimum: minimum / 100,
    categories: parseTexts(record.getString('categories')),
    tags: parseTexts(record.getString('tags')),
  }
}

function rowOf(record: PbRecord, counts: Counts): PromotionRow {
  const promotion = promotionOf(record)
  const { orders, given, made } = counts[record.id] ?? { orders: 0, given: 0, made: 0 }
  return {
    ...promotion,
    updated: record.getString('updated'),
    state: stateOf(promotion, now()),
    orders,
    given,
    codes: { made, used: promotion.single_use ? orders : 0 },
  }
}

/** GET /api/store/desk/promotions: `PromotionsAnswer`, the newest first. */
export function listPromotions(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (): PromotionsAnswer => {
    const found = e.app.findRecordsByFilter('promotions', "id != ''", '-created,-@rowid', MOST_PROMOTIONS)
    const counts = countsOf(e.app)
    return {
      promotions: found.map((record) => rowOf(record, counts)),
      total: countRows(e.app, 'FROM promotions'),
      now: now(),
    }
  })
}

const RUNS = 'It runs. Its name, its words and its end can be changed; for anything else end it and make a copy.'
const RAN = 'It has ended. Make a copy of it.'

/** What was told of one that runs or ran stays true. */
function keepTold(record: PbRecord, refuse: Refuse): void {
  const stored = record.original()
  const state = stateOf(like(stored, { active: false, starts: '', ends: '' }), now())
  const changeable = changeableFields(state)
  if (changeable === 'all') return
  const changed = differingFields(record, stored).filter((field) => !changeable.includes(field))
  const sentence = state === 'running' ? RUNS : RAN
  if (changed.length > 0) refuse(refusal(Object.fromEntries(changed.map((field) => [field, sentence]))))
}

/** An end somebody sets now. */
function checkEnd(record: PbRecord, refuse: Refuse): void {
  const ends = record.getString('ends')
  const isSet = record.isNew() || ends !== record.original().getString('ends')
  if (isSet && ends !== '' && parseDate(ends) < now() - JUST_NOW_MS) refuse(refusal({ ends: 'This moment is over.' }))
}

const named = (record: PbRecord) => `“${record.getString('name')}”`

/**
 * POST /api/store/desk/promotions: makes a promotion, or changes one (`promotionSchema`); of one that runs its name,
 * words, switch and end. 400 with sentences beside the fields; 404 for one that is not there. Answers its
 * `PromotionRow`.
 */
export function savePromotion(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, promotionSchema, ({ id, new_id = '', updated, ...request }, caller) => {
    const done = transaction(e.app, (txApp, refuse) => {
      const made = madeBefore(txApp, 'promotions', new_id, request, refuse)
      if (made) return made.id
      const stored = recordToChange(txApp, 'promotions', { id, updated }, { gone: GONE, refuse })
      const record = stored ?? newRecord(txApp, 'promotions', { id: new_id })
      record.load(request)
      if (stored) keepTold(record, refuse)
      checkEnd(record, refuse)
      saveOrRefuse(txApp, record, refuse)
      const from = request.starts ? `, from ${momentWords(request.starts, now())}` : ''
      logDeed(txApp, caller, `${stored ? 'Changed' : 'Made'} the promotion ${named(record)}${from}`, LINK)
      return record.id
    })
    if ('problem' in done) return done
    const record = recordById(e.app, 'promotions', done.value)
    return record ? rowOf(record, countsOf(e.app)) : { problem: GONE }
  })
}

const stateNow = (record: PbRecord) => stateOf(parsePromotion(plain(record)), now())

/** POST /api/store/desk/promotions/{id}/end: ends one that runs, at this moment. */
export function endPromotion(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (caller) =>
    inRecord(e, 'promotions', GONE, (txApp, record, refuse) => {
      if (stateNow(record) !== 'running') refuse(httpProblem(409, 'not_running', 'It does not run now.'))
      record.set('ends', recordDate(now()))
      saveOrRefuse(txApp, record, refuse)
      logDeed(txApp, caller, `Ended the promotion ${named(record)}`, LINK)
      return { id: record.id }
    }),
  )
}

/** POST /api/store/desk/promotions/{id}/delete: takes one away that no order was given, with its codes. */
export function deletePromotion(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (caller) =>
    inRecord(e, 'promotions', GONE, (txApp, record, refuse) => {
      const { id } = record
      if (hasRow(txApp, 'FROM promotion_uses WHERE promotion = {:id}', { id }))
        refuse(httpProblem(409, 'was_used', 'Orders were placed with it: it can be ended, and is kept.'))
      // One by one, ten thousand codes would take their time.
      run(txApp, 'DELETE FROM promotion_codes WHERE promotion = {:id}', { id })
      txApp.delete(record)
      logDeed(txApp, caller, `Deleted the promotion ${named(record)}`, LINK)
      return { id }
    }),
  )
}

/** Neither 0 and O nor 1 and I: codes are read aloud and typed from paper. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 10
/** Codes of one statement. */
const CHUNK = 2000

/** Writes so many codes at most: one that is there already is left out. @returns how many were written */
function writeCodes(txApp: PbApp, promotion: string, count: number): number {
  const signs = $security.randomStringWithAlphabet(count * CODE_LENGTH, SIGNS)
  const made = Array.from({ length: count }, (_, at) => signs.slice(at * CODE_LENGTH, (at + 1) * CODE_LENGTH))
  return run(
    txApp,
    `INSERT INTO promotion_codes (promotion, code, created, updated)
       SELECT {:promotion}, value, {:now}, {:now}
       FROM json_each({:codes}) WHERE value NOT IN (SELECT code FROM promotions)
       ON CONFLICT DO NOTHING`,
    { promotion, now: recordDate(now()), codes: JSON.stringify(made) },
  ).rowsAffected()
}

function mayHaveCodes(txApp: PbApp, record: PbRecord, { count, made: seen }: CodesRequest, refuse: Refuse): void {
  if (!record.getBool('single_use'))
    refuse(httpProblem(409, 'one_code', 'It has one code for everybody, or none: no others belong to it.'))
  if (stateNow(record) === 'ended') refuse(httpProblem(409, 'has_ended', 'It has ended: nobody could use a new code.'))
  const made = countRows(txApp, 'FROM promotion_codes WHERE promotion = {:id}', { id: record.id })
  // An earlier answer was lost, or somebody else was quicker.
  if (seen !== undefined && seen !== made)
    refuse(refusal({ count: `It has ${made} codes by now. Press again for more.` }))
  if (made + count > MOST_CODES_IN_ALL)
    refuse(refusal({ count: `It has ${made} codes, and ${MOST_CODES_IN_ALL} at most.` }))
}

/** POST /api/store/desk/promotions/{id}/codes (`codesSchema`): makes codes that are good once each (`CodesAnswer`). */
export function makeCodes(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, codesSchema, (request, caller) => {
    const { count } = request
    return inRecord<CodesAnswer>(e, 'promotions', GONE, (txApp, record, refuse) => {
      mayHaveCodes(txApp, record, request, refuse)
      for (let made = 0; made < count; ) made += writeCodes(txApp, record.id, Math.min(CHUNK, count - made))
      const codes = count === 1 ? 'one code' : `${count} codes`
      logDeed(txApp, caller, `Made ${codes} for the promotion ${named(record)}`, LINK)
      return { made: count }
    })
  })
}

/**
 * GET /api/store/desk/promotions/{id}/codes?after=: its codes as cells (`CsvPageAnswer`): code, used, order. Orders are
 * an owner's to see. That codes went out is written down with the first page.
 */
export function listCodes(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (caller) => {
    const id = e.request.pathValue('id')
    const record = recordById(e.app, 'promotions', id)
    if (!record) return { problem: GONE }
    const after = e.request.url.query().get('after')
    // Of orders that took a code, were cancelled and took it again, the one that stands.
    const found = rows(
      e.app,
      `SELECT c.code, COALESCE((SELECT o.number FROM promotion_uses u JOIN orders o ON o.id = u."order"
         WHERE u.code = c.code AND u.promotion = c.promotion AND ${STANDS} LIMIT 1), '') AS number
       FROM promotion_codes c WHERE c.promotion = {:id} AND c.code > {:after} ORDER BY c.code LIMIT ${CODES_PAGE}`,
      { id, after },
      { code: '', number: '' },
    )
    if (after === '') logDeed(e.app, caller, `Took out the codes of the promotion ${named(record)}`, LINK)
    const isOwner = caller.role === 'owner'
    return {
      columns: ['code', 'used', ...(isOwner ? ['order'] : [])],
      rows: found.map(({ code, number }) => [code, number === '' ? 'no' : 'yes', ...(isOwner ? [number] : [])]),
      next: (found.length === CODES_PAGE && found.at(-1)?.code) || '',
    } satisfies CsvPageAnswer
  })
}
