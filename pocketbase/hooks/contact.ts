import { looksAutomatic, type MessageRequest, messageRequestSchema } from '../../src/domain/contact'
import { checkRequest } from '../../src/domain/order-request'
import { answerRefusal, fieldRefusal, readBody } from './answer'
import { addressOf, limited, refusalOfTries } from './limits'
import { sendMail, shopMailbox } from './mail-client'

/**
 * POST /api/store/contact: a message to the shop, `{ name, email, message, website, filled_ms }`. 202 once it is kept; 400 with the
 * problems beside their fields; 429 after a few. It is kept before it is mailed, so a mail server that is down loses nothing. What looks
 * like a program's work is answered the same and kept, but not mailed.
 */
export function receiveMessage(e: PbRequestEvent) {
  const read = readBody(e)
  if ('refusal' in read) return answerRefusal(e, read.refusal)
  const checked = checkRequest(messageRequestSchema, read.body)
  if ('problems' in checked) return answerRefusal(e, fieldRefusal(checked.problems))
  if (
    limited(e, [
      ['contact:address', addressOf(e)],
      ['contact:kept', 'all'],
    ])
  )
    return
  const { name, email, message } = checked.value
  const suspicious = looksAutomatic(checked.value)
  const record = new Record(e.app.findCollectionByNameOrId('messages'), { name, email, message, suspicious })
  e.app.save(record)
  if (!suspicious && mayMail(e.app) && mailToShop(e.app, checked.value)) {
    record.set('mailed', true)
    e.app.save(record)
  }
  e.response.header().set('Cache-Control', 'no-store')
  e.json(202, {})
}

/** However many addresses they come from, messages must not bury the shop's mailbox: what is beyond stands in the records. */
function mayMail(app: PbApp): boolean {
  if (!refusalOfTries(app, [['contact:mailed', 'all']])) return true
  app.logger().warn('A message was kept but not mailed: there were too many of late.')
  return false
}

/**
 * Mails the message to the shop as plain text, so that nothing in it is a link, a picture or a script. Of what the shopper typed the headers
 * hold the checked address and the name without control characters: neither can begin a header of its own.
 */
function mailToShop(app: PbApp, { name, email, message }: MessageRequest): boolean {
  const to = shopMailbox(app)
  if (!to) {
    app.logger().warn('A message was kept but not mailed: the shop settings name no e-mail address.')
    return false
  }
  try {
    sendMail(app, {
      to,
      subject: `Message from ${name}`,
      text: `${message}\n\n${name}\n${email}\n\nSent through the contact page. Answer this mail to write to them.\n`,
      headers: { 'Reply-To': email },
    })
    return true
  } catch (error) {
    app.logger().error('A message was kept but could not be mailed.', 'error', String(error))
    return false
  }
}
