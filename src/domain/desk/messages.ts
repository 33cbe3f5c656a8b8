import * as v from 'valibot'
import { characterCount, cleanLine, cleanText } from '../text'

/** Longest answer to a message, and longest reply to a review, characters: the record store holds the same. */
const ANSWER_LENGTH = 4000
const REPLY_LENGTH = 2000
const NAME_LENGTH = 80

/** How many messages or reviews one page of a list holds. */
export const MESSAGES_PER_PAGE = 30

const text = (most: number, empty: string) =>
  v.pipe(
    v.string(empty),
    v.transform(cleanText),
    v.nonEmpty(empty),
    v.check((value) => characterCount(value) <= most, `Use at most ${most} characters.`),
  )

/** Body of `POST /api/store/desk/messages/{id}`: an answer to mail, or whether the message needs none (any more). */
export const messageDeedSchema = v.union([
  v.object({ answer: text(ANSWER_LENGTH, 'Write your answer.') }),
  v.object({ done: v.boolean() }),
])

/** `updated` as it was read; empty when whoever asks does not say. */
const seen = v.optional(v.pipe(v.string(), v.maxLength(40)), '')

/** Body of `POST /api/store/desk/reviews/{id}`. An empty reply takes the reply away. */
export const reviewDeedSchema = v.union([
  v.object({ reply: v.pipe(v.string(), v.transform(cleanText), v.maxLength(REPLY_LENGTH)), seen }),
  v.object({ state: v.literal('published'), seen }),
  v.object({ state: v.literal('hidden'), hidden_reason: text(300, 'Say why: its author reads it.'), seen }),
])

/**
 * Body of `POST /api/store/desk/templates`: with an id it is changed, and with `remove` it goes. `seen`: its `updated`
 * as it was read.
 */
export const templateSchema = v.object({
  id: v.optional(v.pipe(v.string(), v.maxLength(15)), ''),
  name: v.pipe(
    v.string('Name it.'),
    v.transform(cleanLine),
    v.nonEmpty('Name it.'),
    v.check((value) => characterCount(value) <= NAME_LENGTH, `Use at most ${NAME_LENGTH} characters.`),
  ),
  text: text(ANSWER_LENGTH, 'Write the text.'),
  seen,
  remove: v.optional(v.boolean(), false),
})

/** A message from the contact page. Dates are the record store's. */
export interface DeskMessage {
  id: string
  /** The number its writer was told; empty of those from before there were any. */
  ticket: string
  name: string
  email: string
  message: string
  suspicious: boolean
  answer: string
  answered_at: string
  created: string
}

export interface AnswerTemplate {
  id: string
  name: string
  text: string
  updated: string
}

/** A page of a list, and whether there is a further one. */
interface ListPage<T> {
  items: T[]
  more: boolean
  counts: MessageCounts
}

/** `GET /api/store/desk/messages?tab=open|done|suspicious&page=1`: newest first, open ones oldest first. */
export interface MessagesAnswer extends ListPage<DeskMessage> {
  templates: AnswerTemplate[]
}

export interface DeskReview {
  id: string
  /** File names of its pictures, in the collection `reviews`. */
  images: string[]
  /** What opens them for three minutes where not everybody sees them; else empty. */
  file_token: string
  rating: number
  title: string
  content: string
  state: string
  hidden_reason: string
  reply: string
  /** With no reply: its author has changed the review since, so that the reply went. */
  replied_at: string
  verified_purchase: boolean
  created: string
  updated: string
  author: string
  product: string
  product_id: string
}

/** `GET /api/store/desk/reviews?tab=waiting|unanswered|all&page=1`. */
export type ReviewsAnswer = ListPage<DeskReview>

/** A comment on a review, with whose review of what it is below. `updated`: last written or changed. */
export interface DeskComment {
  id: string
  content: string
  updated: string
  author: string
  reviewer: string
  product: string
  product_id: string
}

/** `GET /api/store/desk/comments?page=1`: those last that were written or changed first. */
export type CommentsAnswer = ListPage<DeskComment>

/**
 * What waits for somebody's words. `unanswered`: published reviews of the last 90 days without a reply, and those whose
 * author has changed them within these days, so that the reply went.
 */
export interface MessageCounts {
  open: number
  suspicious: number
  waiting: number
  unanswered: number
}

/** How long a review without a reply asks for one, ms. */
export const REPLY_WAITS_MS = 90 * 24 * 60 * 60_000

/** The text of a template for whoever wrote: `{name}` is their first name. */
export const fillTemplate = (template: string, name: string): string =>
  template.replaceAll('{name}', name.split(' ')[0] ?? name)
