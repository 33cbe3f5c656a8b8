import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileUrl, picturePreloads, pictureSource, searchPicture } from '../../src/api/files'
import { PreloadQueue } from '../../src/lib/preload-queue'

const settle = () => new Promise((resolve) => setTimeout(resolve))
let idle: { work: () => void; timeout: number | undefined }[]

beforeEach(() => {
  idle = []
  vi.stubGlobal('requestIdleCallback', (work: () => void, options?: { timeout: number }) =>
    idle.push({ work, timeout: options?.timeout }),
  )
})
afterEach(() => vi.unstubAllGlobals())

/** Jobs that end when they are told to. */
function jobs(count: number) {
  const started: number[] = []
  const ends: ((failed?: boolean) => void)[] = []
  const list = Array.from(
    { length: count },
    (_, number) => () =>
      new Promise<void>((resolve, reject) => {
        started.push(number)
        ends[number] = (failed) => (failed ? reject(new Error('lost')) : resolve())
      }),
  )
  return { list, started, ends }
}

test('IMG-03 preloads wait until the browser is idle, 2 s at the most, and run three at a time', async () => {
  const { list, started, ends } = jobs(5)
  for (const job of list) picturePreloads.add(job)
  expect(started).toEqual([])
  expect(idle.map(({ timeout }) => timeout)).toEqual([2000, 2000, 2000, 2000, 2000])
  for (const { work } of idle) work()
  expect(started).toEqual([0, 1, 2])
  ends[1]?.()
  await settle()
  expect(started).toEqual([0, 1, 2, 3])
  // One that fails makes room as well.
  ends[0]?.(true)
  await settle()
  expect(started).toEqual([0, 1, 2, 3, 4])
  for (const end of ends) end()
  await settle()
})

test('IMG-03 without idle callbacks, as in Safari, preloads run all the same', async () => {
  vi.unstubAllGlobals()
  vi.useFakeTimers()
  const queue = new PreloadQueue(1, 2000)
  const { list, started, ends } = jobs(2)
  for (const job of list) queue.add(job)
  expect(started).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(started).toEqual([0])
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual([0, 1])
  vi.useRealTimers()
})

test('IMG-01 addresses name width, format, quality and version of every size; the original names none', () => {
  const owner = { id: 'p1', collectionId: 'products' }
  const base = '/api/files/products/p1/neem%20soap.jpg'
  const file = 'neem soap.jpg'
  expect(fileUrl(owner, file, 'thumbnail')).toBe(`${base}?thumb=100x0&format=webp&quality=70&version=1`)
  expect(fileUrl(owner, file, 'small')).toBe(`${base}?thumb=300x0&format=webp&quality=75&version=1`)
  expect(fileUrl(owner, file, 'medium', 'avif')).toBe(`${base}?thumb=600x0&format=avif&quality=80&version=1`)
  expect(fileUrl(owner, file, 'large', 'jpeg')).toBe(`${base}?thumb=1200x0&format=jpeg&quality=85&version=1`)
  expect(fileUrl(owner, file)).toBe(base)
  expect(fileUrl({ id: '../x', collectionId: 'a/b' }, '?#.jpg')).toBe('/api/files/a%2Fb/..%2Fx/%3F%23.jpg')
})

test('IMG-01 a picture offers every width, and two more where it fills the window', () => {
  const owner = { id: 'p1', collectionId: 'products' }
  const offered = (source: ReturnType<typeof pictureSource>) =>
    source?.srcSet.split(', ').map((choice) => {
      const [, thumb, width] = /\?thumb=(\d+)x0&.* (\d+)w$/.exec(choice) ?? []
      // The browser chooses by what is written behind the address; it must be what the address brings.
      expect(thumb).toBe(width)
      return Number(width)
    })
  const source = pictureSource(owner, 'a.jpg')
  expect(offered(source)).toEqual([300, 400, 600, 800, 1200])
  expect(source?.src).toBe(fileUrl(owner, 'a.jpg', 'medium'))
  const wide = pictureSource(owner, 'a.jpg', { fills: true })
  expect(offered(wide)).toEqual([300, 400, 600, 800, 1200, 1400, 1920])
  expect(wide?.src).toBe(fileUrl(owner, 'a.jpg', 'large'))
  expect(pictureSource(owner, undefined)).toBeNull()
})

test('IMG-02 what is blurred behind a picture comes with its record, or there is nothing', () => {
  const tiny = 'data:image/webp;base64,UklGRlQ='
  const owner = { id: 'p1', collectionId: 'products', placeholders: { 'a.jpg': tiny } }
  expect(pictureSource(owner, 'a.jpg')?.thumb).toBe(tiny)
  expect(pictureSource(owner, 'b.jpg')?.thumb).toBeUndefined()
  expect(pictureSource({ ...owner, placeholders: null }, 'a.jpg')?.thumb).toBeUndefined()
})

test('PAINT-10 a picture has one whole address for search engines, whether the record store is the shop or stands elsewhere', async () => {
  const owner = { id: 'soap', collectionId: 'products' }
  const path = '/api/files/products/soap/a.jpg?thumb=1200x0&format=jpeg&quality=85&version=1'
  expect(searchPicture('https://shop.example', owner, 'a.jpg')).toBe(`https://shop.example${path}`)
  vi.stubEnv('VITE_POCKETBASE_URL', 'https://records.example')
  vi.resetModules()
  const elsewhere = await import('../../src/api/files')
  vi.unstubAllEnvs()
  expect(elsewhere.searchPicture('https://shop.example', owner, 'a.jpg')).toBe(`https://records.example${path}`)
})
