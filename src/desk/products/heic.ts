import decoder from 'libheif-js/libheif/libheif.js?url'
import type { Decoded } from './heic-worker'
import Worker from './heic-worker?worker'

/** Says what is wrong with a file that cannot be read. */
class NoPicture extends Error {
  override name = 'NoPicture'
}

const SIGNS_AT = 4
const SIGNS_LENGTH = 8
const HEIC = /^ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/

/** Whether a file is a photograph as iPhones keep it, by its first bytes: many systems know no type for it. */
export async function isHeic(file: Blob): Promise<boolean> {
  const signs = await file.slice(SIGNS_AT, SIGNS_AT + SIGNS_LENGTH).arrayBuffer()
  return HEIC.test(String.fromCharCode(...new Uint8Array(signs)))
}

/** Longest side of a photograph that is turned, px: what the shop's largest picture needs, and room to look closer. */
const LONGEST_PX = 3000
const QUALITY = 0.9
/** What the store takes of a picture at most (`images` of products), bytes. */
const MOST_BYTES = 10 * 1024 * 1024

/** PocketBase's policy lets neither WebAssembly nor workers of a text run: a file of its own, in plain JavaScript. */
async function decoded(file: Blob): Promise<ImageBitmap> {
  // Safari opens its own.
  const opened = await createImageBitmap(file).catch(() => undefined)
  if (opened) return opened
  const worker = new Worker()
  try {
    const bytes = await file.arrayBuffer()
    const answer = await new Promise<Decoded>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Decoded>) => resolve(data)
      worker.onerror = () => reject(new NoPicture('The part that turns iPhone photographs did not load. Try again.'))
      worker.postMessage({ decoder: new URL(decoder, location.href).href, bytes }, [bytes])
    })
    if ('problem' in answer)
      throw new NoPicture('This iPhone photograph could not be read. Send it as JPEG: Settings, Camera, Formats.')
    return createImageBitmap(new ImageData(answer.pixels, answer.width, answer.height))
  } finally {
    worker.terminate()
  }
}

/** A JPEG too large for the store, as phones of 100 million pixels make them; any other is the store's to take. */
const openedLarge = (file: File): Promise<ImageBitmap> | undefined =>
  file.type === 'image/jpeg' && file.size > MOST_BYTES ? createImageBitmap(file) : undefined

/**
 * A photograph as the store takes it: an iPhone's HEIC, and a JPEG above 10 MB, become a JPEG of at most 3000 px.
 * Anything else stays, and so does what is too large to be opened here.
 * @throws NoPicture with a sentence when it cannot be read
 */
export async function asJpeg(file: File): Promise<File> {
  const picture = (await isHeic(file)) ? await decoded(file) : await openedLarge(file)?.catch(() => undefined)
  if (!picture) return file
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!jpeg) throw new NoPicture('This photograph is too large to be turned here. Make it smaller first.')
  return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}
