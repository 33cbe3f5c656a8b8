import { mailboxOf } from '../../../src/domain/account/mailbox'
import { NEWSLETTER_CONSENT } from '../../../src/domain/content/consent'
import { letterLinkSchema, subscribeSchema } from '../../../src/domain/content/newsletter'
import { languageOfTag } from '../../../src/language/choice'
import { answerFresh, answerProblem, NOT_FOUND } from '../guard/answer'
import { addressOf, consumeAll, limited } from '../guard/rate-limits'
import { readRequest } from '../guard/request'
import { now, recordDate } from '../lib/clock'
import { runInTransaction } from '../lib/record-transaction'
import { firstRecord, newRecord, recordById } from '../lib/rows'
import { letterToken, queueConfirmation } from './newsletter-mail'

/**
 * POST /api/store/newsletter `{ email, language? }`: keeps the address and mails a link to confirm it. 202 for every
 * address alike, known or not; 400 beside the field; 429. Few mails a day go to one address, whoever asks.
 */
export function subscribe(e: PbRequestEvent): unknown {
  const checked = readRequest(e, subscribeSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  if (limited(e, [['newsletter:address', addressOf(e)]])) return undefined
  const { email, language } = checked.value
  e.app.runInTransaction((txApp) => {
    const known = firstRecord(txApp, 'subscribers', 'email = {:email}', { email })
    if (known?.getString('state') === 'confirmed') return
    const subscriber = known ?? newRecord(txApp, 'subscribers', { email })
    subscriber.set('state', 'waiting')
    subscriber.set('consent', NEWSLETTER_CONSENT)
    subscriber.set('language', languageOfTag(language))
    subscriber.set('left_at', '')
    txApp.save(subscriber)
    if (!consumeAll(txApp, [['newslettermails:recipient', mailboxOf(email)]])) queueConfirmation(txApp, subscriber.id)
  })
  return answerFresh(e, 202, {})
}

/** POST /api/store/newsletter/confirm `{ id, token }`, what the mail's link carries: 202, or 404 for every miss. */
export const confirm = (e: PbRequestEvent): unknown => byLink(e, 'confirmed', 'confirmed_at')

/** POST /api/store/newsletter/leave `{ id, token }`: the same, by one click and for good. */
export const leave = (e: PbRequestEvent): unknown => byLink(e, 'left', 'left_at')

function byLink(e: PbRequestEvent, state: 'confirmed' | 'left', stamp: 'confirmed_at' | 'left_at'): unknown {
  const checked = readRequest(e, letterLinkSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  const { id, token } = checked.value
  const isTheirs = $security.equal(token, letterToken(id))
  const done = runInTransaction(e.app, (txApp) => {
    const subscriber = recordById(txApp, 'subscribers', id)
    const before = subscriber?.getString('state')
    // Whoever has left comes back by the form, not by an old mail.
    if (!subscriber || !isTheirs || (state === 'confirmed' && before === 'left')) return false
    if (before === state) return true
    subscriber.set('state', state)
    subscriber.set(stamp, recordDate(now()))
    txApp.save(subscriber)
    return true
  })
  return done ? answerFresh(e, 202, {}) : answerProblem(e, NOT_FOUND)
}
