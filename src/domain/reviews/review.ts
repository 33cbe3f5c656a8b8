import { expanded, isObject, parseText, parseTexts } from '../json'

/** Who wrote a review or comment, as everybody may see it. */
export interface Reviewer {
  id: string
  collectionId: string
  name: string
  /** File name of the picture; empty without one. */
  avatar: string
}

export interface ReviewComment {
  id: string
  content: string
  author: Reviewer
  created: string
}

/**
 * `waiting`: for the shop's yes. `hidden`: by the shop, with a reason. Both are seen by their author alone and count
 * nothing.
 */
export type ReviewState = 'published' | 'waiting' | 'hidden'

/** Why somebody cannot write a review or a comment yet. */
export const REVIEW_PROOF_NEEDED =
  'Please confirm your email first: reviews and comments are for people whose email is confirmed, or who have received the product.'

/** Why somebody who does not have the product cannot comment on its reviews today. */
export const MANY_COMMENTS = 'This product has had many comments today. Please write yours tomorrow.'

/** Why this person cannot comment on a review any more. */
export const OWN_COMMENTS = 'You have written many comments on this review. Delete or edit one of them to say more.'

/** Why nobody can comment on a review any more. */
export const ALL_COMMENTS = 'This review has had so many comments that it takes no more.'

/** A review as the store shows it. */
export interface Review {
  id: string
  collectionId: string
  /** Whole stars, 1 to 5. */
  rating: number
  title: string
  content: string
  /** File names. */
  images: string[]
  verified_purchase: boolean
  helpful_votes: number
  author: Reviewer
  /** Oldest first, as a conversation reads. */
  comments: ReviewComment[]
  created: string
  state: ReviewState
  /** Why the shop has hidden it. */
  hidden_reason: string
  /** The shop's answer, and when it was given; it goes when the author changes the review. */
  reply: string
  replied_at: string
}

/**
 * Orders a shopper may have the reviews in, as the record API sorts; ties are in the order of ids. Votes of accounts
 * nobody has confirmed, and the author's own, only decide between equals (RISK-16).
 */
export const REVIEW_ORDERS = {
  newest: '-created,id',
  highest: '-rating,-created,id',
  lowest: 'rating,-created,id',
  helpful: '-weighed_votes,-helpful_votes,-created,id',
} as const

/** Which reviews are read, and in which order. */
export interface ReviewView {
  order: keyof typeof REVIEW_ORDERS
  /** Only those that gave so many stars; 0 for all. */
  stars: number
}

export const ALL_REVIEWS: ReviewView = { order: 'newest', stars: 0 }

/** Shown where an account is gone or has no name. */
export const UNNAMED_REVIEWER = 'A customer'
/** Longest texts and most pictures of a review, and longest comment; the record store refuses more. */
export const REVIEW_TITLE_LENGTH = 120
export const REVIEW_CONTENT_LENGTH = 3000
export const COMMENT_LENGTH = 1000
export const REVIEW_IMAGES = 4
/** Largest picture of a review, bytes, and the kinds that are taken. */
export const REVIEW_IMAGE_BYTES = 5 * 1024 * 1024
export const REVIEW_IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

function parseReviewer(record: unknown): Reviewer {
  const source = isObject(record) ? record : {}
  return {
    id: parseText(source.id),
    collectionId: parseText(source.collectionId),
    name: parseText(source.name) || UNNAMED_REVIEWER,
    avatar: parseText(source.avatar),
  }
}

function parseComment(record: Record<string, unknown>): ReviewComment {
  return {
    id: parseText(record.id),
    content: parseText(record.content),
    author: parseReviewer(expanded(record, 'user')),
    created: parseText(record.created),
  }
}

/** A reviews record with `user` and its comments (with their `user`) expanded → Review. */
export function parseReview(record: Record<string, unknown>): Review {
  const comments = expanded(record, 'review_comments_via_review')
  const rating = typeof record.rating === 'number' ? Math.round(record.rating) : 0
  return {
    id: parseText(record.id),
    collectionId: parseText(record.collectionId),
    rating: Math.min(5, Math.max(1, rating)),
    title: parseText(record.title),
    content: parseText(record.content),
    images: parseTexts(record.images),
    verified_purchase: record.verified_purchase === true,
    helpful_votes: typeof record.helpful_votes === 'number' && record.helpful_votes > 0 ? record.helpful_votes : 0,
    author: parseReviewer(expanded(record, 'user')),
    comments: (Array.isArray(comments) ? comments : [])
      .filter(isObject)
      .map(parseComment)
      .sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0)),
    created: parseText(record.created),
    state: record.state === 'waiting' || record.state === 'hidden' ? record.state : 'published',
    hidden_reason: parseText(record.hidden_reason),
    reply: parseText(record.reply),
    replied_at: parseText(record.replied_at),
  }
}
