import {
  type Colours,
  DRAFT_MARK,
  type LookAnswer,
  lookSchema,
  sameArrangement,
  sameColours,
  sameLook,
} from '../../../src/domain/desk/look'
import { type DraftKind, draftKey, kindOf } from '../../../src/domain/desk/preview'
import { type Arrangement, arrangementFields, arrangementOf } from '../../../src/domain/site/homepage'
import { DEFAULT_COLOURS } from '../../../src/domain/site/theme'
import { firstRecord, newRecord, plain } from '../lib/rows'
import { deskPost, deskRoute, EDITORS, inOne } from './desk-caller'

const MEANWHILE = 'Somebody else has changed the look meanwhile. It is shown as it is now: change it again.'

const live = (app: PbApp, kind: DraftKind): PbRecord | undefined =>
  firstRecord(app, kindOf(kind).collection, 'is_active = true')

/** The draft that is made here; others, of PocketBase's own forms, are left alone. */
function draft(app: PbApp, kind: DraftKind): PbRecord | undefined {
  const mark = `%${DRAFT_MARK}`
  return firstRecord(app, kindOf(kind).collection, 'is_active = false && name ~ {:mark}', { mark }, '-updated')
}

const coloursOf = (record: PbRecord | undefined): Colours =>
  record
    ? {
        name: record.getString('name').replace(DRAFT_MARK, ''),
        primary: record.getString('primary_color') || DEFAULT_COLOURS.primary,
        accent: record.getString('accent_color') || DEFAULT_COLOURS.accent,
      }
    : { name: 'Warm Brown', ...DEFAULT_COLOURS }
const arrangement = (record: PbRecord | undefined): Arrangement => arrangementOf(record ? plain(record) : {})

function answer(app: PbApp): LookAnswer {
  const [home, colours] = [draft(app, 'home'), draft(app, 'colours')]
  const now = { arrangement: arrangement(live(app, 'home')), colours: coloursOf(live(app, 'colours')) }
  return {
    live: now,
    draft: {
      arrangement: home ? arrangement(home) : now.arrangement,
      colours: colours ? coloursOf(colours) : now.colours,
    },
    drafts: [
      ...(home ? [draftKey({ kind: 'home', id: home.id })] : []),
      ...(colours ? [draftKey({ kind: 'colours', id: colours.id })] : []),
    ],
  }
}

/** GET /api/store/desk/look: `LookAnswer`. */
export function look(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, () => answer(e.app))
}

/** Writes a draft, or takes it away where it would change nothing. */
function keep(txApp: PbApp, kind: DraftKind, fields: { [field: string]: unknown } | undefined): void {
  const stored = draft(txApp, kind)
  if (!fields) {
    if (stored) txApp.delete(stored)
    return
  }
  const record = stored ?? newRecord(txApp, kindOf(kind).collection)
  record.load({ ...fields, is_active: false })
  txApp.save(record)
}

/**
 * POST /api/store/desk/look: keeps the look as drafts; shoppers see nothing of it. Answers `LookAnswer`; 409 when the
 * draft is not what its maker saw.
 */
export function saveLook(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, lookSchema, ({ arrangement: wanted, colours, before }) => {
    return inOne(e.app, (txApp, refuse) => {
      const { live: now, draft: kept } = answer(txApp)
      if (!sameLook(before, kept)) refuse({ status: 409, message: MEANWHILE, data: {} })
      const home = { name: `Home page${DRAFT_MARK}`, ...arrangementFields(wanted) }
      keep(txApp, 'home', sameArrangement(wanted, now.arrangement) ? undefined : home)
      const theme = {
        name: (colours.name || 'Own colours') + DRAFT_MARK,
        ...{ primary_color: colours.primary, accent_color: colours.accent },
      }
      keep(txApp, 'colours', sameColours(colours, now.colours) ? undefined : theme)
      return answer(txApp)
    })
  })
}
