import { formatDate, indianDay } from '../../../src/domain/date'
import { type OrderState, orderWords } from '../../../src/domain/desk/order-words'
import { REFUNDS_SHOWN, type TodayAnswer, type TodayRefund } from '../../../src/domain/desk/today'
import { PARCEL_LATE_MS } from '../../../src/domain/limits'
import { now, recordDate } from '../lib/clock'
import { newestBackup } from '../lib/newest-backup'
import { rows } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import { deskRoute } from './desk-caller'
import { messageCounts } from './desk-messages'
import { ASKS_FOR_A_LOOK } from './desk-order-list'
import { countLow } from './desk-rows'
import { PARCELS } from './parcel-list'
import { setupFindings } from './setup'

/** How long a mail that was given up is shown, ms. */
const MAILS_SHOWN_MS = 7 * 24 * 60 * 60_000

/**
 * GET /api/store/desk/today: `TodayAnswer`, what waits: parcels for a packer, letters for an editor, all for an owner.
 */
export function today(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner', 'editor', 'packer'], ({ role }): TodayAnswer => {
    const owns = role === 'owner'
    return {
      shop: storeSettings(e.app).store_name,
      ...NOTHING_WAITS,
      ...(role !== 'editor' && parcels(e.app)),
      ...(owns ? { ...toLookAt(e.app), ...failedMails(e.app) } : { to_confirm: 0 }),
      refunds: owns ? waitingRefunds(e.app) : [],
      now: now(),
      low: countLow(e.app),
      letters: role === 'packer' ? null : messageCounts(e.app),
      backup: owns ? backupLine(e.app) : null,
      to_set_up: owns ? setupFindings(e.app).filter(({ level }) => level === 'must').length : null,
    }
  })
}

/** Of what is not the caller's to see. */
const NOTHING_WAITS = {
  ...{ to_confirm: 0, to_pack: 0, late: 0, oldest: '', to_ship: 0, to_look: 0, look_at: '' },
  ...{ failed_mails: 0, mail_error: '' },
}

/** Its day to leave is over; where none was told, it waits for longer than parcels should. */
const LATE = `CASE WHEN leaves_on = '' THEN placed_at < {:late} ELSE leaves_on < {:today} END`

function parcels(app: PbApp): Pick<TodayAnswer, 'to_confirm' | 'to_pack' | 'late' | 'oldest' | 'to_ship'> {
  const count = (where: string, what = 'COUNT(*)') => `(SELECT ${what} FROM orders WHERE ${where})`
  const { pack: toPack, ship: toShip } = PARCELS
  const none = { to_confirm: 0, to_pack: 0, late: 0, oldest: '', to_ship: 0 }
  const [found = none] = rows(
    app,
    `SELECT ${count("status = 'pending' AND payment_method = 'cod' AND fulfilment_status = 'unfulfilled'")} AS to_confirm,
      ${count(toPack)} AS to_pack, ${count(`${toPack} AND ${LATE}`)} AS late,
      ${count(toPack, "COALESCE(MIN(placed_at), '')")} AS oldest,
      ${count(toShip)} AS to_ship`,
    { late: recordDate(now() - PARCEL_LATE_MS), today: indianDay(now()) },
    none,
  )
  return found
}

function toLookAt(app: PbApp): Pick<TodayAnswer, 'to_look' | 'look_at'> {
  const newest = rows(
    app,
    `SELECT number, status, payment_status, fulfilment_status, payment_method, review_flag, refund_waits, placed_at,
      COUNT(*) OVER () AS total FROM orders WHERE ${ASKS_FOR_A_LOOK} ORDER BY placed_at DESC LIMIT 1`,
    {},
    {
      ...{ number: '', status: '', payment_status: '', fulfilment_status: '', payment_method: '' },
      ...{ review_flag: '', refund_waits: false, placed_at: '', total: 0 },
    },
  )[0]
  if (!newest) return { to_look: 0, look_at: '' }
  const { words } = orderWords(newest as OrderState)
  return {
    to_look: newest.total,
    look_at: `${words}: ${newest.number}, ${formatDate(newest.placed_at)}`,
  }
}

/** Refunds typed at the desk that have not gone yet, the next one first. */
function waitingRefunds(app: PbApp): TodayRefund[] {
  return rows(
    app,
    `SELECT refunds.id, refunds.amount, refunds.send_at, orders.id AS "order", orders.number, orders.name
     FROM refunds JOIN orders ON orders.id = refunds."order"
     WHERE refunds.status = 'queued' AND refunds.send_at > {:now} ORDER BY refunds.send_at LIMIT ${REFUNDS_SHOWN}`,
    { now: recordDate(now()) },
    { id: '', amount: 0, send_at: '', order: '', number: '', name: '' },
  )
}

function failedMails(app: PbApp): Pick<TodayAnswer, 'failed_mails' | 'mail_error'> {
  const [found] = rows(
    app,
    `SELECT COUNT(*) AS total, COALESCE(MAX(created || ' ' || error), '') AS newest FROM outbox
     WHERE status = 'failed' AND created > {:since}`,
    { since: recordDate(now() - MAILS_SHOWN_MS) },
    { total: 0, newest: '' },
  )
  return { failed_mails: found?.total ?? 0, mail_error: found?.newest.slice(recordDate(0).length + 1) ?? '' }
}

function backupLine(app: PbApp): NonNullable<TodayAnswer['backup']> {
  const { time, size } = newestBackup(app)
  return { at: time === 0 ? '' : recordDate(time), size }
}
