import { parseText } from './json'

/** A hero slide as the store shows it. */
export interface Slide {
  id: string
  collectionId: string
  image: string
  title: string
  subtitle: string
  link: string
  needsOverlay: boolean
}

export function parseSlide(record: Record<string, unknown>): Slide {
  return {
    id: parseText(record.id),
    collectionId: parseText(record.collectionId),
    image: parseText(record.image),
    title: parseText(record.title),
    subtitle: parseText(record.subtitle),
    link: parseText(record.link),
    needsOverlay: record.needsOverlay === true,
  }
}

/**
 * Where a link of a merchandiser leads (HOME-05): another site (new tab), a path of this store (router), or nowhere when it is
 * neither: `javascript:` and friends never become links.
 */
export function linkTarget(link: string): { kind: 'external' | 'internal'; href: string } | null {
  const text = link.trim()
  if (/^https?:\/\/[^\s]+$/i.test(text)) return { kind: 'external', href: text }
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return { kind: 'internal', href: text }
  return null
}
