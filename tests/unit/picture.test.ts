import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictureSize } from '../../src/domain/picture'

/** A chunk of a WebP file: its name, its length, what it holds. */
function chunk(name: string, body: number[]): number[] {
  const length = [body.length & 255, body.length >> 8, 0, 0]
  return [...Buffer.from(name), ...length, ...body, ...(body.length % 2 ? [0] : [])]
}
const webp = (...chunks: number[][]) => [...Buffer.from('RIFF\0\0\0\0WEBP'), ...chunks.flat()]
const canvas = (width: number, height: number) =>
  chunk('VP8X', [0, 0, 0, 0, ...bytes24(width - 1), ...bytes24(height - 1)])
const bytes24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16]
const lossy = (width: number, height: number) =>
  chunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8, 0])
const lossless = (width: number, height: number) => {
  const packed = ((width - 1) | ((height - 1) << 14)) >>> 0
  return chunk('VP8L', [0x2f, packed & 255, (packed >>> 8) & 255, (packed >>> 16) & 255, packed >>> 24])
}

const START = [0xff, 0xd8]
const frame = (marker: number, width: number, height: number) => [
  0xff,
  marker,
  0,
  17,
  8,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  ...Array(10).fill(0),
]
const segment = (marker: number, length: number) => [
  0xff,
  marker,
  (length + 2) >> 8,
  (length + 2) & 255,
  ...Array(length).fill(0xc0),
]

test('reads what a photograph says of itself', () => {
  const photo = readFileSync(new URL('../../pocketbase/seed/images/aloe-cucumber-soap-1.jpg', import.meta.url))
  expect(pictureSize(photo)).toEqual({ width: 1200, height: 1200 })
})

test.each<[kind: string, bytes: number[], width: number, height: number]>([
  ['a JPEG', [...START, ...frame(0xc0, 4000, 3000)], 4000, 3000],
  ['a progressive JPEG', [...START, ...frame(0xc2, 65535, 65535)], 65535, 65535],
  [
    'a JPEG after its other segments',
    [...START, ...segment(0xe1, 60000), ...segment(0xc4, 30), ...frame(0xc1, 7, 9)],
    7,
    9,
  ],
  ['a JPEG with filling between segments', [...START, 0, 1, 0xff, 0xff, 0xff, ...frame(0xc0, 7, 9).slice(1)], 7, 9],
  ['a lossy WebP', webp(lossy(16383, 12000)), 16383, 12000],
  ['a lossless WebP', webp(lossless(16384, 16384)), 16384, 16384],
  ['a WebP whose frame is larger than its canvas', webp(canvas(10, 10), lossy(16383, 16383)), 16383, 16383],
  ['a WebP canvas', webp(canvas(20000, 3), chunk('ALPH', [1]), lossy(5, 6)), 20000, 6],
  ['a JPEG that hides its frame in filling', [...START, ...Array(200_000).fill(0), ...frame(0xc0, 7, 9)], 65535, 65535],
  ['a JPEG of empty segments', [...START, ...Array(50_000).fill([0xff, 0xe1, 0, 2]).flat()], 65535, 65535],
  ['a WebP of empty chunks', webp(Array(50_000).fill(chunk('JUNK', [])).flat(), lossy(5, 6)), 65535, 65535],
])('finds the size of %s', (_kind, bytes, width, height) => {
  expect(pictureSize(Uint8Array.from(bytes))).toEqual({ width, height })
})

test.each<[string, number[]]>([
  ['nothing', []],
  ['text', [...Buffer.from('<svg/>')]],
  ['a JPEG cut off', [...START, ...segment(0xe1, 20)]],
  ['a JPEG whose segment has no length', [...START, 0xff, 0xe1, 0, 0, 0xff, 0xe1, 0, 0, 0, 0]],
  ['a WebP cut off', webp([...Buffer.from('VP8 ')])],
  ['a PNG cut off', [0x89, ...Buffer.from('PNG')]],
])('says nothing of %s', (_kind, bytes) => {
  expect(pictureSize(Uint8Array.from(bytes))).toBeNull()
})
