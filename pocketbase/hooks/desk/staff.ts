import type { DeskRole } from '../../../src/domain/desk/role'
import {
  inviteSchema,
  LOG_PAGE,
  type LogAnswer,
  type LogKind,
  ROLE_WORDS,
  type StaffAnswer,
  type StaffMember,
  staffChangeSchema,
} from '../../../src/domain/desk/staff'
import { type HttpProblem, httpProblem, type Refuse, transaction } from '../guard/answer'
import { consume, tooManyRequests } from '../guard/rate-limits'
import { firstRecord, newRecord, recordById, rows } from '../lib/rows'
import { mailServerIsSet } from '../mail/mail-client'
import { type DeskCaller, deskPost, deskRoute, logDeed } from './desk-caller'
import { refusal } from './desk-saves'

const LINK = '#/staff'
/** Invitations of one person in an hour; below what one mailbox gets of the store (`mails:account`). */
const INVITATIONS = 3
const HOUR_S = 60 * 60

/** GET /api/store/desk/staff: `StaffAnswer`, superusers first. */
export function staff(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (caller) => people(e.app, caller))
}

function people(app: PbApp, caller: DeskCaller): StaffAnswer {
  const superusers = app.findRecordsByFilter('_superusers', "id != ''", 'created', 100)
  const members = app.findRecordsByFilter('staff', "id != ''", 'disabled,created', 500)
  const all = [...superusers, ...members].map((record) => memberOf(app, record, caller))
  return { people: all, mails: mailServerIsSet(app) }
}

function memberOf(app: PbApp, record: PbRecord, { who, staff }: DeskCaller): StaffMember {
  const email = record.getString('email')
  const isSuperuser = record.isSuperuser()
  return {
    id: isSuperuser ? '' : record.id,
    name: isSuperuser ? '' : record.getString('name'),
    email,
    role: isSuperuser ? 'owner' : (record.getString('role') as DeskRole),
    disabled: !isSuperuser && record.getBool('disabled'),
    last_seen: isSuperuser ? lastDeed(app, email) : record.getString('last_seen'),
    created: record.getString('created'),
    me: isSuperuser ? staff === '' && who === email : staff === record.id,
  }
}

/** PocketBase does not say when a superuser came: when they last did something here. */
function lastDeed(app: PbApp, who: string): string {
  const sql = "SELECT COALESCE(MAX(created), '') AS at FROM desk_log WHERE who = {:who}"
  return rows(app, sql, { who }, { at: '' })[0]?.at ?? ''
}

const NOBODY = httpProblem(404, 'nobody', 'This person is not on the list any more.')

/** Does `work` as one, and answers with everybody; what is thrown of a mail is no reason to undo an account. */
function changing(
  e: PbRequestEvent,
  caller: DeskCaller,
  work: (txApp: PbApp, refuse: Refuse) => PbRecord | undefined,
): StaffAnswer | { problem: HttpProblem } {
  const done = transaction(e.app, work)
  if ('problem' in done) return done
  if (done.value) $mails.sendRecordPasswordReset(e.app, done.value)
  return people(e.app, caller)
}

const found = (txApp: PbApp, e: PbRequestEvent, refuse: Refuse): PbRecord =>
  recordById(txApp, 'staff', e.request.pathValue('id')) ?? refuse(NOBODY)

function takeInvitation(app: PbApp, id: string, refuse: Refuse): void {
  const wait = consume(app, `invited ${id}`, INVITATIONS, HOUR_S)
  if (wait > 0) refuse(tooManyRequests(wait, 'They were emailed several times of late.'))
}

/**
 * POST /api/store/desk/staff `{ name, email, role }`: makes the account with a password nobody knows, and mails a link
 * by which its owner chooses one. 400 beside fields.
 */
export function invite(e: PbRequestEvent): unknown {
  return deskPost(e, ['owner'], inviteSchema, ({ name, email, role }, caller) => {
    return changing(e, caller, (txApp, refuse) => {
      if (firstRecord(txApp, 'staff', 'email:lower = {:email}', { email: email.toLowerCase() }))
        refuse(refusal({ email: 'Somebody with this address is on the list already.' }))
      const record = newRecord(txApp, 'staff', { name, role })
      record.setEmail(email)
      record.setRandomPassword()
      txApp.save(record)
      takeInvitation(txApp, record.id, refuse)
      logDeed(txApp, caller, `Invited ${name} as ${ROLE_WORDS[role].name.toLowerCase()}`, LINK)
      return record
    })
  })
}

/** POST /api/store/desk/staff/{id}/invite: the mail once more, or for a new password. 429 beyond three an hour. */
export function inviteAgain(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (caller) =>
    changing(e, caller, (txApp, refuse) => {
      const record = found(txApp, e, refuse)
      if (record.getBool('disabled')) refuse(httpProblem(400, 'disabled', 'Let them in first.'))
      takeInvitation(txApp, record.id, refuse)
      logDeed(txApp, caller, `Invited ${record.getString('name')} again`, LINK)
      return record
    }),
  )
}

/**
 * POST /api/store/desk/staff/{id} `{ name?, role?, disabled? }`: another role, or none, ends every session at once
 * (`endSessions`). Nobody changes their own: an owner of the staff would shut themselves out.
 */
export function change(e: PbRequestEvent): unknown {
  return deskPost(e, ['owner'], staffChangeSchema, (asked, caller) => {
    return changing(e, caller, (txApp, refuse) => {
      const record = found(txApp, e, refuse)
      const before = standingOf(record)
      record.load(asked)
      const after = standingOf(record)
      if (record.id === caller.staff && (after.role !== before.role || after.disabled))
        refuse(refusal({ role: 'Another owner has to do this: you would shut yourself out.' }))
      txApp.save(record)
      const deed = deedOf(after, before)
      if (deed) logDeed(txApp, caller, deed, LINK)
      return undefined
    })
  })
}

const standingOf = (record: PbRecord) => ({
  name: record.getString('name'),
  role: record.getString('role') as DeskRole,
  disabled: record.getBool('disabled'),
})
type Standing = ReturnType<typeof standingOf>

function deedOf({ name, role, disabled }: Standing, before: Standing): string {
  const called = (one: DeskRole) => ROLE_WORDS[one].name.toLowerCase()
  const deeds = [
    ...(role === before.role ? [] : [`Changed ${name} from ${called(before.role)} to ${called(role)}`]),
    ...(disabled === before.disabled ? [] : [disabled ? `Shut ${name} out` : `Let ${name} in again`]),
  ]
  return deeds.join('. ')
}

const OF_KIND: { readonly [kind in LogKind]: string } = {
  parcels: "(link LIKE '#/packing%' OR link LIKE '#/shop-orders%')",
  products: "(link LIKE '#/sheet%' OR link LIKE '#/import%' OR link LIKE '#/stock-take%')",
  offers: "(link LIKE '#/promotions%' OR link LIKE '#/delivery%')",
  letters: "link LIKE '#/messages%'",
  look: "(link LIKE '#/preview%' OR link LIKE '#/look%')",
  staff: "(link LIKE '#/staff%' OR link LIKE '#/setup%')",
  refused: "what LIKE 'Tried to open %'",
}

/** GET /api/store/desk/log?who=&kind=&before=: `LogAnswer`; by the index of `created`, or of `who` and `created`. */
export function log(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (): LogAnswer => {
    const query = e.request.url.query()
    const who = query.get('who')
    const kind = (Object.keys(OF_KIND) as LogKind[]).find((name) => name === query.get('kind'))
    const [created = '', id = ''] = query.get('before').split('~')
    const where = [
      ...(who ? ['who = {:who}'] : []),
      ...(kind ? [OF_KIND[kind]] : []),
      ...(created ? ['(created < {:created} OR (created = {:created} AND id < {:id}))'] : []),
    ]
    const entries = rows(
      e.app,
      `SELECT id, created, who, what, link, COALESCE((SELECT name FROM staff WHERE email = who), '') AS name
       FROM desk_log ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
       ORDER BY created DESC, id DESC LIMIT ${LOG_PAGE + 1}`,
      { who, created, id },
      { id: '', created: '', who: '', what: '', link: '', name: '' },
    )
    const last = entries[LOG_PAGE - 1]
    const shown = entries.slice(0, LOG_PAGE)
    return { entries: shown, next: entries.length > LOG_PAGE && last ? `${last.created}~${last.id}` : '' }
  })
}
