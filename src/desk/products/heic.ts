import decoder from 'libheif-js/libheif/libheif.js?url'
import { jpegOf, smallerPhotograph } from '@/lib/photograph'
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

/**
 * A photograph as the store takes it: an iPhone's HEIC, and one above 10 MB, become a JPEG of at most 3000 px.
 * Anything else stays, and so does what is too large to be opened here.
 * @throws NoPicture with a sentence when an iPhone's cannot be turned
 */
export async function asJpeg(file: File): Promise<File> {
  if (!(await isHeic(file))) return smallerPhotograph(file, MOST_BYTES, LONGEST_PX)
  const jpeg = await jpegOf(await decoded(file), file.name, LONGEST_PX)
  if (!jpeg) throw new NoPicture('This photograph is too large to be turned here. Make it smaller first.')
  return jpeg
}
