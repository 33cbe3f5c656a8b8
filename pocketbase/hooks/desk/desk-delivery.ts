import { barePincode, readPincode } from '../../../src/domain/account/read-pincode'
import { shippingFor } from '../../../src/domain/cart/delivery-fee'
import { deliveryTo } from '../../../src/domain/delivery/delivery'
import {
  type DeliveryAnswer,
  RULES_PAGE,
  ruleSchema,
  type ShopDays,
  shopDaysSchema,
} from '../../../src/domain/desk/delivery'
import { toRupees } from '../../../src/domain/money'
import { destinationOf } from '../delivery/destinations'
import { httpProblem } from '../guard/answer'
import { now } from '../lib/clock'
import { newRecord, plain, recordById, rows } from '../lib/rows'
import { settingsRecord, storeSettings } from '../lib/store-settings'
import { deskPost, deskRoute, inOne, inRecord, logDeed, pageOf } from './desk-caller'
import { saveSettings } from './desk-saves'

const SHOP_DAYS = ['handling_days', 'days_off', 'holidays', 'cutoff_hour', 'returns_days'] as const
const RULE = ['prefix', 'deliver', 'cash', 'fee', 'cash_fee', 'days_min', 'days_max'] as const

/** Rules that begin with the sought digits, and those that hold for them. */
const SOUGHT = `WHERE ({:digits} = '' OR prefix LIKE {:digits} || '%' OR prefix = '' OR {:digits} LIKE prefix || '%')`
const COUNTS = `SELECT COUNT(*) AS total, COUNT(*) FILTER (${SOUGHT}) AS found,
  COUNT(*) FILTER (WHERE prefix = '') AS everywhere FROM delivery_rules`
const LISTED = {
  ...{ id: '', prefix: '', deliver: false, cash: false, fee: -0, cash_fee: -0 },
  ...{ days_min: 0, days_max: 0, updated: '' },
}

function rulesPage(app: PbApp, digits: string, asked: number): Omit<DeliveryAnswer, 'shop' | 'usual' | 'said'> {
  const none = { total: 0, found: 0, everywhere: 0 }
  const { total, found, everywhere } = rows(app, COUNTS, { digits }, none)[0] ?? none
  const page = Math.min(asked, Math.max(1, Math.ceil(found / RULES_PAGE)))
  const sql = `SELECT id, ${RULE.join(', ')}, updated FROM delivery_rules ${SOUGHT}
    ORDER BY prefix = '', prefix LIMIT ${RULES_PAGE} OFFSET ${(page - 1) * RULES_PAGE}`
  return { rules: rows(app, sql, { digits }, LISTED), found, total, page, everywhere: everywhere > 0 }
}

/** GET /api/store/desk/delivery: the rules, when the maker packs, and what is said of one PIN code (DELIV-11). */
export function listRules(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (): DeliveryAnswer => {
    const query = (name: string) => e.request.url.query().get(name)
    const digits = barePincode(query('search')).replace(/\D/g, '').slice(0, 6)
    const settings = settingsRecord(e.app)
    const { shipping_fee, free_shipping_from, cod_enabled } = storeSettings(e.app)
    return {
      ...rulesPage(e.app, digits, pageOf(e)),
      shop: Object.fromEntries(
        SHOP_DAYS.map((field) => [field, settings && plain(settings)[field]]),
      ) as never as ShopDays,
      usual: { fee: toRupees(shipping_fee), free_from: toRupees(free_shipping_from), cash: cod_enabled },
      said: saidOf(e.app, readPincode(query('pincode')) ?? ''),
    }
  })
}

/** Of a cart that does not reach free delivery. */
function saidOf(app: PbApp, pincode: string): DeliveryAnswer['said'] {
  const destination = destinationOf(app, pincode)
  if (!destination) return null
  const settings = storeSettings(app)
  return deliveryTo(destination, {
    fee: shippingFor(1, { ...settings, free_shipping_from: Infinity }, destination.rule),
    now: now(),
  })
}

/** POST /api/store/desk/delivery: saves when the maker packs, through the settings' own checks. */
export function saveShopDays(e: PbRequestEvent): unknown {
  return deskPost(e, ['owner'], shopDaysSchema, (asked, caller) =>
    saveSettings(e.app, caller, asked, 'Changed when parcels leave', '#/delivery'),
  )
}

const NO_RULE = httpProblem(404, 'not_found', 'There is no such rule any more.')

const nameOf = (prefix: string) => (prefix ? `for ${prefix}` : 'for all other PIN codes')

/** POST /api/store/desk/delivery/rules: makes or changes one. 409 when somebody has changed it meanwhile. */
export function saveRule(e: PbRequestEvent): unknown {
  return deskPost(e, ['owner'], ruleSchema, ({ id, updated, ...rule }, caller) =>
    inOne(e.app, (txApp, refuse) => {
      const stored = recordById(txApp, 'delivery_rules', id)
      if (id && !stored) refuse(NO_RULE)
      if (stored && stored.getString('updated') !== updated)
        refuse(httpProblem(409, 'changed', 'Somebody has changed this rule. Close the form and open it again.'))
      const record = stored ?? newRecord(txApp, 'delivery_rules')
      for (const field of RULE) record.set(field, rule[field])
      txApp.save(record)
      logDeed(txApp, caller, `${stored ? 'Changed' : 'Made'} the delivery rule ${nameOf(rule.prefix)}`, '#/delivery')
      return plain(record)
    }),
  )
}

/** POST /api/store/desk/delivery/rules/{id}/delete. */
export function deleteRule(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (caller) =>
    inRecord(e, 'delivery_rules', NO_RULE, (txApp, rule) => {
      const deleted = rule.id
      txApp.delete(rule)
      logDeed(txApp, caller, `Deleted the delivery rule ${nameOf(rule.getString('prefix'))}`, '#/delivery')
      return { deleted }
    }),
  )
}
