import type { FieldProblems } from '../../../src/domain/check-request'
import { STALE } from '../../../src/domain/desk/sheet'
import { fieldProblem, type HttpProblem, type Refuse } from '../guard/answer'
import { refusedFields } from '../lib/record-problems'
import { plain, recordById } from '../lib/rows'
import { newSettings, settingsRecord } from '../lib/store-settings'
import { type DeskCaller, inOne, logDeed } from './desk-caller'

/** A sentence beside each of these fields. */
export const refusal = (sentences: { [field: string]: string }): HttpProblem =>
  fieldProblem(
    Object.fromEntries(Object.entries(sentences).map(([field, message]) => [field, { code: 'refused', message }])),
  )

/**
 * The record to change, undefined for a new one. Refuses with `gone` where it is not there any more, and when somebody
 * has changed it since it was read.
 */
export function recordToChange(
  txApp: PbApp,
  collection: string,
  { id, updated }: { id?: string | undefined; updated?: string | undefined },
  { gone, refuse }: { gone: HttpProblem; refuse: Refuse },
): PbRecord | undefined {
  if (!id) return undefined
  const stored = recordById(txApp, collection, id) ?? refuse(gone)
  if (updated && updated !== stored.getString('updated')) {
    const message = 'Somebody changed it meanwhile. Go back to what is saved, and change it again.'
    refuse(fieldProblem({ name: { code: STALE, message } }))
  }
  return stored
}

/**
 * What an earlier try made whose answer was lost; undefined when there was none. Refuses when something else is sent
 * now, but for `starts`: what begins at once has begun.
 */
export function madeBefore(
  txApp: PbApp,
  collection: string,
  id: string,
  { starts: _begun, ...request }: { [field: string]: unknown },
  refuse: Refuse,
): PbRecord | undefined {
  const made = recordById(txApp, collection, id)
  const was = JSON.stringify(made)
  made?.load(request)
  if (JSON.stringify(made) !== was)
    refuse(fieldProblem({ name: { code: STALE, message: 'It was made as it was before. Open it from the list.' } }))
  return made
}

/** Saves a record through the store's own checks, or says beside its fields what is wrong. */
export function saveOrRefuse(txApp: PbApp, record: PbRecord, refuse: Refuse): void {
  try {
    txApp.save(record)
  } catch (error) {
    const fields = refusedFields(error)
    if (Object.keys(fields).length === 0) throw error
    refuse(refusal(fields))
  }
}

interface TypedSettings {
  was?: { [field: string]: unknown } | undefined
  [field: string]: unknown
}

/** Saves what was typed of the shop's settings, through their own checks, where nobody has changed it since (`was`). */
export function saveSettings(
  app: PbApp,
  caller: DeskCaller,
  { was = {}, ...typed }: TypedSettings,
  what: string,
  link: string,
) {
  return inOne(app, (txApp, refuse) => {
    const settings = settingsRecord(txApp) ?? newSettings(txApp)
    settings.unhide(...Object.keys(typed))
    const stored = plain(settings)
    const problems: FieldProblems = {}
    for (const [field, value] of Object.entries(typed)) {
      const isNow = (other: unknown) => JSON.stringify(other) === JSON.stringify(stored[field])
      const message = `Somebody made it “${stored[field] === '' ? 'empty' : stored[field]}” meanwhile. Save again to keep yours.`
      if (field in was && !isNow(was[field]) && !isNow(value)) problems[field] = { code: STALE, message }
      settings.set(field, value)
    }
    if (Object.keys(problems).length > 0) refuse(fieldProblem(problems))
    saveOrRefuse(txApp, settings, refuse)
    logDeed(txApp, caller, what, link)
    return { saved: true }
  })
}
