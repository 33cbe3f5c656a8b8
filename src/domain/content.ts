import { parseText } from './json'

/** A page whose words the shop writes in its records, such as a policy. `body` is rich text: never shown without being cleaned. */
export interface TextPage {
  slug: string
  title: string
  body: string
  /** When the record was last saved. */
  updated: string
}

/** A blog post. `cover` is a file of the record, or empty; dates are those of records. */
export interface Post {
  id: string
  collectionId: string
  slug: string
  title: string
  cover: string
  cover_alt: string
  excerpt: string
  body: string
  published_at: string
}

export function parsePage(record: Record<string, unknown>): TextPage {
  return {
    slug: parseText(record.slug),
    title: parseText(record.title),
    body: parseText(record.body),
    updated: parseText(record.updated),
  }
}

export function parsePost(record: Record<string, unknown>): Post {
  return {
    id: parseText(record.id),
    collectionId: parseText(record.collectionId),
    slug: parseText(record.slug),
    title: parseText(record.title),
    cover: parseText(record.cover),
    cover_alt: parseText(record.cover_alt),
    excerpt: parseText(record.excerpt),
    body: parseText(record.body),
    published_at: parseText(record.published_at) || parseText(record.created),
  }
}

/**
 * An address from rich text, made safe, or null. Allowed: http, https, mailto and tel, and addresses within this site. Blanks and control
 * characters are taken out first, because browsers do so before they read the scheme (`java\nscript:`).
 */
export function safeAddress(value: string, purpose: 'link' | 'image'): string | null {
  const address = value.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, '')
  if (/^https?:\/\//i.test(address)) return address
  // `//host` and `/\host` lead to another site.
  if (/^\/(?![/\\])/.test(address)) return address
  if (purpose === 'link' && /^(mailto:|tel:|#)/i.test(address)) return address
  return null
}
