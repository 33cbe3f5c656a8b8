import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { imageCdnPattern } from '../../scripts/build/image-cdn'
import type { Review } from '../../src/domain/reviews/review'

const pattern = (VITE_IMAGE_CDN: string, VITE_IMAGE_CDN_URL?: string, VITE_POCKETBASE_URL?: string) =>
  imageCdnPattern({ VITE_IMAGE_CDN, VITE_IMAGE_CDN_URL, VITE_POCKETBASE_URL })

// As the services' own documentation has them: width, never enlarged, format by what the browser takes.
test.each([
  ['bunny', 'https://shop.b-cdn.net/', 'https://shop.b-cdn.net/api/files/{file}?width={width}&quality={quality}'],
  ['cloudflare', undefined, '/cdn-cgi/image/width={width},quality={quality},fit=scale-down,f=auto/api/files/{file}'],
  [
    'cloudflare',
    'https://images.shop.example',
    'https://images.shop.example/cdn-cgi/image/width={width},quality={quality},fit=scale-down,f=auto/api/files/{file}',
  ],
  [
    'cloudinary',
    'https://res.cloudinary.com/demo/image/upload/shop',
    'https://res.cloudinary.com/demo/image/upload/c_limit,w_{width},q_{quality},f_auto/shop/api/files/{file}',
  ],
  ['imageengine', 'https://x.cdn.imgeng.in', 'https://x.cdn.imgeng.in/api/files/{file}?imgeng=m_box%2Fw_{width}'],
  [
    'imagekit',
    'https://ik.imagekit.io/shop',
    'https://ik.imagekit.io/shop/api/files/{file}?tr=c-at_max%2Cw-{width}%2Cf-auto%2Cq-{quality}%2Cfo-auto',
  ],
  [
    'imgix',
    'https://shop.imgix.net',
    'https://shop.imgix.net/api/files/{file}?w={width}&q={quality}&fit=min&auto=format',
  ],
])('IMG-01 PAINT-12 %s at %s is asked with its own words', (name, url, expected) => {
  expect(pattern(name, url)).toBe(expected)
  // Whoever asks twice is told the same.
  expect(pattern(name, url)).toBe(expected)
})

test('IMG-01 PAINT-12 a service in front of another record store is asked for that one’s pictures', () => {
  expect(pattern('cloudflare', undefined, 'https://api.shop.example/')).toMatch(
    /^\/cdn-cgi\/image\/[^/]+\/https:\/\/api\.shop\.example\/api\/files\/\{file\}$/,
  )
  expect(pattern('imgix', 'https://shop.imgix.net', 'https://api.shop.example')).toMatch(
    /^https:\/\/shop\.imgix\.net\/api\/files\/\{file\}\?/,
  )
})

test('IMG-01 PAINT-12 without a service there is no pattern; a wrong setting stops the build with what may stand there', () => {
  expect(imageCdnPattern({})).toBe('')
  expect(imageCdnPattern({ VITE_IMAGE_CDN: '', VITE_IMAGE_CDN_URL: 'https://left.over.example' })).toBe('')
  expect(() => pattern('imgx', 'https://shop.imgix.net')).toThrow(/"imgx"; it may be bunny or cloudflare or .*imgix/)
  expect(() => pattern('constructor', 'https://shop.example')).toThrow(/it may be/)
  expect(() => pattern('imgix')).toThrow(/VITE_IMAGE_CDN_URL/)
  for (const url of [
    'shop.imgix.net',
    'javascript:alert(1)',
    'https://a.example/?x',
    "https://a.example'; script-src *",
  ])
    expect(() => pattern('imgix', url), url).toThrow(/must be an address/)
})

describe('a shop built with a service', () => {
  const owner = { id: 'p1', collectionId: 'products' }
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.unstubAllEnvs())
  const files = (name: string, url?: string) => {
    vi.stubEnv('IMAGE_CDN_PATTERN', pattern(name, url))
    return import('../../src/api/files')
  }

  test('IMG-01 PAINT-12 has each width in srcset from the service, and as src as well', async () => {
    const { pictureSource } = await files('imgix', 'https://shop.imgix.net')
    const source = pictureSource(owner, 'neem & $1 soap.jpg')
    const address = (width: number, quality: number) =>
      `https://shop.imgix.net/api/files/products/p1/neem%20%26%20%241%20soap.jpg?w=${width}&q=${quality}&fit=min&auto=format`
    expect(source?.src).toBe(address(600, 80))
    expect(source?.srcSet).toBe(
      [
        `${address(300, 75)} 300w`,
        `${address(400, 75)} 400w`,
        `${address(600, 80)} 600w`,
        `${address(800, 80)} 800w`,
        `${address(1200, 85)} 1200w`,
      ].join(', '),
    )
  })

  test('IMG-01 PAINT-12 keeps originals, previews of links and pictures of people at the record store', async () => {
    const { fileUrl, searchPicture, sharedPicture } = await files('cloudflare')
    expect(fileUrl(owner, 'a.jpg', 'small')).toMatch(/^\/cdn-cgi\/image\/width=300,/)
    expect(fileUrl(owner, 'a.jpg')).toBe('/api/files/products/p1/a.jpg')
    expect(fileUrl(owner, 'a.jpg', 'small', 'jpeg')).toMatch(/^\/api\/files\/products\/p1\/a\.jpg\?thumb=300x0&/)
    expect(sharedPicture(owner, 'a.jpg', '')?.url).toMatch(/^\/api\/files\/products\/p1\/a\.jpg\?thumb=1200x630&/)
    expect(searchPicture('https://shop.example', owner, 'a.jpg')).toMatch(
      /^https:\/\/shop\.example\/api\/files\/products\/p1\/a\.jpg\?thumb=/,
    )
    const record = { id: 'u1', collectionId: 'users', collectionName: 'users', avatar: 'me.jpg' }
    vi.doMock('../../src/api/stored-session', () => ({ storedSession: () => ({ record, expiresAt: 1 }) }))
    const { currentUser } = await import('../../src/features/account/session')
    expect(currentUser()?.user.avatar).toBe('/api/files/users/u1/me.jpg?thumb=300x300')
    vi.doUnmock('../../src/api/stored-session')
    const { usePictureAddress } = await import('../../src/features/reviews/pictures')
    const review = { id: 'r1', collectionId: 'reviews', state: 'published', images: ['us.jpg'] } as unknown as Review
    const Photograph = () => createElement('img', { src: usePictureAddress(review)?.('us.jpg', 'small') })
    const page = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Photograph))
    expect(renderToStaticMarkup(page)).toContain('src="/api/files/reviews/r1/us.jpg?thumb=')
  })
})
