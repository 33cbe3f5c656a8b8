import {
  type CommentsAnswer,
  type DeskMessage,
  type DeskReview,
  MESSAGES_PER_PAGE,
  type MessageCounts,
  type MessagesAnswer,
  messageDeedSchema,
  REPLY_WAITS_MS,
  type ReviewsAnswer,
  reviewDeedSchema,
  templateSchema,
} from '../../../src/domain/desk/messages'
import { httpProblem, NOT_FOUND } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { firstRecord, like, newRecord, plain, recordById, rows } from '../lib/rows'
import { queueAnswer } from '../mail/message-answer'
import { deskPost, deskRoute, EDITORS, inOne, inRecord, logDeed, pageOf } from './desk-caller'

/** Ids of reviews of late without an answer, and of those whose author has changed what was answered. */
const UNANSWERED = `SELECT id FROM reviews WHERE state = 'published' AND reply = '' AND created > {:since}
  UNION SELECT id FROM reviews
    WHERE state = 'published' AND reply = '' AND replied_at != '' AND updated > {:since}`

/** What waits for the shop's words. */
export function messageCounts(app: PbApp): MessageCounts {
  const since = recordDate(now() - REPLY_WAITS_MS)
  const count = (what: string) => `(SELECT COUNT(*) FROM ${what})`
  const none = { open: 0, suspicious: 0, waiting: 0, unanswered: 0 }
  const [found = none] = rows(
    app,
    `SELECT ${count("messages WHERE answered_at = '' AND suspicious = FALSE")} AS open,
      ${count("messages WHERE answered_at = '' AND suspicious = TRUE")} AS suspicious,
      ${count("reviews WHERE state = 'waiting'")} AS waiting,
      ${count(`(${UNANSWERED})`)} AS unanswered`,
    { since },
    none,
  )
  return found
}

/** One row more than a page says whether there is a further one. */
const ASKED = MESSAGES_PER_PAGE + 1
const offsetOf = (e: PbRequestEvent) => (pageOf(e) - 1) * MESSAGES_PER_PAGE
const pageFrom = <T>(found: readonly T[]) => ({
  items: found.slice(0, MESSAGES_PER_PAGE),
  more: found.length === ASKED,
})

const MESSAGES: ReadonlyMap<string, readonly [filter: string, sort: string]> = new Map([
  ['open', ["answered_at = '' && suspicious = false", 'created']],
  ['suspicious', ["answered_at = '' && suspicious = true", '-created']],
  ['done', ["answered_at != ''", '-answered_at']],
])

/** GET /api/store/desk/messages: `MessagesAnswer`. */
export function messages(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (): MessagesAnswer => {
    const [filter, sort] = MESSAGES.get(e.request.url.query().get('tab')) ?? ["answered_at = ''", 'created']
    const found = e.app.findRecordsByFilter('messages', filter, sort, ASKED, offsetOf(e))
    const templates = e.app.findRecordsByFilter('answer_templates', "id != ''", 'name', 100)
    return {
      ...pageFrom(found.map((record) => plain(record) as unknown as DeskMessage)),
      counts: messageCounts(e.app),
      templates: templates.map((record) => like(record, { id: '', name: '', text: '', updated: '' })),
    }
  })
}

/**
 * POST /api/store/desk/messages/{id} `{ answer }` or `{ done }`: mails the answer, once, or says that the message
 * needs none. 409 when somebody has answered meanwhile.
 */
export function answerMessage(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, messageDeedSchema, (deed, caller) => {
    return inRecord(e, 'messages', NOT_FOUND, (txApp, message, refuse) => {
      // The same again: what said that it is mailed was lost.
      if ('answer' in deed && deed.answer === message.getString('answer')) return { done: true }
      if (message.getString('answer') !== '')
        return refuse({ status: 409, message: 'Somebody has answered this message already.', data: {} })
      const answered = 'answer' in deed || deed.done
      message.set('answered_at', answered ? recordDate(now()) : '')
      if ('answer' in deed) {
        message.set('answer', deed.answer)
        queueAnswer(txApp, message.id)
        logDeed(txApp, caller, `Answered the message ${message.getString('ticket')}`.trim(), '#/messages')
      }
      txApp.save(message)
      return { done: answered }
    })
  })
}

const REVIEWS: ReadonlyMap<string, readonly [where: string, order: string]> = new Map([
  ['waiting', ["r.state = 'waiting'", 'r.created']],
  ['unanswered', [`r.id IN (${UNANSWERED})`, "CASE WHEN r.replied_at = '' THEN r.created ELSE r.updated END DESC"]],
])
const REVIEW_ROW = {
  ...{ id: '', rating: 0, title: '', content: '', state: '', hidden_reason: '', reply: '', replied_at: '' },
  ...{
    images: '',
    verified_purchase: false,
    created: '',
    updated: '',
    author: '',
    product: '',
    product_id: '',
    user: '',
  },
}

/**
 * Pictures of a review that waits or is hidden open to its author alone (RISK-12), and whoever decides about it has to
 * see them: by the author's own token for files, which is good for three minutes and for nothing else.
 */
function fileToken(app: PbApp, state: string, user: string): string {
  if (state === 'published') return ''
  const author = recordById(app, 'users', user)
  return author?.newFileToken() ?? ''
}

/** GET /api/store/desk/reviews: `ReviewsAnswer`. */
export function reviews(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (): ReviewsAnswer => {
    const [where, order] = REVIEWS.get(e.request.url.query().get('tab')) ?? ["r.id != ''", 'r.created DESC']
    const found = rows(
      e.app,
      `SELECT r.id, r.rating, r.title, r.content, r.state, r.hidden_reason, r.reply, r.replied_at, r.images,
        r.verified_purchase, r.created, r.updated, COALESCE(u.name, '') AS author, COALESCE(p.name, '') AS product,
        r.product AS product_id, r.[[user]]
       FROM reviews r LEFT JOIN users u ON u.id = r.[[user]] LEFT JOIN products p ON p.id = r.product
       WHERE ${where} ORDER BY ${order} LIMIT ${ASKED} OFFSET ${offsetOf(e)}`,
      { since: recordDate(now() - REPLY_WAITS_MS) },
      REVIEW_ROW,
    )
    const { items, more } = pageFrom(found)
    const reviews = items.map(({ user, ...row }) => {
      const images = JSON.parse(row.images || '[]') as string[]
      return { ...row, images, file_token: images.length > 0 ? fileToken(e.app, row.state, user) : '' }
    })
    return { items: reviews as DeskReview[], more, counts: messageCounts(e.app) }
  })
}

/** For the log, which outlives what people wrote: none of their words stand there. */
const productOf = (app: PbApp, review: PbRecord): string =>
  `“${app.findRecordById('products', review.getString('product')).getString('name')}”`

const changed = (what: string) => httpProblem(409, 'changed', `This ${what} has changed meanwhile. Read it again.`)

/**
 * POST /api/store/desk/reviews/{id} `{ reply }`, `{ state: 'published' }` or `{ state: 'hidden', hidden_reason }`. The
 * words of a review are its author's and stay. With `seen`, the review's `updated` as it was read: 409 when it has
 * changed since.
 */
export function decideReview(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, reviewDeedSchema, (deed, caller) => {
    return inRecord(e, 'reviews', NOT_FOUND, (txApp, review, refuse) => {
      if (deed.seen !== '' && deed.seen !== review.getString('updated')) return refuse(changed('review'))
      if ('state' in deed) {
        review.set('state', deed.state)
        review.set('hidden_reason', deed.state === 'hidden' ? deed.hidden_reason : '')
      } else review.set('reply', deed.reply)
      txApp.save(review)
      const what = 'reply' in deed ? 'Replied to' : deed.state === 'hidden' ? 'Hid' : 'Published'
      logDeed(txApp, caller, `${what} a review of ${productOf(txApp, review)}`, '#/messages?tab=reviews')
      return { id: review.id }
    })
  })
}

const COMMENT_ROW = { id: '', content: '', updated: '', author: '', reviewer: '', product: '', product_id: '' }

/** GET /api/store/desk/comments: `CommentsAnswer`. */
export function comments(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (): CommentsAnswer => {
    const found = rows(
      e.app,
      `SELECT c.id, c.content, c.updated, COALESCE(u.name, '') AS author, COALESCE(w.name, '') AS reviewer,
        COALESCE(p.name, '') AS product, COALESCE(p.id, '') AS product_id
       FROM review_comments c LEFT JOIN users u ON u.id = c.[[user]] LEFT JOIN reviews r ON r.id = c.review
       LEFT JOIN users w ON w.id = r.[[user]] LEFT JOIN products p ON p.id = r.product
       ORDER BY c.updated DESC LIMIT ${ASKED} OFFSET ${offsetOf(e)}`,
      {},
      COMMENT_ROW,
    )
    return { ...pageFrom(found), counts: messageCounts(e.app) }
  })
}

/**
 * POST /api/store/desk/comments/{id}/delete: takes a comment off the review it is below, for good; one that is gone
 * already too. Answers its id.
 */
export function deleteComment(e: PbRequestEvent): unknown {
  return deskRoute(e, EDITORS, (caller) => {
    const id = e.request.pathValue('id')
    return inOne(e.app, (txApp) => {
      const comment = recordById(txApp, 'review_comments', id)
      if (!comment) return { id }
      const review = txApp.findRecordById('reviews', comment.getString('review'))
      const deed = `Deleted a comment on a review of ${productOf(txApp, review)}`
      logDeed(txApp, caller, deed, '#/messages?tab=comments')
      txApp.delete(comment)
      return { id }
    })
  })
}

/**
 * POST /api/store/desk/templates: makes, changes or removes a text to answer with. Answers its id; 409 when somebody
 * has changed it meanwhile.
 */
export function saveTemplate(e: PbRequestEvent): unknown {
  return deskPost(e, EDITORS, templateSchema, ({ id, name, text, seen, remove }) =>
    inOne(e.app, (txApp, refuse) => {
      // Sent again: an answer was lost.
      const same = 'name = {:name} && text = {:text}'
      const made = id === '' && firstRecord(txApp, 'answer_templates', same, { name, text })
      if (made) return { id: made.id }
      const stored = recordById(txApp, 'answer_templates', id)
      if (remove && !stored) return { id }
      if (id !== '' && !stored) return refuse(NOT_FOUND)
      if (stored && seen !== '' && seen !== stored.getString('updated')) return refuse(changed('text'))
      if (remove && stored) {
        txApp.delete(stored)
        return { id }
      }
      const record = stored ?? newRecord(txApp, 'answer_templates')
      record.set('name', name)
      record.set('text', text)
      txApp.save(record)
      return { id: record.id }
    }),
  )
}
