import type { Placeholders } from '@/domain/pictures/placeholder'
import { PreloadQueue } from '@/lib/preload-queue'
import { RECORD_STORE_URL } from './client'

/**
 * Widths and qualities pictures are asked for in (IMG-01), with steps between for what phones show; `original` is the
 * file as it was uploaded. Each is a `thumbs` entry of its field in the record store, `wide` and `full` of slides
 * alone.
 */
export const IMAGE_SIZES = {
  thumbnail: { width: 100, quality: 70 },
  small: { width: 300, quality: 75 },
  card: { width: 400, quality: 75 },
  medium: { width: 600, quality: 80 },
  screen: { width: 800, quality: 80 },
  large: { width: 1200, quality: 85 },
  wide: { width: 1400, quality: 85 },
  full: { width: 1920, quality: 85 },
  /** Cut to the shape in which links are previewed. */
  shared: { width: 1200, height: 630, quality: 85 },
} as const

/** What every picture is offered in, and what those that fill the window are offered as well. */
const CHOICES = ['small', 'card', 'medium', 'screen', 'large'] as const
const WINDOW_CHOICES = [...CHOICES, 'wide', 'full'] as const

export type ImageSize = keyof typeof IMAGE_SIZES | 'original'

/**
 * Raise it when an image service in front of the record store changes what it makes, so that no cache keeps the old
 * pictures.
 */
const IMAGE_VERSION = 1

/**
 * How the image service is asked that the shop was built with (`VITE_IMAGE_CDN`, scripts/build/image-cdn.ts); empty
 * without one.
 */
const SERVICE_PATTERN = import.meta.env.IMAGE_CDN_PATTERN

/** The record a file belongs to. */
export interface FileOwner {
  id: string
  collectionId: string
  placeholders?: Placeholders
}

/**
 * Address of a record's file. The record store itself understands `thumb`, and sends browsers that take AVIF the AVIF
 * it has, at the same address; `format`, `quality` and `version` speak to a cache or image service in front of it,
 * and are ignored without one.
 *
 * A shop built with an image service of its own address asks that one for everything but originals and `jpeg`: what
 * messengers and search engines read, and pictures of people, which must be gone with their account, come from the
 * record store alone.
 */
export function fileUrl(
  owner: FileOwner,
  file: string,
  size: ImageSize = 'original',
  format: 'avif' | 'webp' | 'jpeg' = 'webp',
): string {
  const address = [owner.collectionId, owner.id, file].map(encodeURIComponent).join('/')
  const url = `${RECORD_STORE_URL}/api/files/${address}`
  if (size === 'original') return url
  const { width, height = 0, quality }: { width: number; height?: number; quality: number } = IMAGE_SIZES[size]
  if (SERVICE_PATTERN && format !== 'jpeg') {
    return SERVICE_PATTERN.replace('{file}', address).replace('{width}', `${width}`).replace('{quality}', `${quality}`)
  }
  return `${url}?thumb=${width}x${height}&format=${format}&quality=${quality}&version=${IMAGE_VERSION}`
}

/** A file's address with a token, which opens what not everybody sees for a few minutes. */
export function withToken(url: string, token: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`
}

/** A picture's whole address for search engines. `origin`: the shop's own; a record store elsewhere brings its own. */
export function searchPicture(origin: string, owner: FileOwner, file: string): string {
  const url = fileUrl(owner, file, 'large', 'jpeg')
  return url.startsWith('/') ? origin + url : url
}

/** What `<Picture source>` needs, or null without a file. `fills`: the picture fills the window (slides). */
export function pictureSource(
  owner: FileOwner,
  file: string | undefined,
  { fills = false } = {},
): { src: string; srcSet: string; thumb?: string } | null {
  if (!file) return null
  const widths = (fills ? WINDOW_CHOICES : CHOICES).map(
    (size) => `${fileUrl(owner, file, size)} ${IMAGE_SIZES[size].width}w`,
  )
  return {
    src: fileUrl(owner, file, fills ? 'large' : 'medium'),
    srcSet: widths.join(', '),
    thumb: owner.placeholders?.[file],
  }
}

/**
 * The picture of a page's head, for previews of links to it: a JPEG once the helper has made it, before that what
 * PocketBase makes.
 */
export function sharedPicture(owner: FileOwner, file: string | undefined, alt: string) {
  if (!file) return undefined
  const { width, height } = IMAGE_SIZES.shared
  return { url: fileUrl(owner, file, 'shared', 'jpeg'), width, height, alt }
}

/** Pictures fetched before they are shown (IMG-03), whichever page wants them: three at a time, within 2000 ms. */
export const picturePreloads = new PreloadQueue(3, 2000)
