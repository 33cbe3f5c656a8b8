import { parseText } from '../json'
import type { Placeholders } from '../pictures/placeholder'

/**
 * A page whose words the shop writes in its records, such as a policy. `body` is rich text: never shown without being
 * cleaned.
 */
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
  placeholders?: Placeholders
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
    placeholders: record.placeholders as Placeholders,
    cover_alt: parseText(record.cover_alt),
    excerpt: parseText(record.excerpt),
    body: parseText(record.body),
    published_at: parseText(record.published_at) || parseText(record.created),
  }
}
