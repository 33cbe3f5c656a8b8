import { describe, expect, test } from 'vitest'
import { visitWords } from '@/desk/words'
import { isVisit, type PageRequest } from '@/domain/site/visit'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const COMES: PageRequest = {
  ...{ method: 'GET', userAgent: PHONE, referer: '', host: 'shop.example', dest: 'document' },
  ...{ site: 'none', purpose: '', cacheControl: '' },
}
const counts = (change: Partial<PageRequest>) => isVisit({ ...COMES, ...change }, 'https://www.shop.example')

describe('visits', () => {
  test('FIG-12 a browser that comes from elsewhere counts', () => {
    for (const change of [
      {},
      { dest: '', site: '' },
      { referer: 'https://www.google.com/', site: 'cross-site' },
      { referer: 'https://shop.example.evil.in/' },
      { userAgent: `${PHONE} Instagram 400.0.0.0 Android` },
      {
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1',
      },
      { userAgent: 'Mozilla/5.0 (Linux; Android 10; CUBOT_X18) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36' },
    ])
      expect(counts(change), JSON.stringify(change)).toBe(true)
  })

  test('FIG-12 pages of the shop itself, what is fetched ahead, loaded again or read by a program does not', () => {
    for (const change of [
      { referer: 'https://shop.example/shop' },
      { referer: 'https://SHOP.example' },
      { referer: 'https://www.shop.example/?utm_source=x' },
      { site: 'same-origin' },
      { purpose: 'prefetch' },
      { purpose: 'prefetch;prerender' },
      { cacheControl: 'max-age=0' },
      { dest: 'image' },
      { dest: 'empty' },
      { method: 'HEAD' },
      { userAgent: '' },
      { userAgent: 'curl/8.5.0' },
      { userAgent: 'WhatsApp/2.23.20.0' },
      { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { userAgent: `${PHONE.replace('Chrome', 'HeadlessChrome')}` },
      { userAgent: 'Mozilla/5.0 (Linux) AppleWebKit/537.36; compatible; GPTBot/1.2; +https://openai.com/gptbot' },
    ])
      expect(counts(change), JSON.stringify(change)).toBe(false)
  })

  test('FIG-13 visits and orders in words: no share of few, and nothing where nothing was counted', () => {
    const words = (count: number, orders: number) => visitWords({ count, orders, since: '2026-11-01' })
    expect(visitWords(null)).toBe('Visits are not counted')
    expect(words(412, 9)).toBe('412 visits, 9 orders online: 2 in 100 visits order')
    expect(words(100, 1)).toBe('100 visits, 1 order online: 1 in 100 visits orders')
    expect(words(1250, 3)).toBe('1,250 visits, 3 orders online: fewer than 1 in 100 visits orders')
    expect(words(1, 0)).toBe('1 visit, no order online')
    expect(words(19, 9)).toBe('19 visits, 9 orders online')
    expect(words(20, 30)).toBe('20 visits, 30 orders online')
  })
})
