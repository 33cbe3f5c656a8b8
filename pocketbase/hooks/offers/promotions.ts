import { taggedOf } from '../../../src/domain/account/mailbox'
import { type CodeProblem, type TypedCode, timeProblem, UNKNOWN_CODE } from '../../../src/domain/offers/discounts'
import { type Promotion, parsePromotion, promotionRuns } from '../../../src/domain/offers/promotion'
import { CLOSED } from '../../../src/domain/orders/order'
import type { QuoteFacts, Withheld } from '../../../src/domain/orders/quote'
import { consumeAll, type RateLimit, release } from '../guard/rate-limits'
import { now, recordDate } from '../lib/clock'
import { countRows, firstRecord, isIn, newRecord, plain, recordById } from '../lib/rows'

/** Who asks, as far as is known: a guest's contact is known when they order. */
export interface Person {
  /** Id of the account; empty for guests. */
  user: string
  phone: string
  /** Lower case: what was typed, and the account's own once it is proven. */
  emails: readonly string[]
  /** Where wrong codes are counted. */
  address: string
}

/** Of these at most one is given: more that run at a time would only cost time. */
const MOST_RUNNING = 50

/** Those that run at a time (ms) and need no code, the newest first: whoever they are for. */
export function runningPromotions(app: PbApp, time: number): Promotion[] {
  const filter =
    'active = true && code = "" && single_use = false && (starts = "" || starts <= {:now}) && (ends = "" || ends >= {:now})'
  return app
    .findRecordsByFilter('promotions', filter, '-created', MOST_RUNNING, 0, { now: recordDate(time) })
    .map((record) => parsePromotion(plain(record)))
    .filter((promotion) => promotionRuns(promotion, time))
}

/** Why a promotion is not for somebody any more, or null. */
type ProblemOf = (promotion: Promotion, code: string) => CodeProblem | null

/**
 * What promotions a quote is made with (PROMO-01): those that run for this person, and what was typed as a code. Of a
 * contact that was typed the answer says whether it has ordered here: what says so is counted by address as wrong codes
 * are, beside them.
 * @returns with the tries that were counted; who places the order gives them back, as it was no mere question
 */
export function promotionFacts(
  app: PbApp,
  { code, person, time }: { code: string; person: Person; time: number },
): Pick<QuoteFacts, 'promotions' | 'withheld' | 'code'> & { counted: RateLimit[] } {
  const limit: RateLimit[] = person.phone && person.address ? [['codes:address', `contacts ${person.address}`]] : []
  const tooMany = consumeAll(app, limit)
  let told = false
  const problemOf: ProblemOf = (promotion, typed) => {
    if (tooMany && (promotion.first_order || promotion.max_per_person > 0))
      return { code: 'too_many_tries', message: tooMany.message }
    const problem = personProblem(app, promotion, typed, person)
    told ||= problem?.code === 'used_by_you' || problem?.code === 'not_first_order'
    return problem
  }
  const withheld: Withheld[] = []
  const promotions = runningPromotions(app, time).filter((promotion) => {
    const problem = problemOf(promotion, '')
    if (problem) withheld.push({ id: promotion.id, ...problem })
    return !problem
  })
  const found = code === '' ? null : { typed: code, found: findCode(app, code, { person, time, problemOf }) }
  const counted = told ? limit : []
  if (!told && !tooMany) release(app, limit)
  return { promotions, withheld, code: found, counted }
}

/** A code is guessed: misses are counted by address, and whoever knows a code is in nobody's way. */
function findCode(
  app: PbApp,
  code: string,
  { person, time, problemOf }: { person: Person; time: number; problemOf: ProblemOf },
): TypedCode {
  const limit: RateLimit[] = [['codes:address', person.address]]
  const tooMany = consumeAll(app, limit, 'Too many wrong codes.')
  if (tooMany) return { problem: { code: 'too_many_tries', message: tooMany.message } }
  const promotion = promotionOf(app, code)
  if (!promotion?.active) return { problem: UNKNOWN_CODE }
  release(app, limit)
  const problem = timeProblem(promotion, time) ?? problemOf(promotion, code)
  return problem ? { problem } : { promotion }
}

function promotionOf(app: PbApp, code: string): Promotion | undefined {
  const own = firstRecord(app, 'promotions', 'code = {:code}', { code })
  const single = own ? undefined : firstRecord(app, 'promotion_codes', 'code = {:code}', { code })
  const record = own ?? (single && recordById(app, 'promotions', single.getString('promotion')))
  const promotion = record && parsePromotion(plain(record))
  // Of codes that are there from before it got one for everybody, nobody would count the uses.
  return own || promotion?.single_use ? promotion : undefined
}

/** Orders that took part and stand. */
const USES = `FROM promotion_uses u JOIN orders o ON o.id = u."order"
  WHERE u.promotion = {:promotion} AND o.status NOT ${isIn(CLOSED)}`
const USES_OF_CODE = `${USES}
  AND u.code = {:code}`
const SAME_PERSON = `((o.user != '' AND o.user = {:user}) OR (o.phone != '' AND o.phone = {:phone})
  OR o.id IN (SELECT p.id FROM json_each({:mailboxes}) m JOIN orders p ON p.email = m.value ->> 'plain'
    OR (p.email >= m.value ->> 'from' AND p.email < m.value ->> 'until'
      AND substr(p.email, instr(p.email, '@')) = m.value ->> 'domain')))`

/** Why this person cannot have it any more, or null. */
function personProblem(
  app: PbApp,
  promotion: Promotion,
  code: string,
  { user, phone, emails }: Person,
): CodeProblem | null {
  const { id, max_uses, max_per_person, first_order, single_use } = promotion
  const params = { promotion: id, code, user, phone, mailboxes: JSON.stringify(emails.map(taggedOf)) }
  const count = (from: string) => countRows(app, from, params)
  const isKnown = user !== '' || phone !== '' || emails.length > 0
  if (single_use && code !== '' && count(USES_OF_CODE) > 0)
    return { code: 'used_up', message: 'This code has been used.' }
  if (max_uses > 0 && count(USES) >= max_uses) return { code: 'used_up', message: 'This offer has been used up.' }
  if (max_per_person > 0 && isKnown && count(`${USES} AND ${SAME_PERSON}`) >= max_per_person)
    return { code: 'used_by_you', message: 'You have used this offer already.' }
  const ordered = `FROM orders o WHERE o.status NOT ${isIn(CLOSED)} AND ${SAME_PERSON}`
  if (first_order && isKnown && count(ordered) > 0)
    return { code: 'not_first_order', message: 'This offer is for a first order.' }
  return null
}

/**
 * Whoever is signed in, and what they typed of themselves; without that a guest is nobody yet. Of an address that is
 * not proven anybody could ask by an account of their own whether it has ordered here.
 */
export function personOf(
  app: PbApp,
  user: string,
  address: string,
  contact?: { phone: string; email: string },
): Person {
  const account = user ? recordById(app, 'users', user) : undefined
  const own = account?.getBool('verified') ? account.getString('email').toLowerCase() : ''
  return { user, phone: contact?.phone ?? '', emails: [contact?.email, own].flatMap((email) => email || []), address }
}

/** Notes what an order was given, in its own transaction: the last use is one order's. */
export function noteUses(
  txApp: PbApp,
  order: string,
  given: readonly { id: string; code: string; amount: number }[],
): void {
  for (const { id: promotion, code, amount } of given)
    txApp.save(newRecord(txApp, 'promotion_uses', { promotion, order, code, amount }))
}

/**
 * Whether a closed order, whose uses others could have meanwhile, may still have what it was given (PROMO-07). It was a
 * first order when it was placed: what the shopper has ordered since, without this offer, takes nothing from it.
 */
export function usesAreLeft(app: PbApp, order: PbRecord): boolean {
  const text = (field: string) => order.getString(field)
  const person = { user: text('user'), phone: text('phone'), emails: [text('email')], address: '' }
  const uses = app.findRecordsByFilter('promotion_uses', 'order = {:order}', '', 0, 0, { order: order.id })
  return uses.every((use) => {
    const record = recordById(app, 'promotions', use.getString('promotion'))
    if (!record) return true
    const promotion = parsePromotion(plain(record))
    const once = promotion.first_order ? { ...promotion, first_order: false, max_per_person: 1 } : promotion
    return !personProblem(app, once, use.getString('code'), person)
  })
}

/** The promotion that is on, now or later, and gives this product away. */
export function promotionGiving(app: PbApp, product: string): PbRecord | undefined {
  const filter = 'active = true && kind = "gift" && (ends = "" || ends >= {:now}) && gift = {:product}'
  return firstRecord(app, 'promotions', filter, { now: recordDate(now()), product })
}
