import { IDLE_PRELOAD_TIMEOUT_MS, PRELOADS_AT_A_TIME } from '@/domain/limits'
import { PreloadQueue } from '@/lib/preload-queue'
import { RECORD_STORE_URL } from './client'

/** Widths and qualities pictures are asked for in (IMG-01); `original` is the file as it was uploaded. */
export const IMAGE_SIZES = {
  thumbnail: { width: 100, quality: 70 },
  small: { width: 300, quality: 75 },
  medium: { width: 600, quality: 80 },
  large: { width: 1200, quality: 85 },
} as const

export type ImageSize = keyof typeof IMAGE_SIZES | 'original'

/** Raise it when an image service in front of the record store changes what it makes, so that no cache keeps the old pictures. */
const IMAGE_VERSION = 1

/** The record a file belongs to. */
export interface FileOwner {
  id: string
  collectionId: string
}

/**
 * Address of a record's file. The record store itself understands `thumb`; `format`, `quality` and `version` speak to an image service
 * in front of it, and are ignored without one.
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
  const { width, quality } = IMAGE_SIZES[size]
  return `${url}?thumb=${width}x0&format=${format}&quality=${quality}&version=${IMAGE_VERSION}`
}

/**
 * What `<Picture source>` needs, or null without a file. `full` adds the uploaded file as the widest choice, for pictures that fill
 * the window; `fullWidth` is its width in px.
 */
export function pictureSource(
  owner: FileOwner,
  file: string | undefined,
  full?: { fullWidth: number },
): { src: string; srcSet: string; thumb: string } | null {
  if (!file) return null
  const widths = (['small', 'medium', 'large'] as const).map(
    (size) => `${fileUrl(owner, file, size)} ${IMAGE_SIZES[size].width}w`,
  )
  if (full) widths.push(`${fileUrl(owner, file)} ${full.fullWidth}w`)
  return {
    src: fileUrl(owner, file, full ? 'large' : 'medium'),
    srcSet: widths.join(', '),
    thumb: fileUrl(owner, file, 'thumbnail'),
  }
}

/** Pictures fetched before they are shown, whichever page wants them (IMG-03): one queue, so that together they stay few. */
export const picturePreloads = new PreloadQueue(PRELOADS_AT_A_TIME, IDLE_PRELOAD_TIMEOUT_MS)
