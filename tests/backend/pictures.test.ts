import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makePictures } from '../../scripts/start/pictures.mjs'
import { IMAGE_SIZES } from '../../src/api/files'
import { type RecordStore, startStore } from './record-store'

// A helper process of its own starts in a second, and in many on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

/** Small copies of the shop's pictures: which are wanted, made, kept, sent and removed (docs/decisions/0030). */

const KEY = 'the key that both were started with'
/** What Chrome on a phone says when it asks for a picture. */
const TAKES_AVIF = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** A picture with some life in it, as a camera would not make it but an encoder has work with it. */
async function picture(format: 'jpeg' | 'png' | 'webp' | 'avif', width = 640, height = 480): Promise<File> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + Math.floor(at / 1920) * 5) % 256
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
  return new File([new Uint8Array(bytes)], `picture.${format === 'jpeg' ? 'jpg' : format}`, { type: `image/${format}` })
}

/** The same AVIF, telling in its header that it is 60,000 pixels wide and high. */
async function bomb(): Promise<File> {
  const bytes = Buffer.from(await (await picture('avif', 64, 64)).arrayBuffer())
  const size = bytes.indexOf('ispe') + 8
  expect(bytes.readUInt32BE(size)).toBe(64)
  bytes.writeUInt32BE(60_000, size)
  bytes.writeUInt32BE(60_000, size + 4)
  return new File([new Uint8Array(bytes)], 'bomb.avif', { type: 'image/avif' })
}

interface ProductFiles {
  id: string
  collectionId: string
  images: string[]
}

interface Shown {
  type: string
  cache: string
  vary: string
  width: number
  bytes: number
}

describe('with the helper', () => {
  let store: RecordStore
  const products: Record<'photograph' | 'formats' | 'leaving' | 'harmful', ProductFiles> = {} as never
  let before: Shown
  afterAll(() => store.stop())

  const add = async (images: File[]) =>
    (await store.superuser())
      .collection('products')
      .create<ProductFiles>({ name: 'Soap', category: 'soap', price: 100, images })
  const address = (record: { collectionId: string; id: string }, file: string) =>
    `${store.url}/api/files/${record.collectionId}/${record.id}/${file}`
  const show = async (url: string, accept = TAKES_AVIF): Promise<Shown> => {
    const answer = await fetch(url, { headers: { accept } })
    expect(answer.status).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return {
      type: answer.headers.get('content-type') ?? '',
      cache: answer.headers.get('cache-control') ?? '',
      vary: answer.headers.get('vary') ?? '',
      width: (await sharp(bytes).metadata()).width,
      bytes: bytes.length,
    }
  }
  const folder = (record: { collectionId: string; id: string }) =>
    join(store.dir, 'storage', record.collectionId, record.id)
  const listed = async () =>
    (await (await store.superuser()).sql.run('SELECT file, version, attempts FROM picture_variants'))
      .rows as unknown[][]
  const tell = (path: string, key = KEY) =>
    fetch(`${store.url}/.pictures/${path}`, { method: 'POST', headers: { 'X-Pictures-Key': key } })
  const waiting = async () => (await (await tell('waiting')).json()) as unknown

  // One run of the helper for everything it has to deal with.
  beforeAll(async () => {
    store = await startStore({ env: { STORE_PICTURES_KEY: KEY } })
    products.photograph = await add([await picture('jpeg')])
    before = await show(photographUrl())
    const broken = Buffer.from('\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf and then nothing')
    products.harmful = await add([
      await bomb(),
      new File([broken], 'broken.avif', { type: 'image/avif' }),
      await picture('jpeg', 320, 200),
    ])
    products.formats = await add([await picture('png'), await picture('webp'), await picture('avif')])
    products.leaving = await add([await picture('jpeg', 320, 200), await picture('jpeg', 300, 200)])
    expect(await waiting()).toEqual({ waiting: true })
    expect(await makePictures(store.url, KEY)).toBe(0)
    expect(await waiting()).toEqual({ waiting: false })
  })
  const photographUrl = () =>
    `${address(products.photograph, products.photograph.images[0] ?? '')}?thumb=400x0&format=webp&quality=75&version=1`

  test('IMG-01 every picture of the shop is offered in every width that pages ask for', async () => {
    const { wide, full, shared: _cut, ...ofAll } = IMAGE_SIZES
    const offered = async (collection: string) => {
      const { fields } = await (await store.superuser()).collections.getOne(collection)
      return fields.flatMap(({ type, thumbs }) => (type === 'file' ? [thumbs as string[]] : []))
    }
    for (const collection of ['assets', 'makers', 'posts', 'products', 'slider_images']) {
      const sizes = [...Object.values(ofAll), ...(collection === 'slider_images' ? [wide, full] : [])]
      for (const widths of await offered(collection))
        expect(widths, collection).toEqual(expect.arrayContaining(sizes.map(({ width }) => `${width}x0`)))
    }
  })

  test('IMG-01 PAINT-11 an uploaded picture is sent as it is made now, kept briefly, and as AVIF once the helper has been there', async () => {
    expect(before).toMatchObject({ type: 'image/jpeg', width: 400, cache: 'public, max-age=60' })
    expect(before.vary).toContain('Accept')

    const made = await show(photographUrl())
    expect(made).toMatchObject({ type: 'image/avif', width: 400 })
    expect(made.cache).toContain('max-age=2592000')
    expect(made.vary).toContain('Accept')
    expect(made.bytes).toBeLessThan(before.bytes / 2)

    const plain = await show(photographUrl(), 'image/webp,*/*')
    expect(plain).toMatchObject({ type: 'image/jpeg', width: 400 })
    expect(plain.vary).toContain('Accept')
    expect(plain.bytes).toBeLessThan(before.bytes)
    const original = address(products.photograph, products.photograph.images[0] ?? '')
    // Never larger than it was taken.
    expect(await show(`${original}?thumb=1200x0`)).toMatchObject({ type: 'image/avif', width: 640 })
    // What a shopper opens in full or saves is the file itself.
    expect(await show(original)).toMatchObject({ type: 'image/jpeg', width: 640 })
    const saved = await fetch(`${photographUrl()}&download=1`, { headers: { accept: TAKES_AVIF } })
    expect(saved.headers.get('content-type')).toBe('image/jpeg')
  })

  test('IMG-01 PAINT-11 PNG and WebP get copies in AVIF and WebP; AVIF too, which the record store itself cannot make smaller', async () => {
    for (const file of products.formats.images) {
      const url = `${address(products.formats, file)}?thumb=300x0`
      expect(await show(url), file).toMatchObject({ type: 'image/avif', width: 300 })
      expect(await show(url, '*/*'), file).toMatchObject({ type: 'image/webp', width: 300 })
    }
  })

  test('PROD-01 PAINT-10 previews of links are JPEGs of their shape, whatever was uploaded and whoever asks', async () => {
    const all = [...products.formats.images.map((file) => [products.formats, file] as const)]
    all.push([products.photograph, products.photograph.images[0] ?? ''])
    for (const [record, file] of all) {
      for (const accept of ['*/*', TAKES_AVIF]) {
        const shown = await show(`${address(record, file)}?thumb=1200x630&format=jpeg&quality=85&version=1`, accept)
        expect(shown, file).toMatchObject({ type: 'image/jpeg', width: 1200 })
        // WhatsApp shows none that is larger.
        expect(shown.bytes).toBeLessThan(600_000)
      }
    }
  })

  test('IMG-01 a picture that means harm is left as it is, and holds up no other', async () => {
    const [huge = '', nothing = '', good = ''] = products.harmful.images
    for (const file of [huge, nothing]) {
      const url = `${address(products.harmful, file)}?thumb=300x0`
      const answer = await fetch(url, { headers: { accept: TAKES_AVIF } })
      expect(answer.status, file).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('max-age=2592000')
      expect(await listed()).toContainEqual([file, '0', '3'])
    }
    expect(await show(`${address(products.harmful, good)}?thumb=300x0`)).toMatchObject({ type: 'image/avif' })
  })

  test('IMG-02 the record carries a tiny picture of its first one, whichever that is, and nobody else writes it', async () => {
    const owner = (await store.superuser()).collection('products')
    const { id, images } = products.formats
    const [png = '', webp = '', avif = ''] = images
    const tiny = async () => (await owner.getOne(id)).placeholders as Record<string, string> | null
    const shape = /^data:image\/webp;base64,[\w+/]+=*$/
    expect(await tiny()).toEqual({ [png]: expect.stringMatching(shape) })
    const decoded = Buffer.from((await tiny())?.[png]?.split(',')[1] ?? '', 'base64')
    expect(await sharp(decoded).metadata()).toMatchObject({ format: 'webp', width: 16, height: 12 })

    await owner.update(id, { images: [avif, webp, png], placeholders: { [avif]: 'https://elsewhere.example/x.gif' } })
    expect(await tiny()).toEqual({ [avif]: expect.stringMatching(shape) })
    await owner.update(id, { 'images-': [avif, webp], placeholders: null })
    expect(await tiny()).toEqual({ [png]: expect.stringMatching(shape) })
    await owner.update(id, { '+images': [await picture('webp', 64, 64)] })
    expect(await tiny()).toBeNull()
    expect((await owner.getOne(products.harmful.id)).placeholders).toBeNull()

    const at = `collection=products&record=${id}&file=${png}&placeholder=`
    for (const text of [
      'https://elsewhere.example/x.gif',
      'data:text/html;base64,AAAA',
      `data:image/webp;base64,${'A'.repeat(600)}`,
    ])
      expect((await tell(`made?${at}${encodeURIComponent(text)}`)).status).toBe(204)
    await owner.update(id, { images: [png] })
    expect(await tiny()).toBeNull()
  })

  test('IMG-01 PAINT-11 copies go with the picture and with its record', async () => {
    const owner = await store.superuser()
    const product = products.leaving
    const [first = '', second = ''] = product.images
    expect(existsSync(join(folder(product), `thumbs_${first}`))).toBe(true)
    await owner.collection('products').update(product.id, { 'images-': [first] })
    expect(existsSync(join(folder(product), `thumbs_${first}`))).toBe(false)
    const names = async () => (await listed()).map(([file]) => file)
    expect(await names()).not.toContain(first)
    expect(await names()).toContain(second)
    await owner.collection('products').delete(product.id)
    expect(await names()).not.toContain(second)
    // PocketBase removes a record's files after it has answered.
    await expect.poll(() => readdir(folder(product)).catch(() => [])).toEqual([])
  })

  test('IMG-01 a picture that ends the helper comes up three times', async () => {
    const product = await add([await picture('jpeg', 320, 200)])
    const [file = ''] = product.images as string[]
    for (let attempt = 1; attempt <= 3; attempt++) {
      const answer = await tell('next')
      expect(await answer.json()).toEqual({
        collection: 'products',
        record: product.id,
        file,
        widths: [100, 300, 400, 600, 800, 1200],
        shapes: ['1200x630'],
      })
    }
    expect((await tell('next')).status).toBe(204)
    const shown = await show(`${address(product, file)}?thumb=300x0`)
    expect(shown.type).toBe('image/jpeg')
    expect(shown.cache).toContain('max-age=2592000')
  })

  test('IMG-01 GUARD-13 pictures of people are neither listed nor made, and nobody else may ask or bring', async () => {
    const { pb, id } = await store.newUser()
    const avatar = await picture('jpeg', 320, 320)
    const user = await pb.collection('users').update(id, { avatar })
    expect((await listed()).map(([file]) => file)).not.toContain(user.avatar)
    const answer = await fetch(`${address(user as never, user.avatar)}?thumb=300x300`, {
      headers: { accept: TAKES_AVIF },
    })
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    for (const path of ['waiting', 'next', 'made', 'failed']) {
      for (const key of ['', 'another']) expect((await tell(path, key)).status, path).toBe(404)
    }
    const bring = await tell(`made?collection=users&record=${id}&file=${user.avatar}`)
    expect(bring.status).toBe(404)
  })
})

test('IMG-01 PAINT-11 without a helper pictures are what the record store makes of them, and its routes are closed', async () => {
  const store = await startStore()
  onTestFinished(() => store.stop())
  const owner = await store.superuser()
  const images = [await picture('jpeg', 320, 200)]
  const product = await owner.collection('products').create({ name: 'Soap', category: 'soap', price: 100, images })
  const url = `${store.url}/api/files/products/${product.id}/${product.images[0]}?thumb=300x0`
  const answer = await fetch(url, { headers: { accept: TAKES_AVIF } })
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toContain('max-age=2592000')
  const route = (key: string) =>
    fetch(`${store.url}/.pictures/next`, { method: 'POST', headers: { 'X-Pictures-Key': key } })
  expect((await route('')).status).toBe(404)
  expect((await route(KEY)).status).toBe(404)
})
