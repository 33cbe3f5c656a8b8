import { isObject, parseText } from '@/domain/json'
import type { ReviewInput } from '@/domain/reviews/review-form'
import { REVIEW_KEY } from '@/features/account/session'
import { storedJson } from '@/lib/stored-json'

/** What was typed of reviews and comments, kept while the tab is open: reload and signing in again lose nothing. */
const draftStore = storedJson(REVIEW_KEY, 'tab')

/** This shopper's, by the id of what they are about. */
function readDrafts(user: string): Record<string, unknown> {
  const kept = draftStore.read()
  return isObject(kept) && kept.user === user ? kept : { user }
}

/**
 * What this shopper typed, or null. Browser only; never throws.
 * @param about the product, the review that is answered, or the comment that is changed
 */
export function readDraft(user: string, about: string): ReviewInput | null {
  const draft = readDrafts(user)[about]
  if (!isObject(draft)) return null
  const { rating, title, content } = draft
  return { rating: parseText(rating), title: parseText(title), content: parseText(content) }
}

export function saveDraft(user: string, about: string, typed: Partial<ReviewInput>): void {
  if (Object.values(typed).some(Boolean)) draftStore.write({ ...readDrafts(user), [about]: typed })
  else forgetDraft(user, about)
}

/** It was taken, or given up. */
export function forgetDraft(user: string, about: string): void {
  const { [about]: _, ...others } = readDrafts(user)
  draftStore.write(others)
}
