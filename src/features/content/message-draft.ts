import type { MessageFields } from '@/domain/contact'
import { isObject, parseJson, parseText } from '@/domain/json'

/** What was typed into the contact form, kept while the tab is open so that reload and Back lose nothing. */
const DRAFT_KEY = 'sabun-and-jhola.message.v1'

export const EMPTY_MESSAGE: MessageFields = { name: '', email: '', message: '', website: '' }

/** What was kept, or null. Browser only; never throws. */
export function readDraft(): MessageFields | null {
  try {
    const stored = parseJson(sessionStorage.getItem(DRAFT_KEY) ?? '')
    if (!isObject(stored)) return null
    const { name, email, message } = stored
    return { ...EMPTY_MESSAGE, name: parseText(name), email: parseText(email), message: parseText(message) }
  } catch {
    return null
  }
}

export function keepDraft({ name, email, message }: MessageFields): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ name, email, message }))
  } catch {
    // Forbidden storage: the text lives as long as the page.
  }
}

/** The message has arrived. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY)
  } catch {
    // Nothing was stored either.
  }
}
