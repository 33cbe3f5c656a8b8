import { momentWords } from '../../../src/domain/desk/day-words'
import { planLookSchema, planSchema } from '../../../src/domain/desk/price-plan-request'
import {
  PLANS_PAGE,
  type PlanLook,
  type PlanRow,
  type PlansAnswer,
  planState,
} from '../../../src/domain/desk/price-plans'
import { countOn, lookAt, meetingsOf, shelvesOf } from '../catalog/price-plan-check'
import { planOfRecord, plansFrom } from '../catalog/price-plans'
import { httpProblem, transaction } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { countRows, newRecord } from '../lib/rows'
import { deskPost, deskRoute, EDITORS, inRecord, logDeed, pageOf } from './desk-caller'
import { madeBefore, recordToChange, saveOrRefuse } from './desk-saves'

const LINK = '#/promotions'
const GONE = httpProblem(404, 'no_such_plan', 'This price plan is not there any more.')

function rowsOf(app: PbApp, records: readonly PbRecord[]): PlanRow[] {
  const time = now()
  const open = plansFrom(app, time)
  const plans = records.map(planOfRecord)
  const shelves = shelvesOf(app, [...open, ...plans.filter(({ id }) => !open.some((other) => other.id === id))])
  return records.map((record) => {
    const plan = planOfRecord(record)
    const state = planState(plan, time)
    return {
      id: record.id,
      name: plan.name,
      active: plan.active,
      starts: record.getString('starts'),
      ends: record.getString('ends'),
      products: [...plan.products],
      categories: [...plan.categories],
      percent: record.getFloat('percent'),
      price: record.getFloat('price'),
      round_to: plan.round_to,
      show_was: plan.show_was,
      updated: record.getString('updated'),
      state,
      count: state === 'ended' ? null : countOn(shelves, plan),
      meets: state === 'ended' || state === 'off' ? [] : meetingsOf(plan, open, shelves),
    }
  })
}

/** GET /api/store/desk/price-plans?page=: `PlansAnswer`, the one that ends last in front. */
export function listPlans(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (): PlansAnswer => {
    const pages = Math.max(1, Math.ceil(countRows(e.app, 'FROM price_plans') / PLANS_PAGE))
    const page = Math.min(pages, pageOf(e))
    const found = e.app.findRecordsByFilter('price_plans', "id != ''", '-ends,id', PLANS_PAGE, (page - 1) * PLANS_PAGE)
    return { plans: rowsOf(e.app, found), page, pages, now: now() }
  })
}

/** POST /api/store/desk/price-plans/look: what a plan would do, before it is saved (`PlanLook`). Saves nothing. */
export function lookAtPlan(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, planLookSchema, ({ id = 'new', ...asked }) => {
    const plan = { ...planOfRecord(newRecord(e.app, 'price_plans', { active: true, ...asked })), id }
    const open = plansFrom(e.app, now())
    const meets = meetingsOf(plan, open, shelvesOf(e.app, [...open.filter(({ id }) => id !== plan.id), plan]))
    return { ...lookAt(e.app, plan), meets, now: now() } satisfies PlanLook
  })
}

const named = (record: PbRecord) => `“${record.getString('name')}”`

/**
 * POST /api/store/desk/price-plans: makes a plan, or changes one (`planSchema`); of one that runs its name and its end.
 * 400 with sentences beside the fields; 404 for one that is not there. Answers its `PlanRow`: what begins now has
 * begun.
 */
export function savePlan(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, planSchema, ({ id, new_id = '', updated, ...request }, caller) => {
    const done = transaction(e.app, (txApp, refuse) => {
      const made = madeBefore(txApp, 'price_plans', new_id, request, refuse)
      if (made) return made.id
      const stored = recordToChange(txApp, 'price_plans', { id, updated }, { gone: GONE, refuse })
      const record = stored ?? newRecord(txApp, 'price_plans', { id: new_id, active: true })
      record.load(request)
      saveOrRefuse(txApp, record, refuse)
      const what = stored ? 'Changed the price plan' : 'Made the price plan'
      logDeed(txApp, caller, `${what} ${named(record)}, from ${momentWords(request.starts, now())}`, LINK)
      return record.id
    })
    if ('problem' in done) return done
    const [row] = rowsOf(e.app, e.app.findRecordsByIds('price_plans', [done.value]))
    return row ?? { problem: GONE }
  })
}

/** POST /api/store/desk/price-plans/{id}/end: ends one that runs; its prices are back when this is answered. */
export function endPlan(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (caller) =>
    inRecord(e, 'price_plans', GONE, (txApp, record, refuse) => {
      if (planState(planOfRecord(record), now()) !== 'running')
        refuse(httpProblem(409, 'not_running', 'The plan does not run now.'))
      record.set('ends', recordDate(now()))
      saveOrRefuse(txApp, record, refuse)
      logDeed(txApp, caller, `Ended the price plan ${named(record)}`, LINK)
      return { id: record.id }
    }),
  )
}

/** POST /api/store/desk/price-plans/{id}/delete: takes one away that has not begun. */
export function deletePlan(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (caller) =>
    inRecord(e, 'price_plans', GONE, (txApp, record, refuse) => {
      const { id } = record
      if (planOfRecord(record).starts <= now())
        refuse(httpProblem(409, 'has_begun', 'The plan has begun: it can be ended, and is kept.'))
      txApp.delete(record)
      logDeed(txApp, caller, `Deleted the price plan ${named(record)}`, LINK)
      return { id }
    }),
  )
}
