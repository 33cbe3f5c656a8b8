import { parseDate } from '../../../src/domain/date'
import { type KeptPrice, nextTurn, ownPrice, type PricePlan, priceNow } from '../../../src/domain/desk/plan-prices'
import { parseTexts } from '../../../src/domain/json'
import { toPaise, toRupees } from '../../../src/domain/money'
import { PAGES_TOPIC } from '../../../src/domain/site/changes'
import { noteChange } from '../lib/changes'
import { now, recordDate } from '../lib/clock'
import { attempt } from '../lib/cron'
import { invalidatePages, pageStamp } from '../lib/page-stamps'
import { like, rows, run } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'

const PLAN = {
  ...{ id: '', name: '', active: false, starts: '', ends: '', products: '' as unknown, categories: '' },
  ...{ percent: -0, price: -0, round_to: '', show_was: false },
}

/** A plan and what it is called. */
export type NamedPlan = PricePlan & { name: string }

function planOf({ starts, ends, products, categories, percent, price, ...row }: typeof PLAN): NamedPlan {
  return {
    ...row,
    starts: parseDate(starts),
    ends: parseDate(ends),
    products: parseTexts(products),
    categories: parseTexts(categories),
    off: toPaise(percent) ?? 0,
    price: toPaise(price) ?? 0,
    round_to: row.round_to as PricePlan['round_to'],
  }
}

/** Plans that are switched on and not over at a time, ms: they run, or will. */
export function plansFrom(app: PbApp, time: number): NamedPlan[] {
  const columns = Object.keys(PLAN)
    .map((name) => `COALESCE([[${name}]], '') AS [[${name}]]`)
    .join(', ')
  const sql = `SELECT ${columns} FROM price_plans WHERE active = TRUE AND ends > {:now} ORDER BY id`
  return rows(app, sql, { now: recordDate(time) }, PLAN).map(planOf)
}

/** A record of `price_plans`, stored or about to be. */
export const planOfRecord = (record: PbRecord): NamedPlan =>
  planOf({ ...like(record, PLAN), products: Array.from(record.get('products') as string[]) })

const KEPT = {
  price: -0,
  regular_price: -0,
  price_plan: '',
  price_until: '',
  was_price: -0,
  asked_price: -0,
  asked_until: '',
}
const PRODUCT = { id: '', category: '', archived: false, ...KEPT }

const timeOf = (date: string): number => parseDate(date) || 0
const dateOf = (time: number): string => (time === 0 ? '' : recordDate(time))

/** What a product costs, as its row has it; null where that is no price at all. */
function keptPrice(row: typeof KEPT): KeptPrice | null {
  const [price, regular, was, asked] = [row.price, row.regular_price, row.was_price, row.asked_price].map(toPaise)
  if (!price || (regular ?? null) === null) return null
  return {
    ...{ price, regular: regular ?? 0, was: was ?? 0, asked: asked ?? 0 },
    plan: row.price_plan,
    until: timeOf(row.price_until),
    asked_until: timeOf(row.asked_until),
  }
}

/** The same as the columns of a product. */
const columnsOf = (kept: KeptPrice): { [column in keyof typeof KEPT]: string | number } => ({
  price: toRupees(kept.price),
  regular_price: toRupees(kept.regular),
  price_plan: kept.plan,
  price_until: dateOf(kept.until),
  was_price: toRupees(kept.was),
  asked_price: toRupees(kept.asked),
  asked_until: dateOf(kept.asked_until),
})

/** Products that plans are about, as SQL; `aboutParams` beside it. */
export const ABOUT = `archived = FALSE AND price > 0 AND (category IN (SELECT value FROM json_each({:categories}))
  OR id IN (SELECT value FROM json_each({:products})))`
/** The parameters of `ABOUT`. */
export const aboutParams = (plans: readonly PricePlan[]): { [name: string]: string } => ({
  categories: JSON.stringify(plans.flatMap(({ categories }) => categories)),
  products: JSON.stringify(plans.flatMap(({ products }) => products)),
})

const NEXT_KEY = 'plans:next'

/**
 * When prices change next by the clock alone, ms, as far as it is known: Infinity for never, undefined since a plan
 * was saved, the store began or the clock was put back.
 */
function knownTurn(): number | undefined {
  const [stamp, moment, found] = String(sharedStore().get(NEXT_KEY) ?? '').split(' ')
  return stamp === pageStamp('price_plans') && Number(found) <= now() ? Number(moment) : undefined
}

/** What has to change for every price to be where it should be at a time, as rows; and when the next turn is. */
function changesAt(app: PbApp, time: number): { changes: object[]; next: number } {
  const plans = plansFrom(app, time)
  const running = plans.filter(({ starts }) => starts <= time)
  const found = rows(
    app,
    `SELECT ${Object.keys(PRODUCT).join(', ')} FROM products WHERE price_plan != '' OR (${ABOUT})`,
    aboutParams(running),
    PRODUCT,
  )
  const changes: object[] = []
  const after: KeptPrice[] = []
  for (const row of found) {
    const kept = keptPrice(row)
    if (!kept) continue
    const product = { id: row.id, category: row.category, archived: row.archived }
    const next = priceNow(product, kept, ownPrice(kept), running, time)
    after.push(next)
    const columns = columnsOf(next)
    if (Object.entries(columns).some(([name, value]) => row[name as keyof typeof KEPT] !== value))
      changes.push({ id: row.id, ...columns })
  }
  return { changes, next: nextTurn(plans, after, time) }
}

/** One statement: five thousand would cost their way from the script to the database and back. @param changes JSON */
function writePrices(app: PbApp, changes: string, time: number): void {
  const set = Object.keys(KEPT).map((name) => `[[${name}]] = json_extract(new.value, '$.${name}')`)
  run(
    app,
    `UPDATE products SET ${set.join(', ')}, updated = {:now} FROM json_each({:rows}) AS new
       WHERE products.id = json_extract(new.value, '$.id')`,
    { rows: changes, now: recordDate(time) },
  )
}

/** Brings every price to where it should be at a time. @returns how many it changed, and when the next turn is */
function turn(app: PbApp, time: number): { changed: number; next: number } {
  const { changes, next } = changesAt(app, time)
  if (changes.length > 0) writePrices(app, JSON.stringify(changes), time)
  return { changed: changes.length, next }
}

const PREVIEWED_KEY = 'plans:preview'
/** How long the prices of a preview stand, ms: its pages ask for them again and again. */
const PREVIEWED_MS = 60_000

/**
 * For a preview: writes the prices of a time to come, inside a transaction of which nothing stays. What they are is
 * worked out once for its pages.
 * @param what tells this preview's minute and drafts from others'
 */
export function pricesAt(txApp: PbApp, time: number, what: string): void {
  const stamp = `${pageStamp('products')} ${pageStamp('price_plans')} ${what}`
  const kept = sharedStore().get(PREVIEWED_KEY) as { stamp: string; until: number; changes: string } | null | undefined
  const fresh = kept && kept.stamp === stamp && kept.until > Date.now()
  const changes = fresh ? kept.changes : JSON.stringify(changesAt(txApp, time).changes)
  if (!fresh) sharedStore().set(PREVIEWED_KEY, { stamp, until: Date.now() + PREVIEWED_MS, changes })
  if (changes !== '[]') writePrices(txApp, changes, time)
}

/**
 * Writes the prices of the plans that began, and back those of the plans that ended, when that is due. Cron job
 * `store-prices`, and before every quote, order and drawn page, so that it holds to the second. Not to be called
 * inside a transaction: what was told of it would stand when that is undone.
 * @returns the time they are right for, ms: whoever looks at the clock again may find a code ended whose plan has not
 */
export function turnPrices(app: PbApp): number {
  const asked = now()
  const isDue = (time: number) => time >= (knownTurn() ?? 0)
  // In a preview they are what they will be, and nobody is told of it.
  if (app.isTransactional() || !isDue(asked)) return asked
  attempt(app, 'Prices could not be changed by their plans.', '', () => {
    let done: ReturnType<typeof turn> | undefined
    // Read before the plans: one that is saved meanwhile makes what is found out here worth nothing.
    const stamp = pageStamp('price_plans')
    app.runInTransaction((txApp) => {
      // Whoever waited for the same turn finds it done.
      if (isDue(now())) done = turn(txApp, now())
    })
    if (!done) return
    sharedStore().set(NEXT_KEY, `${stamp} ${done.next} ${asked}`)
    if (done.changed === 0) return
    invalidatePages('products')
    noteChange(PAGES_TOPIC, 'products')
  })
  return asked
}

/** When prices change next by the clock alone, ms; Infinity for never. After `turnPrices`. */
export const nextPriceTurn = (): number => knownTurn() ?? Number.POSITIVE_INFINITY

/** A plan was saved or deleted: what it does now, it does at once, and pages that are kept learn when it begins. */
export function plansChanged(app: PbApp): void {
  invalidatePages('price_plans')
  invalidatePages('products')
  turnPrices(app)
}

/** The own price of a product, rupees, whether a plan runs or not. */
export const ownPriceOf = (record: PbRecord): number => record.getFloat('regular_price') || record.getFloat('price')

/** Sets the own price of a product, rupees; what is asked follows from it when it is saved. */
export function setOwnPrice(record: PbRecord, rupees: unknown): void {
  record.set(record.getFloat('regular_price') > 0 ? 'regular_price' : 'price', rupees)
}

/**
 * Before a product is saved: a price somebody typed is its own, also while a plan runs, and the plan's is worked out
 * anew. So it is with a product that comes to a plan, or leaves it.
 */
export function followPlans(record: PbRecord, app: PbApp): void {
  // Migrations from before the plans save products too.
  if (!record.collection().fields.getByName('price_plan')) return
  const before = record.isNew() ? undefined : record.original()
  const [regularWas, priceWas] = ['regular_price', 'price'].map((name) => before?.getFloat(name) ?? 0)
  const [regular, price] = ['regular_price', 'price'].map((name) => record.getFloat(name))
  const typed = regular !== regularWas ? regular : price !== priceWas ? price : regularWas || price
  const time = now()
  const running = plansFrom(app, time).filter(({ starts }) => starts <= time)
  if (running.length === 0 && !regularWas && !regular) return
  const own = toPaise(typed as number)
  // What is no price is refused as it was typed.
  if (!own) {
    record.set('price', typed)
    record.set('regular_price', 0)
    return
  }
  const kept = before && !before.getBool('archived') ? keptPrice(like(before, KEPT)) : null
  const product = { id: record.id, category: record.getString('category'), archived: record.getBool('archived') }
  for (const [name, value] of Object.entries(columnsOf(priceNow(product, kept, own, running, time))))
    record.set(name, value)
}
