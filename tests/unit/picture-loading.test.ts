import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileUrl, picturePreloads, pictureSource } from '../../src/api/files'
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

test('IMG-01 a picture offers every width, its thumbnail, and the uploaded file where it fills the window', () => {
  const owner = { id: 'p1', collectionId: 'products' }
  const address = (size: 'thumbnail' | 'small' | 'medium' | 'large') => fileUrl(owner, 'a.jpg', size)
  const widths = `${address('small')} 300w, ${address('medium')} 600w, ${address('large')} 1200w`
  expect(pictureSource(owner, 'a.jpg')).toEqual({ src: address('medium'), srcSet: widths, thumb: address('thumbnail') })
  expect(pictureSource(owner, 'a.jpg', { fullWidth: 1920 })).toEqual({
    src: address('large'),
    srcSet: `${widths}, ${fileUrl(owner, 'a.jpg')} 1920w`,
    thumb: address('thumbnail'),
  })
  expect(pictureSource(owner, undefined)).toBeNull()
})
