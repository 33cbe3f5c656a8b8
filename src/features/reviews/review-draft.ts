import { isObject, parseText } from '@/domain/json'
import type { ReviewInput } from '@/domain/reviews/review-form'
import { REVIEW_KEY } from '@/features/account/session'
import { storedJson } from '@/lib/stored-json'

/** What was typed of a review, kept while the tab is open so that reload and signing in again lose nothing. */
const draftStore = storedJson(REVIEW_KEY, 'tab')

/** What this shopper typed about this product, or null. Browser only; never throws. */
export function readDraft(user: string, product: string): ReviewInput | null {
  const draft = draftStore.read()
  if (!isObject(draft) || draft.user !== user || draft.product !== product) return null
  const { rating, title, content } = draft
  return { rating: parseText(rating), title: parseText(title), content: parseText(content) }
}

export const saveDraft = (user: string, product: string, typed: ReviewInput) =>
  draftStore.write({ ...typed, user, product })

/** The review was taken, or given up. */
export const forgetDraft = draftStore.forget
