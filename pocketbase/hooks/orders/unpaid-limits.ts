import type { Paise } from '../../../src/domain/money'
import type { QuoteFacts } from '../../../src/domain/orders/quote'
import {
  isUnproven,
  piecesLeft,
  type Standing,
  type UnpaidStock,
  waitsForMaker,
} from '../../../src/domain/orders/unpaid-limits'
import type { StoreSettings } from '../../../src/domain/site/settings'
import { availableStock, holdStock, type Pieces } from '../catalog/stock'
import { forgetUnpaid } from '../catalog/unpaid-pieces'
import { keyedHash } from '../guard/order-access'
import { limitsAreOn } from '../guard/rate-limits'
import { recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { firstRecord, recordById, rows, run } from '../lib/rows'
import { queueMail } from '../mail/order-outbox'
import { offeredGifts } from './quote-facts'

/** Who orders, as the limits see them. */
export interface Buyer extends Standing {
  /** Whose unpaid orders are counted together: the account once it is proven, else the address. A keyed hash. */
  source: string
}

interface Contact {
  user: string
  phone: string
  email: string
}

/** @param address where the request comes from, see `addressOf` */
export function buyerOf(txApp: PbApp, contact: Contact, address: string): Buyer {
  const delivered = hasReceived(txApp, contact)
  const unproven = isUnproven({ verified: isVerified(txApp, contact.user), delivered })
  const source = contact.user && !unproven ? `account ${contact.user}` : `address ${address}`
  return { unproven, delivered, source: keyedHash(source) }
}

function isVerified(txApp: PbApp, user: string): boolean {
  return user !== '' && recordById(txApp, 'users', user)?.getBool('verified') === true
}

function hasReceived(txApp: PbApp, { user, phone, email }: Contact): boolean {
  const found = (filter: string) =>
    !!firstRecord(txApp, 'orders', filter, { user, phone, email, delivered: 'delivered' })
  return (
    (user !== '' && found('user = {:user} && fulfilment_status = {:delivered}')) ||
    found('phone = {:phone} && email = {:email} && fulfilment_status = {:delivered}')
  )
}

/** What unpaid orders have of counted products: the table `unpaid_pieces`, in one question. */
type UnpaidOf = ReadonlyMap<string, UnpaidStock>

/**
 * @param available pieces that can be sold now; products without a count are left out
 * @param order its own pieces are not in its way
 */
function unpaidStock(
  txApp: PbApp,
  available: ReadonlyMap<string, number | null>,
  { source, time, order = '' }: { source: string; time: number; order?: string },
): UnpaidOf {
  const products = [...available.keys()]
  const counted = rows(
    txApp,
    `SELECT product, SUM(quantity) AS total, SUM(CASE WHEN source = {:source} THEN quantity ELSE 0 END) AS own,
       SUM(CASE WHEN unproven THEN quantity ELSE 0 END) AS unproven,
       SUM(CASE WHEN unproven AND cash THEN quantity ELSE 0 END) AS cash
     FROM unpaid_pieces WHERE product IN (SELECT value FROM json_each({:products})) AND until > {:now} AND "order" != {:order}
     GROUP BY product`,
    { source, products: JSON.stringify(products), now: recordDate(time), order },
    { product: '', total: 0, own: 0, unproven: 0, cash: 0 },
  )
  const found = new Map(counted.map((row) => [row.product, row]))
  const unpaid = new Map<string, UnpaidStock>()
  for (const [product, pieces] of available) {
    if (pieces === null) continue
    const { total, own, unproven, cash } = found.get(product) ?? { total: 0, own: 0, unproven: 0, cash: 0 }
    unpaid.set(product, { stock: pieces + total, own, unproven, cash })
  }
  return unpaid
}

/**
 * The facts of a quote with what this buyer may have of each product and of the gift, so that some are left for others;
 * and what that is made of. Nothing is counted while rate limits are off.
 */
export function limitPieces(
  txApp: PbApp,
  facts: QuoteFacts,
  { products, buyer, method }: { products: readonly string[]; buyer: Buyer; method: 'cod' | 'online' },
): { facts: QuoteFacts; unpaid: UnpaidOf } {
  if (!limitsAreOn(txApp)) return { facts, unpaid: new Map() }
  const counted = [...products, ...offeredGifts(facts)]
  const available = new Map(counted.map((id) => [id, facts.find(id)?.available ?? null]))
  const unpaid = unpaidStock(txApp, available, { source: buyer.source, time: facts.now })
  const find: QuoteFacts['find'] = (id) => {
    const priced = facts.find(id)
    const stock = unpaid.get(id)
    return priced && stock ? { ...priced, left_for_buyer: piecesLeft(stock, method, buyer) } : priced
  }
  return { facts: { ...facts, find }, unpaid }
}

interface CashOrder {
  buyer: Buyer
  pieces: Pieces
  total: Paise
  settings: Pick<StoreSettings, 'cod_unproven_max'>
}

/** Whether a cash order waits for the maker's confirmation. */
export function mustWait({ buyer, pieces, total, settings }: CashOrder, unpaid: UnpaidOf): boolean {
  const lines = [...pieces].flatMap(([product, quantity]) => {
    const stock = unpaid.get(product)
    return stock ? [{ quantity, unpaid: stock }] : []
  })
  return waitsForMaker({ unproven: buyer.unproven, total, limit: settings.cod_unproven_max, lines })
}

/** The same for an unpaid online order that is to be paid in cash instead. */
export function mustWaitInstead(txApp: PbApp, order: PbRecord, cash: CashOrder, time: number): boolean {
  const available = limitsAreOn(txApp) ? availableStock(txApp, [...cash.pieces.keys()], time, order.id) : new Map()
  return mustWait(cash, unpaidStock(txApp, available, { source: cash.buyer.source, time, order: order.id }))
}

/**
 * Notes the counted pieces of an order nobody has paid for, in place of what was noted of it. Cash orders of shoppers
 * who have received one before are not counted.
 */
export function countUnpaid(
  txApp: PbApp,
  order: string,
  { pieces, buyer, cash, until, time }: { pieces: Pieces; buyer: Buyer; cash: boolean; until: number; time: number },
): void {
  forgetUnpaid(txApp, order)
  if (cash && buyer.delivered) return
  const counted = JSON.stringify([...pieces].map(([product, quantity]) => ({ product, quantity })))
  run(
    txApp,
    `INSERT INTO unpaid_pieces ("order", product, quantity, source, unproven, cash, until, created, updated)
       SELECT {:order}, value ->> 'product', value ->> 'quantity', {:source}, {:unproven}, {:cash}, {:until}, {:now}, {:now}
       FROM json_each({:counted})
       WHERE EXISTS (SELECT 1 FROM stock_movements WHERE stock_movements.product = value ->> 'product')`,
    {
      order,
      counted,
      source: buyer.source,
      unproven: buyer.unproven,
      cash,
      until: recordDate(until),
      now: recordDate(time),
    },
  )
}

/**
 * Holds the pieces of a pending cash order while the maker decides, and tells shopper and maker. The caller sets
 * `expires_at`.
 */
export function awaitMaker(
  txApp: PbApp,
  order: string,
  { pieces, until, time }: { pieces: Pieces; until: number; time: number },
): void {
  holdStock(txApp, order, pieces, { until, time })
  addEvent(txApp, order, {
    type: 'awaiting_confirmation',
    label: 'Waits for the shop to confirm it',
    actor: 'system',
  })
  queueMail(txApp, { kind: 'order_waiting', order, recipient: 'shopper' })
  queueMail(txApp, { kind: 'owner_confirm_order', order, recipient: 'owner' })
}
