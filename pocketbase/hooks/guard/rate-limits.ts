import { mailboxOf } from '../../../src/domain/account/mailbox'
import { waitWords } from '../../../src/domain/date'
import { now } from '../lib/clock'
import { answerProblem, type HttpProblem, httpProblem } from './answer'
import { shopperId } from './order-access'

/**
 * How often something may be tried: by one address, for one account, order or phone. The numbers stand in
 * PocketBase's own list of rate limits (settings migration; admin UI, Settings, Application) under names such as
 * `track:order`, which PocketBase itself never looks for; what it limits by itself, by path and before a hook runs,
 * stands beside them. Off when rate limits are off, and for superusers.
 *
 * Counts live in memory: a restart forgives. They are fixed windows that begin with the first try. What is guessed
 * (passwords, orders) is counted by its misses alone, so that whoever knows the answer is never in the way of others
 * behind the same address, nor they in his.
 */

/** A limit by its name and whom or what it counts for; nothing is counted for an empty subject. */
export type RateLimit = readonly [label: string, subject: string]

/**
 * Counts kept at most. Beyond, what is over goes first, then what was tried least: not the account that is under
 * attack.
 */
const MAX_COUNTS = 20_000
const PREFIX = 'limit '
/** How long an address at which somebody has signed in is known as theirs. */
const KNOWN_MS = 30 * 24 * 60 * 60_000

/** Remembers something for a while, as counts are; it is forgotten last. */
export function note(app: PbApp, what: string, until: number): void {
  app.store().set(PREFIX + what, `${until} ${MAX_COUNTS}`)
}

/** Whether that is still remembered. */
export const isNoted = (app: PbApp, what: string): boolean => parseCount(app.store().get(PREFIX + what)).until > now()

interface Count {
  until: number
  tries: number
}

function parseCount(stored: unknown): Count {
  const [until, tries] = String(stored ?? '').split(' ')
  return { until: Number(until) || 0, tries: Number(tries) || 0 }
}

/**
 * Takes one of `tries` that may be made within `seconds`, or as many as `amount`, in one step whoever else asks at
 * the same time.
 * @returns 0, or the seconds until there is a try again
 */
export function consume(app: PbApp, key: string, tries: number, seconds: number, amount = 1): number {
  const lasts = seconds * 1000
  let time = 0
  let wait = 0
  let isNew = false
  // Nothing may be read from the store in here: it is locked.
  app.store().setFunc(PREFIX + key, (stored) => {
    // Here, where one comes after the other: who looked earlier and came later would take the window for one of a
    // clock set back.
    time = now()
    const count = parseCount(stored)
    isNew = count.until === 0
    // A window further away than it lasts was begun by a clock that has been set back.
    const begins = count.until <= time || count.until > time + lasts
    const until = begins ? time + lasts : count.until
    const taken = (begins ? 0 : count.tries) + amount
    if (taken > tries) {
      wait = Math.ceil((until - time) / 1000)
      return stored
    }
    return `${until} ${taken}`
  })
  if (isNew && app.store().length() > MAX_COUNTS) evictCounts(app, time)
  return wait
}

/** Gives back one of what `consume` has taken. */
export function releaseOne(app: PbApp, key: string): void {
  if (!app.store().get(PREFIX + key)) return
  app.store().setFunc(PREFIX + key, (stored) => {
    const { until, tries } = parseCount(stored)
    return `${until} ${Math.max(0, tries - 1)}`
  })
}

function evictCounts(app: PbApp, time: number): void {
  const store = app.store()
  const living: { key: string; tries: number }[] = []
  for (const key of Array.from(store.keys())) {
    if (!key.startsWith(PREFIX)) continue
    const { until, tries } = parseCount(store.get(key))
    if (until <= time) store.remove(key)
    else living.push({ key, tries })
  }
  living.sort((first, second) => first.tries - second.tries)
  for (const { key } of living.slice(0, Math.max(0, living.length - MAX_COUNTS / 2))) store.remove(key)
}

/** Names are typed by strangers: a long one must not fill the memory. */
const keyOf = ([label, subject]: RateLimit): string =>
  `${label} ${subject.length > 80 ? $security.sha256(subject) : subject}`

/** Off when the owner has switched rate limits off. */
export const limitsAreOn = (app: PbApp): boolean => app.settings().rateLimits.enabled

/** The numbers of a limit; null when it is off. */
export function limitOf(app: PbApp, label: string): { tries: number; seconds: number } | null {
  const { rateLimits } = app.settings()
  if (!rateLimits.enabled) return null
  const [rule, isThere] = rateLimits.findRateLimitRule([label])
  return isThere ? { tries: rule.maxRequests, seconds: rule.duration } : null
}

const take = (app: PbApp, wanted: RateLimit): number => {
  const limit = wanted[1] === '' ? null : limitOf(app, wanted[0])
  return limit ? consume(app, keyOf(wanted), limit.tries, limit.seconds) : 0
}

/** 429 `too_many_tries`, with `retry_after` in seconds, in one sentence. */
export function tooManyRequests(wait: number, what = 'Too many tries.'): HttpProblem {
  const message = `${what} Please try again in ${waitWords(wait)}.`
  return httpProblem(429, 'too_many_tries', message, { retry_after: wait })
}

/** Takes one try of each; when one has none left, of none, and says so. */
export function consumeAll(app: PbApp, wanted: readonly RateLimit[], what?: string): HttpProblem | null {
  const taken: RateLimit[] = []
  for (const one of wanted) {
    const wait = take(app, one)
    if (wait > 0) {
      for (const other of taken) release(app, [other])
      return tooManyRequests(wait, what)
    }
    taken.push(one)
  }
  return null
}

/** They were no misses. */
export function release(app: PbApp, taken: readonly RateLimit[]): void {
  for (const one of taken) if (one[1] !== '' && limitOf(app, one[0])) releaseOne(app, keyOf(one))
}

/** As if none of them had ever been tried. */
export function resetLimits(app: PbApp, taken: readonly RateLimit[]): void {
  for (const one of taken) app.store().remove(PREFIX + keyOf(one))
}

/**
 * Where a request comes from, as the limits count it: for IPv6 the network of 64 bits, which is what one line gets.
 * The address is the connection's own, or what the trusted proxy's header says when one is set; no other header
 * counts.
 */
export function addressOf(e: { realIP(): string }): string {
  const address = e.realIP()
  const groups = address.split(':')
  const isMapped = address.startsWith('0000:0000:0000:0000:0000:ffff:') || address.startsWith('::ffff:')
  return groups.length < 8 || isMapped ? address : groups.slice(0, 4).join(':')
}

/** For routes: answers 429 and says true when a try is wanting. */
export function limited(e: PbRequestEvent, wanted: readonly RateLimit[], what?: string): boolean {
  const problem = e.auth?.isSuperuser() ? null : consumeAll(e.app, wanted, what)
  if (problem) answerTooMany(e, problem)
  return problem !== null
}

/** 429, with `Retry-After` in seconds. */
export function answerTooMany(e: PbRequestEvent, problem: HttpProblem): void {
  e.response.header().set('Retry-After', String(problem.data.retry_after))
  answerProblem(e, problem)
}

/** For hooks of PocketBase's own routes: goes on, or answers 429. */
function goOn(e: PbRecordRequestEvent, wanted: readonly RateLimit[]): void {
  if (!limited(e.requestEvent, wanted)) e.next()
}

/**
 * onRecordAuthWithPasswordRequest: wrong passwords are counted by address, by account, and by both. The account's own
 * count is what a guesser with many addresses meets. So that no stranger can shut a person out with it, it lasts a
 * few minutes, does not bind addresses at which the person has signed in, and is lifted by choosing a new password by
 * mail. The same for accounts that do not exist: nothing can be learned.
 */
export function guardSignIn(e: PbSignInEvent): void {
  const account = `${e.collection.name} ${e.identity.trim().toLowerCase()}`
  const address = addressOf(e.requestEvent)
  const known = `known ${account} ${address}`
  const wanted: RateLimit[] = [
    ['signin:address', address],
    ['signin:pair', `${account} ${address}`],
  ]
  if (!isNoted(e.app, known)) wanted.push(['signin:account', account])
  const problem = consumeAll(e.app, wanted, 'Too many wrong passwords.')
  if (problem) {
    answerTooMany(e.requestEvent, problem)
    return
  }
  e.next()
  // A wrong password has thrown.
  release(e.app, wanted)
  note(e.app, known, now() + KNOWN_MS)
}

/** onRecordConfirmPasswordResetRequest: whoever reads the account's mail is its owner. */
export function forgiveSignIn(e: PbRecordRequestEvent): void {
  e.next()
  const account = `${e.record.collection().name} ${e.record.getString('email').toLowerCase()}`
  resetLimits(e.app, [
    ['signin:account', account],
    ['signin:pair', `${account} ${addressOf(e.requestEvent)}`],
  ])
}

/**
 * Takes one of the mails about accounts that anybody can have sent to one mailbox, of whatever kind and for however
 * many accounts of it. Beyond the limit the answer is the same and no mail goes out, as for addresses without an
 * account: a problem would tell who has one. The links of the mails before still work.
 */
export const takeMail = (app: PbApp, email: string): boolean => take(app, ['mails:account', mailboxOf(email)]) === 0

/** The account that PocketBase's admin UI sends its test mails of. */
const TEST_ACCOUNT = '__pb_test_id__'

/** onMailerRecordPasswordResetSend, onMailerRecordVerificationSend, onMailerRecordEmailChangeSend */
export function guardMail(e: {
  app: PbApp
  record: PbRecord
  message: { to: { address: string }[] }
  next(): void
}): void {
  if (e.record.id === TEST_ACCOUNT || Array.from(e.message.to).every(({ address }) => takeMail(e.app, address)))
    e.next()
}

/**
 * onRecordRequestEmailChangeRequest: mails to whatever address was typed, by the account that asks and by the mailbox
 * that gets them.
 */
export function guardEmailChange(e: PbRecordRequestEvent & { newEmail: string }): void {
  e.newEmail = e.newEmail.toLowerCase()
  goOn(e, [
    ['emailchange:account', e.record.id],
    ['emailchange:recipient', mailboxOf(e.newEmail)],
  ])
}

/**
 * onMailerRecordAuthAlertSend: PocketBase tells people of a sign-in from a new device, in words the device sends.
 * Whoever made an account with somebody else's address could write to it in that way, so an unconfirmed one is told
 * nothing.
 */
export function guardAlert(e: { record: PbRecord; next(): void }): void {
  if (e.record.getBool('verified')) e.next()
}

/** Of one account; deleting gives nothing back. */
const PICTURE_BYTES_PER_DAY = 40 * 1024 * 1024

/**
 * Takes the share of one account for pictures it adds, by their number and by their bytes.
 * @returns a sentence when there is none left today, else an empty text
 */
export function picturesProblem(app: PbApp, account: string, sizes: readonly number[]): string {
  const limit = limitOf(app, 'pictures:account')
  if (!limit) return ''
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const wait =
    consume(app, keyOf(['pictures:account', account]), limit.tries, limit.seconds, sizes.length) ||
    consume(app, keyOf(['pictures:bytes', account]), PICTURE_BYTES_PER_DAY, limit.seconds, bytes)
  return wait > 0 ? tooManyRequests(wait, 'You have added many pictures.').message : ''
}

/** What shoppers write, and how its limit is called. */
const WRITTEN: { [collection: string]: string } = {
  addresses: 'addresses:account',
  reviews: 'reviews:account',
  review_comments: 'comments:account',
  review_votes: 'votes:account',
  users: 'profile:account',
}

/** onRecordCreateRequest, onRecordUpdateRequest of what shoppers write: by account, and sign-up by address. */
export function guardWriting(e: PbRecordRequestEvent): void {
  const name = e.record.collection().name
  const isSignUp = name === 'users' && e.record.isNew()
  goOn(e, [isSignUp ? ['signup:address', addressOf(e.requestEvent)] : [WRITTEN[name] ?? '', shopperId(e.requestEvent)]])
}
