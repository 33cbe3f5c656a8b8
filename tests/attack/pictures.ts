import { crc32 } from 'node:zlib'

/**
 * Small pictures of 24 x 16 pixels as an image program writes them, and what people and attackers hang on to pictures.
 */
const WRITTEN = {
  photograph:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFRABAQAAAAAAAAAAAAAAAAAAABP/xAAVAQEBAAAAAAAAAAAAAAAAAAAABf/EABYRAAMAAAAAAAAAAAAAAAAAAAAVYf/aAAwDAQACEQMRAD8AxqFEtCigthUYUqoJaAtgYU//2Q==',
  progressive:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAME/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/2gAMAwEAAhADEAAAAcSSiqqQ/8QAFRABAQAAAAAAAAAAAAAAAAAAABH/2gAIAQEAAQUCqqqq/8QAFREBAQAAAAAAAAAAAAAAAAAAABT/2gAIAQMBAT8BoUP/xAAVEQEBAAAAAAAAAAAAAAAAAAAAFP/aAAgBAgEBPwGZM//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CX//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEAAT8hQH//2gAMAwEAAgADAAAAEPPP/8QAFREBAQAAAAAAAAAAAAAAAAAAAHH/2gAIAQMBAT8QpT//xAAVEQEBAAAAAAAAAAAAAAAAAAAAcf/aAAgBAgEBPxCEP//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEAAT8QQH//2Q==',
  print:
    '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/9sAQwEVFxceGh47ISE7fFNGU3x8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8/8AAFAgAEAAYBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAEBf/EABsQAAEEAwAAAAAAAAAAAAAAAAABFVFiAhMU/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAXEQADAQAAAAAAAAAAAAAAAAAAAhUD/9oADgQBAAIRAxEEAAA/ANDYkjYklnJjA5MYJNVyHN0Nt1sHWwaqhqqR7EkFnJjAFVxN0DrYBqqD/9k=',
  drawing:
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQBAMAAAD+CqKmAAAAMFBMVEX/AADuABHdACLMADO7AESqAFWZAGaIAHd3AIhmAJlVAKpEALszAMwiAN0RAO4AAP8lworGAAAAO0lEQVQI103BQQEAEADAwFVQQQUVVFBBBRVUUEEFFVRQQQW+uwMLQhSSkIUiVKEJXRjCFJawhSNc4ckHGRdfoQLKecQAAAAASUVORK5CYII=',
  interlaced:
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQBAMAAAGJDZIwAAAAMFBMVEX/AADuABHdACLMADO7AESqAFWZAGaIAHd3AIhmAJlVAKpEALszAMwiAN0RAO4AAP8lworGAAAAWElEQVQI103LQQ2AUAyD4d8CFrCAhVnAAha4cpwFLGABC7OABSxAKO8l/Q7LmrQAufHfiKCqvqQ/M5VHYREO4RaaVgnpzZQ+KOm7wTAZZsNq2A2n4TI85gXt32AZASwfLgAAAABJRU5ErkJggg==',
  lossy:
    'UklGRlIAAABXRUJQVlA4IEYAAABwAwCdASoYABAAPu1kqU2/paQiMAgD8B2JbACdGuAAgE0ciMgA/u2an5dN1AmCCf4ug1dW/+N+3/b7NTzypAFv9oslrAAA',
  lossless:
    'UklGRkwAAABXRUJQVlA4TEAAAAAvF8ADAH8AEIT/cQsT8ff/+U+WAVVk21BBBRVUUEEFFVRQQQUVVFBBBRX8bYaI/ufn4+Xh5uLkYGdjZWFmYmQg',
  transparent:
    'UklGRmYAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDYAAAAQAwCdASoYABAAPu1iqU2ppaOiMAgBMB2JQBYjUAAQNgAA/ulpH18AU9Uf/OJfyR+gXbDK7AA=',
  moving:
    'UklGRtQAAABXRUJQVlA4WAoAAAACAAAAFwAADwAAQU5JTQYAAAD/////AABBTk1GVAAAAAAAAAAAABcAAA8AAGQAAAJWUDggPAAAABADAJ0BKhgAEAA+kTiXR6WjIiEwCACwEglAF2XQABA2AAD+7qY//gN18W0y//c4H/c4H/c4H8czWYAAAEFOTUZMAAAAAAAAAAAAFwAADwAAZAAAAFZQOCA0AAAAVAIAnQEqGAAQAD6ROJdHgwCAAAEglAF2AFpIAP71WL//c4H/+zgf/7OB/HX9eqWuTfJsAFJJRkZIAAAAV0VCUFZQOCA8AAAAEAMAnQEqGAAQAD6ROJdHpaMiITAIALASCUAXZdAAEDYAAP7upj/+A3XxbTL/9zgf9zgf9zgfxzNZgAAA',
}

export const TYPES: Record<keyof typeof WRITTEN, 'image/jpeg' | 'image/png' | 'image/webp'> = {
  photograph: 'image/jpeg',
  progressive: 'image/jpeg',
  print: 'image/jpeg',
  drawing: 'image/png',
  interlaced: 'image/png',
  lossy: 'image/webp',
  lossless: 'image/webp',
  transparent: 'image/webp',
  moving: 'image/webp',
}
export type Written = keyof typeof WRITTEN
type Still = Exclude<Written, 'moving'>
export const STILL = (Object.keys(TYPES) as Written[]).filter((name): name is Still => name !== 'moving')

export const picture = (name: Written): Buffer => Buffer.from(WRITTEN[name], 'base64')

/** Words that must not be found in a kept picture. */
export const SECRETS = [
  'Exif-GPS-12.9716N-77.5946E',
  'xmp-creator-asha',
  'iptc-caption-home',
  'note-to-self',
  'tail-payload',
]
const [PLACE = '', CREATOR = '', CAPTION = '', NOTE = '', TAIL = ''] = SECRETS

/** Exif data from its TIFF header on: which way up, and a text where cameras put place and time. */
export function exif(orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 24 + 4 + PLACE.length + 1)
  const write16 = (value: number, at: number) =>
    order === 'MM' ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at)
  const write32 = (value: number, at: number) =>
    order === 'MM' ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at)
  bytes.write(order, 0)
  write16(42, 2)
  write32(8, 4)
  write16(2, 8)
  const entry = (at: number, tag: number, type: number, count: number) => {
    write16(tag, at)
    write16(type, at + 2)
    write32(count, at + 4)
  }
  entry(10, 0x010e, 2, PLACE.length + 1)
  write32(38, 18)
  entry(22, 0x0112, 3, 1)
  write16(orientation, 30)
  bytes.write(PLACE, 38)
  return bytes
}

export const segment = (marker: number, body: Buffer | string): Buffer => {
  const content = Buffer.from(body)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A JPEG with these segments right after its beginning. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export const pngChunk = (kind: string, body: Buffer | string): Buffer => {
  const checked = Buffer.concat([Buffer.from(kind), Buffer.from(body)])
  const chunk = Buffer.alloc(checked.length + 8)
  chunk.writeUInt32BE(checked.length - 4, 0)
  checked.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(checked), checked.length + 4)
  return chunk
}

const PNG_HEAD = 8 + 25
export const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEAD), ...chunks, png.subarray(PNG_HEAD)])

export const webpChunk = (kind: string, body: Buffer | string): Buffer => {
  const content = Buffer.from(body)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(kind), length, content, Buffer.alloc(content.length % 2)])
}

/** A WebP of these chunks. */
export const webpOf = (...chunks: Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}

/** The extended head of a WebP: flags, and the canvas. */
export const webpCanvas = (flags: number, width: number, height: number): Buffer => {
  const body = Buffer.alloc(10)
  body[0] = flags
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', body)
}

/** The picture as a phone hands it over: with place, camera, author, caption, preview, and something after its end. */
export function withSecrets(name: Still, orientation = 6): Buffer {
  const plain = picture(name)
  const xmp = `<x:xmpmeta>${CREATOR}</x:xmpmeta>`
  if (TYPES[name] === 'image/jpeg') {
    const parts = [
      segment(0xe0, Buffer.concat([Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'latin1'), Buffer.from('abc')])),
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation)])),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`),
      segment(0xe2, `MPF\0${NOTE}`),
      segment(0xed, `Photoshop 3.0\x008BIM${CAPTION}`),
      segment(0xfe, NOTE),
    ]
    return Buffer.concat([withSegments(plain, ...parts), Buffer.from(TAIL)])
  }
  if (TYPES[name] === 'image/png') {
    const parts = [
      pngChunk('eXIf', exif(orientation)),
      pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`),
      pngChunk('tEXt', `Comment\0${NOTE}`),
      pngChunk('tIME', '1234567'),
      pngChunk('acTL', '12345678'),
      pngChunk('fdAT', CAPTION),
    ]
    return Buffer.concat([withChunks(plain, ...parts), Buffer.from(TAIL)])
  }
  const frame = plain.subarray(plain.toString('latin1', 12, 16) === 'VP8X' ? 30 : 12)
  const flags = 0x08 | 0x04 | (name === 'transparent' ? 0x10 : 0)
  const chunks = [
    webpCanvas(flags, 24, 16),
    frame,
    webpChunk('EXIF', exif(orientation, 'II')),
    webpChunk('XMP ', xmp),
    webpChunk('junk', NOTE),
  ]
  return Buffer.concat([webpOf(...chunks), Buffer.from(TAIL)])
}
