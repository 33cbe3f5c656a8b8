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
