import { MAX_PICTURE_MEMORY } from '../limits'

/** Walks over all pixels that a progressive photograph may ask for; encoders make about ten. */
const MAX_PICTURE_SCANS = 64

export type PictureKind = 'jpeg' | 'png' | 'webp'

/** A picture that may be kept: what it is, its size in pixels, and its bytes without anything that is not picture. */
export interface CleanPicture {
  kind: PictureKind
  width: number
  height: number
  bytes: Uint8Array
}

/**
 * Why a picture is not kept. `damaged`: its parts do not add up to one picture. `too_large`: making smaller copies of
 * it would cost more memory than `MAX_PICTURE_MEMORY`. `moving`: an animated WebP.
 */
export type PictureProblem =
  | { problem: 'damaged' }
  | { problem: 'moving' }
  | { problem: 'too_large'; width: number; height: number }

/** What the bytes themselves say they are; a file's name and declared type say nothing. Null for everything else. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(bytes, 0, 8) === PNG_SIGNATURE) return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'webp'
  return null
}

/**
 * Takes a JPEG, PNG or WebP picture apart by its headers, without decoding it, and puts together what belongs to the
 * picture: pixels, colour profile, and which way up it is held. Place, time, camera, author, embedded previews,
 * comments, further frames and whatever follows the end of the picture are left out. Null for every other kind of
 * file.
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture | PictureProblem | null {
  const kind = pictureKind(bytes)
  if (!kind) return null
  const read = { jpeg: readJpeg, png: readPng, webp: readWebp }[kind](bytes)
  if (read === null) return { problem: 'damaged' }
  if (read === 'moving') return { problem: 'moving' }
  const { width, height, bytesPerPixel, parts } = read
  if (width * height * bytesPerPixel > MAX_PICTURE_MEMORY) return { problem: 'too_large', width, height }
  return { kind, width, height, bytes: join(parts) }
}

interface Frame {
  width: number
  height: number
  /** What the record store holds in memory for each pixel while it makes a smaller copy. */
  bytesPerPixel: number
}

interface ReadPicture extends Frame {
  parts: Uint8Array[]
}

function text(bytes: Uint8Array, from: number, length: number): string {
  let found = ''
  for (let at = from; at < from + length; at++) found += String.fromCharCode(bytes[at] ?? 0)
  return found
}

function bigEndian(bytes: Uint8Array, from: number, length: number): number {
  let value = 0
  for (let at = from; at < from + length; at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}

function littleEndian(bytes: Uint8Array, from: number, length: number): number {
  let value = 0
  for (let at = from + length - 1; at >= from; at--) value = value * 256 + (bytes[at] ?? 0)
  return value
}

const ascii = (letters: string): number[] => Array.from(letters, (letter) => letter.charCodeAt(0))

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Parts of one file. Photographs have hundreds at most; with more, the looking is what costs. */
const MAX_PARTS = 20_000
/**
 * One value for each pixel of four bytes is made of whatever was decoded when a picture is turned or has its colours
 * changed.
 */
const TURNED = 4

/** TIFF tag 0x0112 of a picture's Exif data: 1 to 8, which way up it is held. */
const ORIENTATION = 0x0112
const MAX_TAGS = 500

/** Which way up the picture of this Exif data (from its TIFF header on) is held; 1, upright, when it does not say. */
function orientationOf(tiff: Uint8Array): number {
  const order = text(tiff, 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const read = order === 'II' ? littleEndian : bigEndian
  const first = read(tiff, 4, 4)
  const count = Math.min(read(tiff, first, 2), MAX_TAGS)
  for (let entry = 0; entry < count; entry++) {
    const at = first + 2 + entry * 12
    if (read(tiff, at, 2) !== ORIENTATION) continue
    const value = read(tiff, at + 8, 2)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Exif data, from its TIFF header on, that says which way up and nothing else. */
function orientationData(orientation: number): number[] {
  const entry = [ORIENTATION >> 8, ORIENTATION & 255, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return [...ascii('MM'), 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Tables (DHT, DAC, DQT) and the restart interval (DRI). */
const isTable = (marker: number) => [0xc4, 0xcc, 0xdb, 0xdd].includes(marker)
const isRestart = (byte: number) => byte >= 0xd0 && byte <= 0xd7

const isScan = (marker: number) => marker === 0xda
const isEnd = (marker: number) => marker === 0xd9
/** A marker without a length behind it: fill bytes, TEM, restarts and the start of the image. */
const standsAlone = (marker: number) => marker <= 0x01 || isRestart(marker) || marker === 0xd8

/** What has been read of a JPEG so far. */
interface Jpeg {
  head?: Uint8Array
  frame?: Frame
  /** 0 until it is told. */
  orientation: number
  scans: number
  kept: Uint8Array[]
}

/** Segments of programs: what each may add. All others are left out. */
const PROGRAM_SEGMENTS: Record<number, (jpeg: Jpeg, segment: Uint8Array, name: string) => void> = {
  // Up to the size of its preview, which is left out.
  224: (jpeg, segment, name) => {
    if (name.startsWith('JFIF\0') && segment.length >= 18)
      jpeg.head ??= Uint8Array.from([0xff, 0xe0, 0, 16, ...segment.subarray(4, 16), 0, 0])
  },
  225: (jpeg, segment, name) => {
    if (name.startsWith('Exif\0')) jpeg.orientation ||= orientationOf(segment.subarray(10))
  },
  226: (jpeg, segment, name) => {
    if (name === 'ICC_PROFILE\0') jpeg.kept.push(segment)
  },
  238: (jpeg, segment, name) => {
    if (name.startsWith('Adobe') && segment.length >= 16)
      jpeg.kept.push(Uint8Array.from([0xff, 0xee, 0, 14, ...segment.subarray(4, 16)]))
  },
}

/** Segment after segment, scan after scan, to the end of the image (ITU-T T.81, annex B). */
function readJpeg(bytes: Uint8Array): ReadPicture | null {
  const jpeg: Jpeg = { orientation: 0, scans: 0, kept: [] }
  let at = 2
  for (let part = 0; part < MAX_PARTS; part++) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) return null
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1]
    if (marker === undefined) return null
    if (isEnd(marker)) return wholeJpeg(jpeg)
    if (standsAlone(marker)) {
      at += 2
      continue
    }
    const length = bigEndian(bytes, at + 2, 2)
    const headerEnd = at + 2 + length
    if (length < 2 || headerEnd > bytes.length) return null
    const end = isScan(marker) ? scanEnd(bytes, headerEnd) : headerEnd
    if (end < 0 || !takeSegment(jpeg, marker, bytes.subarray(at, end), text(bytes, at + 4, 12))) return null
    at = end
  }
  return null
}

/** Keeps of a segment what belongs to the picture; false when no picture can have it. */
function takeSegment(jpeg: Jpeg, marker: number, segment: Uint8Array, name: string): boolean {
  if (isFrame(marker)) {
    const frame = jpeg.frame ? null : jpegFrame(segment)
    if (!frame) return false
    jpeg.frame = frame
  } else if (isScan(marker)) {
    jpeg.scans++
    // Each scan is another walk over all pixels, and takes only a few bytes of the file.
    if (!jpeg.frame || jpeg.scans > MAX_PICTURE_SCANS) return false
  } else if (!isTable(marker)) {
    PROGRAM_SEGMENTS[marker]?.(jpeg, segment, name)
    return true
  }
  jpeg.kept.push(segment)
  return true
}

function wholeJpeg({ head, frame, orientation, scans, kept }: Jpeg): ReadPicture | null {
  if (!frame || scans === 0) return null
  const turned = orientation > 1 ? [Uint8Array.from(exifSegment(orientation))] : []
  const parts = [Uint8Array.of(0xff, 0xd8), ...(head ? [head] : []), ...turned, ...kept, Uint8Array.of(0xff, 0xd9)]
  return { ...frame, parts }
}

function exifSegment(orientation: number): number[] {
  const body = [...ascii('Exif\0\0'), ...orientationData(orientation)]
  return [0xff, 0xe1, 0, body.length + 2, ...body]
}

function jpegFrame(segment: Uint8Array): Frame | null {
  const height = bigEndian(segment, 5, 2)
  const width = bigEndian(segment, 7, 2)
  const components = segment[9] ?? 0
  if (width === 0 || height === 0 || components < 1 || components > 4 || segment.length < 10 + components * 3)
    return null
  let widest = 0
  let highest = 0
  let samples = 0
  for (let component = 0; component < components; component++) {
    const sampling = segment[11 + component * 3] ?? 0
    const [across, down] = [sampling >> 4, sampling & 15]
    if (across === 0 || down === 0) return null
    widest = Math.max(widest, across)
    highest = Math.max(highest, down)
    samples += across * down
  }
  const perPixel = samples / (widest * highest)
  const baseline = (segment[1] ?? 0) <= 0xc1
  // Of a progressive picture all coefficients are held, four bytes each, until the last scan.
  return { width, height, bytesPerPixel: perPixel + (baseline ? 0 : 4 * perPixel) + TURNED }
}

/**
 * Where the scan whose data begins here ends: at the next marker that is not part of the data. -1 when the file ends
 * before.
 */
function scanEnd(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return -1
    while (bytes[at] === 0xff && (bytes[at + 1] === 0 || isRestart(bytes[at + 1] ?? 0))) at += 2
    if (bytes[at] !== 0xff) continue
    if (bytes[at + 1] === undefined) return -1
    if (bytes[at + 1] !== 0xff) return at
    at++
  }
}

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n'
/** What decides how the pixels look. Texts, times and the frames of a moving picture do not belong to it. */
const PNG_KEPT = ['PLTE', 'tRNS', 'IDAT', 'cHRM', 'cICP', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'bKGD', 'pHYs']

/** What has been read of a PNG so far. */
interface Png {
  header?: Uint8Array
  hasPixels: boolean
  orientation: number
  kept: Uint8Array[]
}

/** Chunk after chunk to IEND (W3C "Portable Network Graphics", section 5). */
function readPng(bytes: Uint8Array): ReadPicture | null {
  const png: Png = { hasPixels: false, orientation: 1, kept: [] }
  let at = 8
  for (let part = 0; part < MAX_PARTS; part++) {
    const length = bigEndian(bytes, at, 4)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const kind = text(bytes, at + 4, 4)
    if (part === 0 ? kind !== 'IHDR' || length !== 13 : kind === 'IHDR') return null
    if (kind === 'IEND') return wholePng(png)
    if (!takePngChunk(png, kind, bytes.subarray(at, end))) return null
    at = end
  }
  return null
}

/**
 * Keeps of a chunk what belongs to the picture; false when the picture cannot be shown without it, or it is no chunk
 * at all.
 */
function takePngChunk(png: Png, kind: string, chunk: Uint8Array): boolean {
  if (kind === 'IHDR') {
    png.header = chunk
  } else if (PNG_KEPT.includes(kind)) {
    png.hasPixels ||= kind === 'IDAT'
    png.kept.push(chunk)
  } else if (kind === 'eXIf') {
    png.orientation = orientationOf(chunk.subarray(8, -4))
  } else {
    return /^[a-z][A-Za-z]{3}$/.test(kind)
  }
  return true
}

function wholePng({ header, hasPixels, orientation, kept }: Png): ReadPicture | null {
  const frame = header && hasPixels ? pngFrame(header) : null
  if (!header || !frame) return null
  const turned = orientation > 1 ? [pngChunk('eXIf', orientationData(orientation))] : []
  const parts = [Uint8Array.from(ascii(PNG_SIGNATURE)), header, ...turned, ...kept, pngChunk('IEND', [])]
  return { ...frame, parts }
}

function pngFrame(header: Uint8Array): Frame | null {
  const width = bigEndian(header, 8, 4)
  const height = bigEndian(header, 12, 4)
  if (width === 0 || height === 0) return null
  const decoded = (header[16] ?? 0) > 8 ? 8 : 4
  // An interlaced picture is put together from its passes, the largest half as large as itself.
  const interlaced = header[20] !== 0
  return { width, height, bytesPerPixel: decoded * (interlaced ? 1.5 : 1) + TURNED }
}

function pngChunk(kind: string, body: number[]): Uint8Array {
  const checked = [...ascii(kind), ...body]
  const sum = crc32(checked)
  return Uint8Array.from([0, 0, 0, body.length, ...checked, sum >>> 24, (sum >> 16) & 255, (sum >> 8) & 255, sum & 255])
}

/** The checksum of a PNG chunk (ISO 3309); bit by bit, for it is asked for a few dozen bytes only. */
function crc32(bytes: readonly number[]): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/**
 * The bits of VP8X that announce what is kept: colour profile, transparency, and Exif data for a picture that is not
 * upright.
 */
const [WEBP_PROFILE, WEBP_ALPHA, WEBP_EXIF, WEBP_MOVING] = [0x20, 0x10, 0x08, 0x02]

/** What has been read of a WebP so far. */
interface Webp {
  /** Body of VP8X, the header of a file with more than pixels. */
  canvas?: Uint8Array
  frame?: Frame
  orientation: number
  kept: Uint8Array[]
}

/** Chunk after chunk to the end that RIFF names (RFC 9649, section 2). */
function readWebp(bytes: Uint8Array): ReadPicture | 'moving' | null {
  const end = 8 + littleEndian(bytes, 4, 4)
  if (end > bytes.length) return null
  const webp: Webp = { orientation: 1, kept: [] }
  let at = 12
  for (let part = 0; at + 8 <= end; part++) {
    if (part > MAX_PARTS) return null
    const kind = text(bytes, at, 4)
    const length = littleEndian(bytes, at + 4, 4)
    // Some encoders leave out the filling after the last chunk.
    if (at + 8 + length > end) return null
    const taken = takeWebpChunk(webp, kind, bytes.subarray(at + 8, at + 8 + length), part === 0)
    if (taken !== 'taken') return taken
    at += 8 + length + (length % 2)
  }
  return wholeWebp(webp)
}

type WebpTaken = 'taken' | 'moving' | null

/** Keeps of a chunk what belongs to the picture; null when no picture can have it. */
function takeWebpChunk(webp: Webp, kind: string, body: Uint8Array, first: boolean): WebpTaken {
  switch (kind) {
    case 'ANIM':
    case 'ANMF':
      return 'moving'
    case 'VP8X':
      return first ? takeWebpCanvas(webp, body) : null
    case 'VP8 ':
      return takeWebpPixels(webp, kind, body, lossyFrame(body))
    case 'VP8L':
      return takeWebpPixels(webp, kind, body, losslessFrame(body))
    case 'ICCP':
    case 'ALPH':
      if (webp.canvas) webp.kept.push(webpChunk(kind, body))
      return 'taken'
    case 'EXIF':
      webp.orientation = orientationOf(body.subarray(text(body, 0, 4) === 'Exif' ? 6 : 0))
      return 'taken'
    default:
      return 'taken'
  }
}

function takeWebpCanvas(webp: Webp, body: Uint8Array): WebpTaken {
  if (body.length < 10) return null
  if ((body[0] ?? 0) & WEBP_MOVING) return 'moving'
  webp.canvas = Uint8Array.from(body.subarray(0, 10))
  return 'taken'
}

function takeWebpPixels(webp: Webp, kind: string, body: Uint8Array, frame: Frame | null): WebpTaken {
  if (webp.frame || !frame) return null
  webp.frame = frame
  webp.kept.push(webpChunk(kind, body))
  return 'taken'
}

function wholeWebp({ canvas, frame, orientation, kept }: Webp): ReadPicture | null {
  if (!frame) return null
  if (canvas) {
    const [width, height] = [littleEndian(canvas, 4, 3) + 1, littleEndian(canvas, 7, 3) + 1]
    if (width !== frame.width || height !== frame.height) return null
    canvas[0] = ((canvas[0] ?? 0) & (WEBP_PROFILE | WEBP_ALPHA)) | (orientation > 1 ? WEBP_EXIF : 0)
    kept.unshift(webpChunk('VP8X', canvas))
    if (orientation > 1) kept.push(webpChunk('EXIF', Uint8Array.from(orientationData(orientation))))
  }
  const size = 4 + kept.reduce((sum, chunk) => sum + chunk.length, 0)
  const riff = Uint8Array.from([...ascii('RIFF'), ...littleEndianBytes(size), ...ascii('WEBP')])
  return { ...frame, parts: [riff, ...kept] }
}

const littleEndianBytes = (value: number) => [
  value & 255,
  (value >> 8) & 255,
  (value >> 16) & 255,
  (value >>> 24) & 255,
]

function webpChunk(kind: string, body: Uint8Array): Uint8Array {
  const filling = body.length % 2 ? [Uint8Array.of(0)] : []
  return join([Uint8Array.from([...ascii(kind), ...littleEndianBytes(body.length)]), body, ...filling])
}

function lossyFrame(body: Uint8Array): Frame | null {
  if (body[3] !== 0x9d || body[4] !== 0x01 || body[5] !== 0x2a) return null
  return sized(littleEndian(body, 6, 2) & 0x3fff, littleEndian(body, 8, 2) & 0x3fff, 2.5)
}

function losslessFrame(body: Uint8Array): Frame | null {
  if (body[0] !== 0x2f || body.length < 5) return null
  const packed = littleEndian(body, 1, 4)
  return sized((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1, 4)
}

function sized(width: number, height: number, decoded: number) {
  return width > 0 && height > 0 ? { width, height, bytesPerPixel: decoded + TURNED } : null
}
