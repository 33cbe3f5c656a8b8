import { parseText } from '../json'
import type { Placeholders } from '../pictures/placeholder'

/** A hero slide as the store shows it. */
export interface Slide {
  id: string
  collectionId: string
  image: string
  placeholders?: Placeholders
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
    placeholders: record.placeholders as Placeholders,
    title: parseText(record.title),
    subtitle: parseText(record.subtitle),
    link: parseText(record.link),
    needsOverlay: record.needsOverlay === true,
  }
}
