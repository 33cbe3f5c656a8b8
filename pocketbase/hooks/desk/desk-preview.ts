import { formatDate } from '../../../src/domain/date'
import { DRAFT_MARK } from '../../../src/domain/desk/look'
import {
  AHEAD_MS,
  DRAFT_KINDS,
  type Draft,
  type DraftKind,
  draftKey,
  draftOf,
  kindOf,
  type PreviewAnswer,
  type PreviewLink,
  type Published,
  type Turn,
} from '../../../src/domain/desk/preview'
import { BAR_NAME_LENGTH, BAR_NAMES, PREVIEW_LASTS_S, PREVIEW_PATH } from '../../../src/domain/desk/preview-link'
import { previewLinkSchema, publishSchema } from '../../../src/domain/desk/preview-request'
import { planTurn, promotionTurn } from '../../../src/domain/desk/turn-words'
import { visibleSections } from '../../../src/domain/site/homepage'
import { countOn, shelvesOf } from '../catalog/price-plan-check'
import { planOfRecord } from '../catalog/price-plans'
import { type HttpProblem, httpProblem, type Refuse } from '../guard/answer'
import { previewToken } from '../guard/preview'
import { now, recordDate } from '../lib/clock'
import { reasonOf } from '../lib/record-problems'
import { plain, recordById } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { deskPost, deskRoute, EDITORS, inOne, logDeed } from './desk-caller'
import { promotionOf } from './desk-promotions'
import { refusal } from './desk-saves'

const LINK = '#/preview'
/** Of each kind; the newest of them. */
const MOST_OF_A_KIND = 20

function draftFrom(kind: DraftKind, record: PbRecord): Draft {
  const { name, begins, ends } = kindOf(kind)
  return {
    kind,
    id: record.id,
    name: record.getString(name),
    begins: begins ? record.getString(begins) : '',
    ends: ends ? record.getString(ends) : '',
    updated: record.getString('updated'),
    ...(kind === 'home' && { sections: visibleSections(plain(record)) }),
  }
}

function recordsOf(app: PbApp, kind: DraftKind, on: boolean, more = ''): PbRecord[] {
  const { collection, on: field } = kindOf(kind)
  const params = { now: recordDate(now()), far: recordDate(now() + AHEAD_MS) }
  return app.findRecordsByFilter(collection, `${field} = ${on}${more}`, '-updated', MOST_OF_A_KIND, 0, params)
}

/** What each of these price plans or promotions does when it is on, or has ended; of other kinds nothing is said. */
function doings(app: PbApp, kind: DraftKind, records: readonly PbRecord[], ended: boolean): { does?: string }[] {
  if (kind === 'promotion') return records.map((record) => ({ does: promotionTurn(promotionOf(record), ended, now()) }))
  if (kind !== 'plan' || records.length === 0) return []
  const plans = records.map(planOfRecord)
  const shelves = shelvesOf(app, plans)
  return plans.map((plan, at) => {
    const record = records[at] as PbRecord
    const [percent, price] = [record.getFloat('percent'), record.getFloat('price')]
    const told = { name: plan.name, ends: record.getString('ends'), percent, price, round_to: plan.round_to }
    return { does: planTurn(told, countOn(shelves, plan), ended, now()) }
  })
}

function turnsOf(app: PbApp, kind: DraftKind): Turn[] {
  const { begins, ends, name } = kindOf(kind)
  return [begins, ends].flatMap((field) => {
    if (!field) return []
    const records = recordsOf(app, kind, true, ` && ${field} > {:now} && ${field} < {:far}`)
    const does = doings(app, kind, records, field === ends)
    return records.map((record, at) => ({
      ...{ kind, id: record.id, name: record.getString(name) },
      ...{ at: record.getString(field), ends: field === ends, ...does[at] },
    }))
  })
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** GET /api/store/desk/preview: `PreviewAnswer`, what can be looked at beforehand. */
export function previewChoices(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (): PreviewAnswer => {
    const drafts = DRAFT_KINDS.flatMap((kind) => {
      const { ends } = kindOf(kind)
      const open = ends ? ` && (${ends} = '' || ${ends} > {:now})` : ''
      const records = recordsOf(e.app, kind, false, open)
      const does = doings(e.app, kind, records, false)
      return records.map((record, at) => ({ ...draftFrom(kind, record), ...does[at] }))
    })
    const live = DRAFT_KINDS.filter((kind) => kindOf(kind).single).flatMap((kind) =>
      recordsOf(e.app, kind, true).map((record) => draftFrom(kind, record)),
    )
    return {
      drafts: drafts.sort((a, b) => byText(b.updated, a.updated)),
      turns: DRAFT_KINDS.flatMap((kind) => turnsOf(e.app, kind)).sort((a, b) => byText(a.at, b.at)),
      live,
    }
  })
}

const GONE = refusal({ drafts: 'One of these drafts is not there any more. Look at the list again.' })

interface Found {
  key: string
  kind: DraftKind
  record: PbRecord
}

/** The records of these keys; undefined when one is missing. */
function findDrafts(app: PbApp, keys: readonly string[]): Found[] | undefined {
  const found = [...new Set(keys)].flatMap((key) => {
    const draft = draftOf(key)
    const record = draft && recordById(app, kindOf(draft.kind).collection, draft.id)
    return draft && record ? [{ key, kind: draft.kind, record }] : []
  })
  return found.length === new Set(keys).size ? found : undefined
}

const titleOf = ({ kind, record }: Omit<Found, 'key'>) => record.getString(kindOf(kind).name) || kindOf(kind).word

/** POST /api/store/desk/preview/link `{ at, drafts }`: `PreviewLink`, good for a day and while its maker works here. */
export function previewLink(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, previewLinkSchema, ({ at, drafts }): PreviewLink | { problem: HttpProblem } => {
    if (at !== 0 && at < now() - 60_000)
      return { problem: refusal({ at: 'That minute has passed. Choose one to come.' }) }
    if (at > now() + AHEAD_MS) return { problem: refusal({ at: 'Choose a minute within two years.' }) }
    const found = findDrafts(e.app, drafts)
    if (!found) return { problem: GONE }
    const names = found.slice(0, BAR_NAMES).map((one) => titleOf(one).slice(0, BAR_NAME_LENGTH))
    const token = previewToken(e.auth as PbRecord, { at, drafts: found.map(({ key }) => key), names })
    const path = `${PREVIEW_PATH}#${token}`
    const until = recordDate(Date.now() + PREVIEW_LASTS_S * 1000)
    return { path, link: storeAddress(e.app) + path, until }
  })
}

/** Drafts that *Look* has made are called so until they are published, and again when that is taken back. */
function rename({ kind, record }: Found, published: boolean): void {
  const name = record.getString('name')
  const home = `Home page, ${formatDate(recordDate(now()))}`
  if (published && name.endsWith(DRAFT_MARK))
    record.set('name', kind === 'home' ? home : name.slice(0, -DRAFT_MARK.length))
  else if (!published && (kind === 'home' || kind === 'colours') && !name.endsWith(DRAFT_MARK))
    record.set('name', name.slice(0, 50) + DRAFT_MARK)
}

function save(txApp: PbApp, found: Found, on: boolean, refuse: Refuse): void {
  found.record.set(kindOf(found.kind).on, on)
  try {
    txApp.save(found.record)
  } catch (error) {
    refuse(httpProblem(400, 'refused', `“${titleOf(found)}” was not changed: ${reasonOf(error)}`))
  }
}

/** Switches the others of a kind of which only one can be on off. */
function makeRoom(txApp: PbApp, kind: DraftKind, refuse: Refuse): string[] {
  if (!kindOf(kind).single) return []
  return recordsOf(txApp, kind, true).map((record) => {
    const key = draftKey({ kind, id: record.id })
    save(txApp, { key, kind, record }, false, refuse)
    return key
  })
}

/** Of a kind of which only one can be on: the last that is named, and in the place of no other than was to go off. */
function mayGoOn({ kind }: Found, after: readonly Found[], unwanted: readonly Found[], off: readonly Found[]): boolean {
  const has = (list: readonly Found[]) => list.some((other) => other.kind === kind)
  return !kindOf(kind).single || (!has(after) && (has(off) || !has(unwanted)))
}

/**
 * POST /api/store/desk/preview/publish `{ on, off }`: `Published`, what was changed; sent back the other way round, it
 * is undone. What somebody else has published meanwhile stays published.
 */
export function publish(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, publishSchema, (asked, caller) => {
    return inOne(e.app, (txApp, refuse): Published => {
      const isOn = ({ kind, record }: Found) => record.getBool(kindOf(kind).on)
      const wanted = findDrafts(txApp, asked.on) ?? refuse(GONE)
      const unwanted = findDrafts(txApp, asked.off) ?? refuse(GONE)
      const off = unwanted.filter(isOn)
      const on = wanted.filter((one, at) => !isOn(one) && mayGoOn(one, wanted.slice(at + 1), unwanted, off))
      for (const one of off) {
        rename(one, false)
        save(txApp, one, false, refuse)
      }
      const others = on.flatMap((one) => {
        const gone = makeRoom(txApp, one.kind, refuse)
        rename(one, true)
        save(txApp, one, true, refuse)
        return gone
      })
      const named = (list: readonly Found[]) => list.map((one) => `“${titleOf(one)}”`).join(', ')
      if (on.length > 0) logDeed(txApp, caller, `Published ${named(on)}`, LINK)
      else if (off.length > 0) logDeed(txApp, caller, `Took ${named(off)} back`, LINK)
      return { on: on.map(({ key }) => key), off: [...off.map(({ key }) => key), ...others] }
    })
  })
}
