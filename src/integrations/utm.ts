import { isObject } from '@/domain/json'
import { storedJson } from '@/lib/stored-json'

/** How long the campaign that brought a shopper is remembered, ms: 30 days (STAT-04). */
const CAMPAIGN_KEPT_MS = 30 * 24 * 60 * 60_000

/** Without storage the order goes without its campaign. */
const utmStore = storedJson('sabun-and-jhola.utm.v1')
const UTM_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
/** Longest value kept, code points; the store cuts at the same length. */
const UTM_LENGTH = 200

/** The campaign that brought a shopper, as its link named it. */
export type Utm = Partial<Record<(typeof UTM_FIELDS)[number], string>>

/** Takes the five texts out of anything; undefined when none is there. */
function parseUtm(read: (field: string) => unknown): Utm | undefined {
  const utm: Utm = {}
  for (const field of UTM_FIELDS) {
    const value = read(field)
    if (typeof value !== 'string' || value.trim() === '') continue
    utm[field] = Array.from(value.trim()).slice(0, UTM_LENGTH).join('')
  }
  return Object.keys(utm).length > 0 ? utm : undefined
}

/**
 * Keeps the campaign of the address the shopper arrived at in this browser for 30 days (STAT-04). A later campaign
 * replaces the earlier one as a whole; an address without one changes nothing.
 * @param search the address's query, such as `?utm_source=diwali`
 */
export function saveUtm(search: string, now: number = Date.now()): void {
  const query = new URLSearchParams(search)
  const utm = parseUtm((field) => query.get(field))
  if (utm) utmStore.write({ utm, at: now })
}

/** The campaign of the last 30 days, or undefined. Never throws. */
export function readUtm(now: number = Date.now()): Utm | undefined {
  const stored = utmStore.read()
  if (!isObject(stored) || !isObject(stored.utm) || typeof stored.at !== 'number') return undefined
  const { utm, at } = stored
  if (now - at < CAMPAIGN_KEPT_MS) return parseUtm((field) => (utm as Record<string, unknown>)[field])
  utmStore.forget()
  return undefined
}

/** Removes the campaign from this browser. */
export const forgetUtm = utmStore.forget
