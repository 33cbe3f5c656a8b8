import type { MessageFields } from '@/domain/content/contact'
import { isObject, parseText } from '@/domain/json'
import { readTyped, saveTyped } from '@/lib/typed'

/** What was typed into the contact form, kept while the tab is open so that reload and Back lose nothing. */
const KEPT = 'message'

export const EMPTY_MESSAGE: MessageFields = { name: '', email: '', message: '', website: '', key: '' }

/** What was kept, or null. Browser only; never throws. */
export const readDraft = (): MessageFields | null => parseMessage(readTyped(KEPT))

/** A message as another page begins it, or as it was kept; null for anything else. */
export function parseMessage(draft: unknown): MessageFields | null {
  if (!isObject(draft)) return null
  const { name, email, message, key } = draft
  return {
    ...EMPTY_MESSAGE,
    name: parseText(name),
    email: parseText(email),
    message: typeof message === 'string' ? message : '',
    key: parseText(key),
  }
}

/** What was typed, and of the message that was begun the rest. */
export function withBegun(draft: MessageFields | null, begun: MessageFields | null): MessageFields | null {
  if (!draft || !begun) return draft ?? begun
  const { name, email, message } = draft
  return { ...draft, name: name || begun.name, email: email || begun.email, message: message || begun.message }
}

/** Without storage the text lives as long as the page. */
export function saveDraft({ name, email, message, key }: MessageFields): void {
  saveTyped(KEPT, { name, email, message, key: key ?? '' })
}

/** The message has arrived. */
export const forgetDraft = () => saveTyped(KEPT)
