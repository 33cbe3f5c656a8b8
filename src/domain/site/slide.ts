import { parseText } from '../json'
import type { Placeholders } from '../pictures/placeholder'

/** A hero slide as the store shows it. */
export interface Slide {
  id: string
  collectionId: string
  image: string
  /** A square one for phones; empty: `image` is cropped. */
  image_phone: string
  placeholders?: Placeholders
  title: string
  subtitle: string
  link: string
  /** What its button says; empty: Explore. */
  action: string
  needsOverlay: boolean
}

export function parseSlide(record: Record<string, unknown>): Slide {
  return {
    id: parseText(record.id),
    collectionId: parseText(record.collectionId),
    image: parseText(record.image),
    image_phone: parseText(record.image_phone),
    placeholders: record.placeholders as Placeholders,
    title: parseText(record.title),
    subtitle: parseText(record.subtitle),
    link: parseText(record.link),
    action: parseText(record.action),
    needsOverlay: record.needsOverlay === true,
  }
}
