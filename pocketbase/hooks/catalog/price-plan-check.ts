import { mayAsk, type PricePlan, plannedPrice } from '../../../src/domain/desk/plan-prices'
import {
  LOOK_EXAMPLES,
  type PlanExample,
  type PlanLook,
  type PlanMeeting,
  planState,
  refusedWords,
} from '../../../src/domain/desk/price-plans'
import { texts } from '../../../src/domain/fields'
import { formProblem } from '../../../src/domain/form-problem'
import { JUST_NOW_MS } from '../../../src/domain/limits'
import { toPaise } from '../../../src/domain/money'
import { cleanLine } from '../../../src/domain/text'
import { now, recordDate } from '../lib/clock'
import { collect, jsonValue, moneyProblem, type Problems } from '../lib/record-problems'
import { rows } from '../lib/rows'
import { differingFields } from '../lib/stale-saves'
import { ABOUT, aboutParams, type NamedPlan, planOfRecord } from './price-plans'

const OWN_PRICE = 'CASE WHEN regular_price > 0 THEN regular_price ELSE price END'

/** Products that are alike to plans: of one category, and named by the same ones. */
interface Shelf {
  category: string
  /** Ids of plans. */
  named: readonly string[]
  count: number
}

/** What is on sale, as these plans see it: counted by category, so that many plans are compared without its rows. */
export function shelvesOf(app: PbApp, plans: readonly PricePlan[]): Shelf[] {
  const onSale = 'FROM products WHERE archived = FALSE AND price > 0'
  const like = { category: '', count: 0 }
  const all = rows(app, `SELECT category, COUNT(*) AS count ${onSale} GROUP BY category`, {}, like)
  const shelves = new Map<string, Shelf>(
    all.map(({ category, count }) => [`${category} `, { category, named: [], count }]),
  )
  const namedBy = new Map<string, string[]>()
  for (const { id, products } of plans)
    for (const product of new Set(products)) namedBy.set(product, [...(namedBy.get(product) ?? []), id])
  const ids = JSON.stringify([...namedBy.keys()])
  const sql = `SELECT id, category ${onSale} AND id IN (SELECT value FROM json_each({:ids}))`
  for (const { id, category } of rows(app, sql, { ids }, { id: '', category: '' })) {
    const named = namedBy.get(id) ?? []
    const key = `${category} ${named.join(' ')}`
    const shelf = shelves.get(key) ?? { category, named, count: 0 }
    shelves.set(key, { ...shelf, count: shelf.count + 1 })
    const rest = shelves.get(`${category} `)
    if (rest) shelves.set(`${category} `, { ...rest, count: rest.count - 1 })
  }
  return [...shelves.values()]
}

const isOn = ({ category, named }: Shelf, plan: PricePlan) =>
  plan.categories.includes(category) || named.includes(plan.id)

/** How many products plans are about, all of them together. */
export const countOn = (shelves: readonly Shelf[], ...plans: readonly PricePlan[]): number =>
  shelves.reduce((sum, shelf) => sum + (plans.every((plan) => isOn(shelf, plan)) ? shelf.count : 0), 0)

/** Of other plans those that run at some time of this one, and are about some of its products. */
export function meetingsOf(plan: PricePlan, others: readonly NamedPlan[], shelves: readonly Shelf[]): PlanMeeting[] {
  return others.flatMap((other) => {
    const { id, name, starts, ends } = other
    const isApart = id === plan.id || starts >= plan.ends || ends <= plan.starts
    const products = isApart ? 0 : countOn(shelves, plan, other)
    return products > 0 ? [{ id, name, starts: recordDate(starts), ends: recordDate(ends), products }] : []
  })
}

/** What a plan would do with the products there are. */
export function lookAt(app: PbApp, plan: PricePlan): Omit<PlanLook, 'meets' | 'now'> {
  const found = rows(
    app,
    `SELECT id, name, ${OWN_PRICE} AS own FROM products WHERE ${ABOUT} ORDER BY place DESC, rowid`,
    aboutParams([plan]),
    { id: '', name: '', own: -0 },
  )
  const examples: PlanExample[] = []
  const refusals: PlanExample[] = []
  let [count, refused] = [0, 0]
  for (const row of found) {
    const own = toPaise(row.own)
    if (!own) continue
    const planned = plannedPrice(plan, own)
    const fits = mayAsk(planned, own)
    if (fits) count++
    else refused++
    const told = fits ? examples : refusals
    if (told.length < LOOK_EXAMPLES) told.push({ id: row.id, name: row.name, own, planned })
  }
  return { count, examples, refused, refusals }
}

/** One that runs or ran is not rewritten: what its prices were stays true. */
function rewritten(record: PbRecord, time: number): Problems {
  if (record.isNew()) return {}
  const state = planState(planOfRecord(record.original()), time)
  if (state === 'planned' || (state === 'off' && planOfRecord(record.original()).starts > time)) return {}
  const changeable = state === 'ended' ? ['name'] : ['name', 'ends', 'active']
  const sentence =
    state === 'ended'
      ? 'The plan is over. Make a new one.'
      : 'The plan runs. Its name and its end can be changed; for anything else end it and make a new one.'
  const changed = differingFields(record, record.original()).filter((field) => !changeable.includes(field))
  // A product that is deleted leaves its plans.
  return Object.fromEntries(changed.map((field) => [field, sentence]))
}

function timesProblems(record: PbRecord, plan: PricePlan, time: number): Problems {
  const isChanged = record.isNew() || record.getString('ends') !== record.original().getString('ends')
  if (!plan.starts || !plan.ends) return {}
  return collect({
    ends:
      plan.ends <= plan.starts
        ? 'The end is before the start.'
        : isChanged && plan.ends < time - JUST_NOW_MS
          ? 'This moment is over.'
          : undefined,
  })
}

function priceProblems(record: PbRecord, app: PbApp, plan: PricePlan): Problems {
  const isPercent = record.getFloat('percent') > 0
  const isPrice = record.getFloat('price') > 0
  const field = isPrice ? 'price' : 'percent'
  const [first] = Object.entries(
    collect({
      percent:
        isPercent && isPrice
          ? 'Take something off, or set a price: not both.'
          : !isPercent && !isPrice
            ? 'Write how much is taken off, or a price.'
            : toPaise(record.getFloat('percent')) === null
              ? 'At most two decimals.'
              : undefined,
      price: moneyProblem(record, 'price'),
      categories: plan.categories.length + plan.products.length === 0 ? 'Choose products or a category.' : undefined,
    }),
  )
  if (first) return Object.fromEntries([first])
  const against = refusedWords(lookAt(app, plan))
  return against ? { [field]: against } : {}
}

/** onRecordValidate of price_plans: when, on what, and prices that may be asked. */
export function checkPricePlan(record: PbRecord, app: PbApp): Problems {
  const written = jsonValue(record, 'categories')
  const form = formProblem(texts, written)
  if (form) return { categories: form }
  const names = ((written ?? []) as string[]).map((name) => cleanLine(name).toLowerCase()).filter(Boolean)
  record.set('categories', [...new Set(names)])
  const time = now()
  const plan = planOfRecord(record)
  const kept = rewritten(record, time)
  if (Object.keys(kept).length > 0) return kept
  // The prices of one that runs were looked at when it was made.
  const isOpen = record.isNew() || planState(planOfRecord(record.original()), time) !== 'ended'
  const isRunning = !record.isNew() && planState(planOfRecord(record.original()), time) === 'running'
  if (!isOpen) return {}
  return { ...timesProblems(record, plan, time), ...(isRunning ? {} : priceProblems(record, app, plan)) }
}
