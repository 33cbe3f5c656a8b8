import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cleanPicture, pictureKind } from '../../src/domain/pictures/picture'
import {
  exif,
  picture,
  pngChunk,
  SECRETS,
  STILL,
  segment,
  TYPES,
  type Written,
  webpCanvas,
  webpChunk,
  webpOf,
  withChunks,
  withSecrets,
  withSegments,
} from '../attack/pictures'

/** What is kept of a picture that must be taken. */
function kept(bytes: Uint8Array) {
  const cleaned = cleanPicture(Uint8Array.from(bytes))
  if (!cleaned || 'problem' in cleaned) throw new Error(`not taken: ${JSON.stringify(cleaned)}`)
  return { ...cleaned, text: Buffer.from(cleaned.bytes).toString('latin1') }
}
const refusal = (bytes: Uint8Array) => {
  const cleaned = cleanPicture(Uint8Array.from(bytes))
  return cleaned === null ? null : 'problem' in cleaned ? cleaned.problem : 'taken'
}

test('DATA-07 a photograph without anything private is kept byte for byte', () => {
  const photo = readFileSync(new URL('../../pocketbase/seed/images/aloe-cucumber-soap-1.jpg', import.meta.url))
  const { bytes, ...facts } = kept(photo)
  expect(facts).toMatchObject({ kind: 'jpeg', width: 1200, height: 1200 })
  expect(Buffer.compare(bytes, photo)).toBe(0)
})

test.each(STILL)('AUTH-06 REV-01 DATA-07 of a %s picture only the picture is kept', (name) => {
  const dressed = withSecrets(name)
  for (const secret of SECRETS.slice(0, 2)) expect(dressed.toString('latin1')).toContain(secret)
  const { kind, width, height, text } = kept(dressed)
  expect([`image/${kind}`, width, height]).toEqual([TYPES[name], 24, 16])
  for (const secret of [...SECRETS, 'Exif-GPS', 'xmpmeta', '8BIM', 'MPF']) expect(text).not.toContain(secret)
})

test.each(STILL)('DATA-07 a %s picture that was cleaned is not changed by cleaning it again', (name) => {
  const once = kept(withSecrets(name)).bytes
  expect(Buffer.compare(kept(once).bytes, once)).toBe(0)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('DATA-07 a picture held as %i stays so, in either byte order', (orientation) => {
  for (const order of ['II', 'MM'] as const) {
    const said = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, order)]))
    const { text } = kept(withSegments(picture('photograph'), said))
    // The tag, its type, one value, and the value.
    const entry = `\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0`
    expect(text.includes(entry)).toBe(orientation !== 1)
    expect(text.includes('Exif')).toBe(orientation !== 1)
  }
})

test.each<[string, Buffer]>([
  ['no order of bytes', Buffer.from('XX\0\x2a')],
  ['a directory outside of the file', Buffer.concat([Buffer.from('MM\0\x2a'), Buffer.alloc(4, 0xff)])],
  ['a directory of 65,535 entries', Buffer.concat([Buffer.from('II\x2a\0\x08\0\0\0'), Buffer.alloc(64, 0xff)])],
  ['an orientation of 9', exif(9)],
  ['nothing', Buffer.alloc(0)],
])('DATA-07 Exif data with %s counts as none', (_what, data) => {
  const said = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), data]))
  expect(kept(withSegments(picture('photograph'), said)).text).not.toContain('Exif')
})

test('DATA-07 a colour profile, and how a printer’s colours are meant, are kept', () => {
  const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01the profile')
  const meant = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x02and more', 'latin1'))
  const { text } = kept(withSegments(picture('photograph'), profile, meant))
  expect(text).toContain('the profile')
  expect(text).toContain('Adobe\0\x64\0\0\0\0\x02')
  expect(text).not.toContain('and more')
  expect(kept(withChunks(picture('drawing'), pngChunk('iCCP', 'the profile'))).text).toContain('the profile')
  const lossy = picture('lossy').subarray(12)
  expect(kept(webpOf(webpCanvas(0x20, 24, 16), webpChunk('ICCP', 'the profile'), lossy)).text).toContain('the profile')
})

test('DATA-07 filling and rubbish between the parts of a JPEG are passed over', () => {
  const filled = withSegments(
    picture('photograph'),
    segment(0xfe, ''),
    Buffer.from('rubbish'),
    Buffer.from([0xff, 0xff, 0xff]),
  )
  expect(Buffer.compare(kept(filled).bytes, kept(picture('photograph')).bytes)).toBe(0)
})

/** The picture's header with another size. */
function claiming(name: Written, width: number, height: number): Buffer {
  const bytes = Buffer.from(picture(name))
  if (TYPES[name] === 'image/png') {
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  const frame = bytes.indexOf(Buffer.from([0xff, name === 'progressive' ? 0xc2 : 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}
const lossy = (width: number, height: number) => {
  const body = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 0])
  body.writeUInt16LE(width, 6)
  body.writeUInt16LE(height, 8)
  return webpChunk('VP8 ', body)
}

test.each<[Written, number, number]>([
  ['photograph', 8160, 6120],
  ['progressive', 4080, 3060],
  ['drawing', 6000, 6000],
])('a %s picture as large as cameras make them is taken', (name, width, height) => {
  expect(kept(claiming(name, width, height))).toMatchObject({ width, height })
})

test.each<[string, Buffer, number, number]>([
  ['a JPEG', claiming('photograph', 65_535, 65_535), 65_535, 65_535],
  ['a progressive JPEG, which costs more', claiming('progressive', 7000, 7000), 7000, 7000],
  ['a PNG', claiming('drawing', 30_000, 30_000), 30_000, 30_000],
  ['a long PNG', claiming('drawing', 2_147_483_647, 1), 2_147_483_647, 1],
  ['an interlaced PNG', claiming('interlaced', 6000, 6000), 6000, 6000],
  ['a lossy WebP', webpOf(lossy(16_383, 16_383)), 16_383, 16_383],
  ['a lossless WebP', webpOf(webpChunk('VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f]))), 16_384, 16_384],
])('DATA-08 %s that would cost too much memory is refused with its size', (_kind, bytes, width, height) => {
  expect(cleanPicture(Uint8Array.from(bytes))).toEqual({ problem: 'too_large', width, height })
})

const [SOI, EOI] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])]
const jpeg = picture('photograph')
const png = picture('drawing')
const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2)

test.each<[string, Buffer]>([
  ['a JPEG that is only a beginning', Buffer.concat([SOI, Buffer.from([0xff])])],
  ['a JPEG cut off', jpeg.subarray(0, -4)],
  ['a JPEG without a picture', Buffer.concat([SOI, segment(0xe1, 'Exif'), EOI])],
  ['a JPEG of filling', Buffer.concat([SOI, Buffer.alloc(200_000, 0xff)])],
  ['a JPEG of nothing but empty segments', Buffer.concat([SOI, ...Array(30_000).fill(segment(0xe5, ''))])],
  ['a JPEG whose segment has no length', Buffer.concat([SOI, Buffer.from([0xff, 0xe1, 0, 0])])],
  ['a JPEG whose segment is longer than the file', Buffer.concat([SOI, Buffer.from([0xff, 0xe1, 0xff, 0xff, 0])])],
  ['a JPEG of two frames', withSegments(jpeg, segment(0xc0, Buffer.from([8, 0, 9, 0, 9, 1, 1, 0x11, 0])))],
  ['a JPEG of no height', claiming('photograph', 9, 0)],
  ['a JPEG of a thousand scans', Buffer.concat([jpeg.subarray(0, -2), ...Array(1000).fill(scan), EOI])],
  ['a PNG cut off', png.subarray(0, -12)],
  ['a PNG that is only its signature', png.subarray(0, 8)],
  ['a PNG without pixels', Buffer.concat([png.subarray(0, 33), pngChunk('IEND', '')])],
  ['a PNG of two sizes', withChunks(png, png.subarray(8, 33))],
  ['a PNG of no width', claiming('drawing', 0, 5)],
  ['a PNG with a part nobody knows', withChunks(png, pngChunk('HACK', 'x'))],
  [
    'a PNG whose chunk is longer than the file',
    withChunks(png, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x74, 0x45, 0x58])),
  ],
  ['a PNG of nothing but empty chunks', withChunks(png, ...Array(30_000).fill(pngChunk('tEXt', '')))],
  ['a WebP cut off', picture('lossy').subarray(0, -4)],
  ['a WebP of nothing', webpOf()],
  ['a WebP whose frame is larger than its canvas', webpOf(webpCanvas(0, 10, 10), lossy(16_383, 16_383))],
  ['a WebP of two frames', webpOf(lossy(5, 5), lossy(6, 6))],
  ['a WebP with its canvas behind', webpOf(lossy(5, 5), webpCanvas(0, 5, 5))],
  ['a WebP of nothing but empty chunks', webpOf(...Array(30_000).fill(webpChunk('junk', '')), lossy(5, 5))],
])('DATA-08 %s is refused as damaged', (_what, bytes) => {
  expect(refusal(bytes)).toBe('damaged')
})

test('DATA-08 a picture that moves is refused, or stands still', () => {
  expect(refusal(picture('moving'))).toBe('moving')
  expect(kept(withSecrets('drawing')).text).not.toMatch(/acTL|fcTL|fdAT/)
})

test.each<[string, string]>([
  ['nothing', ''],
  ['a drawing that may hold scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a script that begins as a GIF does', 'GIF89a=1;alert(1)//'],
  ['a document with a picture inside', `%PDF-1.7\n${jpeg.toString('latin1')}`],
  ['a BMP', `BM${'\0'.repeat(60)}`],
])('DATA-08 %s is no picture', (_what, text) => {
  const bytes = Uint8Array.from(Buffer.from(text, 'latin1'))
  expect(pictureKind(bytes)).toBeNull()
  expect(cleanPicture(bytes)).toBeNull()
})

test('DATA-07 what was hung on behind a picture is cut off: an archive, a page, another picture', () => {
  for (const tail of ['PK\x03\x04', '<script>alert(1)</script>', jpeg.toString('latin1')]) {
    for (const name of STILL) {
      const { bytes } = kept(Buffer.concat([picture(name), Buffer.from(tail, 'latin1')]))
      expect(Buffer.compare(bytes, kept(picture(name)).bytes)).toBe(0)
    }
  }
})
