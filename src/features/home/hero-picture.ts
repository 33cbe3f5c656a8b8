import { pictureSource } from '@/api/files'
import type { Slide } from '@/domain/site/slide'

/** Height of the picture: a square on phones, then as tall as leaves the offer in the first view. */
export const PHOTO_BOX = 'aspect-square w-full sm:aspect-[3/2] lg:aspect-auto lg:h-[clamp(520px,100svh-240px,820px)]'

/**
 * The wide picture's width in the window. Cropped to a square on phones, 1920 × 900 is 213vw wide; less is said,
 * because their many pixels would ask for a picture half as large again as the eye sees.
 */
const WIDE_SIZES = '(min-width: 64em) 100vw, (min-width: 37.5em) 133vw, 180vw'

/** What `<Picture>` needs for a slide: its own picture for phones where it has one (HOME-18). */
export function heroPicture(slide: Slide) {
  const wide = pictureSource(slide, slide.image, { fills: true })
  const square = pictureSource(slide, slide.image_phone, { fills: true })
  if (!square || !wide) return { source: wide, sizes: WIDE_SIZES }
  const { src, srcSet } = square
  // The blurred one in the record is the wide one's.
  return { source: { src, srcSet }, sizes: '100vw', desktop: { srcSet: wide.srcSet, sizes: '100vw' } }
}
