import { looksAutomatic, messageRequestSchema } from '../../../src/domain/content/contact'
import { answerFresh, answerProblem } from '../guard/answer'
import { addressOf, consumeAll, limited, type RateLimit } from '../guard/rate-limits'
import { readRequest } from '../guard/request'
import { newRecord, recordById } from '../lib/rows'
import { queueMessage, queueStoredMessageNotice } from './message-mail'
import { newTicket, queueTicket } from './ticket'

/**
 * POST /api/store/contact: a message to the shop, `{ name, email, message, website, filled_ms, key }`. 202
 * `{ ticket }`, its number, once it is kept, also to the same sent again under its key; 400 with the problems beside
 * their fields; 429 after a few. It is kept, and mailed by the outbox: a mail server that is down or silent keeps
 * nobody waiting. What looks like a program's work is answered the same and kept, but not mailed.
 */
export function receiveMessage(e: PbRequestEvent) {
  const checked = readRequest(e, messageRequestSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  if (
    limited(e, [
      ['contact:address', addressOf(e)],
      ['contact:kept', 'all'],
    ])
  )
    return
  const { name, email, message, key } = checked.value
  const suspicious = looksAutomatic(checked.value)
  const id = key && $security.sha256(JSON.stringify([key, name, email, message])).slice(0, 15)
  let ticket = newTicket()
  e.app.runInTransaction((txApp) => {
    const earlier = recordById(txApp, 'messages', id)
    if (earlier) {
      ticket = earlier.getString('ticket')
      return
    }
    const record = newRecord(txApp, 'messages', { ...(id && { id }), name, email, message, suspicious, ticket })
    txApp.save(record)
    if (suspicious || !mayMail(txApp, addressOf(e))) return
    queueMessage(txApp, record.id)
    queueTicket(txApp, record)
  })
  answerFresh(e, 202, { ticket })
}

/**
 * However many addresses they come from, messages must not bury the shop's mailbox; and none of them may use up what
 * the others are mailed with. What is beyond stands in the records; the shop is told once an hour that there are
 * some.
 */
function mayMail(app: PbApp, address: string): boolean {
  const shares: RateLimit[] = [
    ['contact:mailedaddress', address],
    ['contact:mailed', 'all'],
  ]
  if (!consumeAll(app, shares)) return true
  app.logger().warn('A message was kept but not emailed: there were too many of late.')
  queueStoredMessageNotice(app)
  return false
}
