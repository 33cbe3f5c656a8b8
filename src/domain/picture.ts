/** A picture's bytes, as far as they are looked at. */
type Bytes = { readonly length: number; readonly [position: number]: number }

interface PictureSize {
  width: number
  height: number
}

/**
 * Width and height of a JPEG, PNG or WebP picture in pixels, from its header alone: decoding one is what costs the memory. Of a file that
 * names several sizes the largest of each; one that hides its size is taken to have the largest there is. Null for every other kind and for a header that says none.
 */
export function pictureSize(bytes: Bytes): PictureSize | null {
  if (text(bytes, 1, 3) === 'PNG') return known(bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4))
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return webpSize(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes)
  return null
}

function known(width: number, height: number): PictureSize | null {
  return width > 0 && height > 0 ? { width, height } : null
}

function text(bytes: Bytes, from: number, length: number): string {
  let found = ''
  for (let at = from; at < from + length; at++) found += String.fromCharCode(bytes[at] ?? 0)
  return found
}

function bigEndian(bytes: Bytes, from: number, length: number): number {
  let value = 0
  for (let at = from; at < from + length; at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}

function littleEndian(bytes: Bytes, from: number, length: number): number {
  let value = 0
  for (let at = from + length - 1; at >= from; at--) value = value * 256 + (bytes[at] ?? 0)
  return value
}

/** A photograph has a few dozen parts before its frame. Go on looking in one with this many, and the looking is what costs. */
const MAX_PARTS = 5000
/** What is taken of a picture that hides its frame behind more: the largest its kind can have. */
const HIDDEN: PictureSize = { width: 65_535, height: 65_535 }

/** Segment after segment to the frame header (ITU-T T.81, annex B): SOF0 to SOF15 without DHT, JPG and DAC, which share the range. */
function jpegSize(bytes: Bytes): PictureSize | null {
  let at = 2
  for (let part = 0; part < MAX_PARTS; part++) {
    if (at + 8 >= bytes.length) return null
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return known(bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2))
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)
    at += standsAlone ? 2 : 2 + Math.max(2, bigEndian(bytes, at + 2, 2))
  }
  return HIDDEN
}

/** The canvas (VP8X) and the first frame (VP8, VP8L), which may claim another size (RFC 9649, section 2). */
function webpSize(bytes: Bytes): PictureSize | null {
  let width = 0
  let height = 0
  let at = 12
  for (let part = 0; part < MAX_PARTS; part++) {
    if (at + 8 >= bytes.length) return known(width, height)
    const kind = text(bytes, at, 4)
    const body = at + 8
    let size = [0, 0]
    if (kind === 'VP8X') size = [littleEndian(bytes, body + 4, 3) + 1, littleEndian(bytes, body + 7, 3) + 1]
    if (kind === 'VP8 ') size = [littleEndian(bytes, body + 6, 2) & 0x3fff, littleEndian(bytes, body + 8, 2) & 0x3fff]
    if (kind === 'VP8L') {
      const packed = littleEndian(bytes, body + 1, 4)
      size = [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
    }
    width = Math.max(width, size[0] ?? 0)
    height = Math.max(height, size[1] ?? 0)
    if (kind === 'VP8 ' || kind === 'VP8L') return known(width, height)
    const length = littleEndian(bytes, at + 4, 4)
    at = body + length + (length % 2)
  }
  return HIDDEN
}
