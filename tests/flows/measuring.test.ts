import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnalyticsEvent, type EventName, receiveEvents, track } from '../../src/integrations/analytics'
import { startOwnMeasuring } from '../../src/integrations/event-delivery'
import { startMeasuring } from '../../src/integrations/measuring'
import type { Fbq } from '../../src/integrations/pixel'
import { readUtm, saveUtm } from '../../src/integrations/utm'
import { refuseStorage } from './refused-storage'

const soap = { item_id: 'soap', item_name: 'Neem & Tulsi Soap', price: 180, quantity: 2, item_category: 'soap' }
const list = { item_list_name: 'New Arrivals', items: [{ ...soap, index: 0, item_list_name: 'New Arrivals' }] }
const goods = { currency: 'INR', value: 360, items: [soap] } as const
const delivery = { ...goods, shipping: 10, coupon: 'Diwali gift' }
const payment = { transaction_id: 'SJ-7K2M9QXD', currency: 'INR', value: 370, payment_method: 'cod' } as const
const meta = {
  content_type: 'product',
  content_ids: ['soap'],
  contents: [{ id: 'soap', quantity: 2, item_price: 180 }],
  num_items: 2,
}
const amount = { currency: 'INR', value: 360 }

type Call = [method: string, name: string, fields: object]

/** Every event, what the data layer gets of it under `ecommerce` (or beside `event`), and what the pixel is told. */
const EVENTS: {
  [Name in EventName]: [tracked: Extract<AnalyticsEvent, { event: Name }>, ecommerce: boolean, pixel: Call | null]
} = {
  page_view: [
    { event: 'page_view', page_path: '/shop', page_title: 'Shop', page_location: 'https://shop.example/shop' },
    false,
    ['track', 'PageView', {}],
  ],
  view_item_list: [{ event: 'view_item_list', ...list }, true, null],
  select_item: [{ event: 'select_item', ...list }, true, null],
  view_item: [{ event: 'view_item', ...goods }, true, ['track', 'ViewContent', { ...amount, ...meta }]],
  add_to_cart: [{ event: 'add_to_cart', ...goods }, true, ['track', 'AddToCart', { ...amount, ...meta }]],
  remove_from_cart: [
    { event: 'remove_from_cart', ...goods },
    true,
    ['trackCustom', 'remove_from_cart', { ...amount, ...meta }],
  ],
  begin_checkout: [
    { event: 'begin_checkout', ...delivery },
    true,
    ['track', 'InitiateCheckout', { ...amount, shipping: 10, coupon: 'Diwali gift', ...meta }],
  ],
  add_shipping_info: [
    { event: 'add_shipping_info', ...delivery },
    true,
    ['trackCustom', 'add_shipping_info', { ...amount, shipping: 10, coupon: 'Diwali gift', ...meta }],
  ],
  purchase: [
    { event: 'purchase', ...delivery, ...payment, tax: 0 },
    true,
    ['track', 'Purchase', { ...payment, shipping: 10, coupon: 'Diwali gift', tax: 0, ...meta }],
  ],
  conversion: [
    { event: 'conversion', transaction_id: 'SJ-7K2M9QXD', currency: 'INR', value: 370 },
    false,
    ['trackCustom', 'conversion', { transaction_id: 'SJ-7K2M9QXD', currency: 'INR', value: 370 }],
  ],
  button_click: [
    { event: 'button_click', button_name: 'Subscribe', button_location: 'newsletter' },
    false,
    ['trackCustom', 'button_click', { button_name: 'Subscribe', button_location: 'newsletter' }],
  ],
  share: [
    { event: 'share', method: 'whatsapp', content_type: 'product', item_id: 'soap' },
    false,
    ['trackCustom', 'share', { method: 'whatsapp', content_type: 'product', item_id: 'soap' }],
  ],
  form_start: [
    { event: 'form_start', form_name: 'checkout' },
    false,
    ['trackCustom', 'form_start', { form_name: 'checkout' }],
  ],
  form_complete: [
    { event: 'form_complete', form_name: 'checkout' },
    false,
    ['trackCustom', 'form_complete', { form_name: 'checkout' }],
  ],
  form_error: [
    { event: 'form_error', form_name: 'checkout', error_fields: 'contact.email' },
    false,
    ['trackCustom', 'form_error', { form_name: 'checkout', error_fields: 'contact.email' }],
  ],
  payment_start: [{ event: 'payment_start', ...payment }, false, ['trackCustom', 'payment_start', payment]],
  payment_success: [{ event: 'payment_success', ...payment }, false, ['trackCustom', 'payment_success', payment]],
  payment_failure: [
    { event: 'payment_failure', ...payment, reason: 'declined' },
    false,
    ['trackCustom', 'payment_failure', { ...payment, reason: 'declined' }],
  ],
}

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('head script[src]')].map((script) => script.src)
const layer = () => (window.dataLayer ?? []) as Record<string, unknown>[]
const named = (name: string) => layer().filter(({ event }) => event === name)
const pixelCalls = () => (window.fbq as Fbq).queue

beforeEach(() => {
  receiveEvents(() => undefined)
  window.dataLayer = []
  delete window.fbq
  delete window._fbq
})
afterEach(() => {
  for (const script of document.querySelectorAll('head script[src]')) script.remove()
  vi.unstubAllGlobals()
})

describe('events', () => {
  test.each(Object.entries(EVENTS))(
    'STAT-01 %s reaches the data layer and the ad pixel',
    (name, [tracked, ecommerce, pixel]) => {
      startMeasuring('', { ids: { googleTag: 'GTM-TEST1', pixel: '123' }, consentRequired: false })
      track(tracked)
      const { event, ...fields } = tracked
      const [pushed, ...more] = named(name)
      expect(more).toEqual([])
      const event_id = pushed?.event_id
      expect(event_id).toMatch(new RegExp(`^${name}\\..{6,}$`))
      expect(pushed).toEqual(ecommerce ? { event, event_id, ecommerce: fields } : { event, event_id, ...fields })
      const before = layer()[layer().indexOf(pushed as never) - 1]
      if (ecommerce) expect(before).toEqual({ ecommerce: null })
      else expect(before).not.toEqual({ ecommerce: null })
      const told = pixelCalls().filter(([method]) => String(method).startsWith('track'))
      expect(told).toEqual(pixel ? [[...pixel, { eventID: event_id }]] : [])
    },
  )

  test('STAT-01 a purchase has the same id every time, other events one of their own', () => {
    startOwnMeasuring('')
    const names = ['purchase', 'conversion', 'button_click', 'payment_failure'] as const
    for (const name of names) track(EVENTS[name][0])
    startOwnMeasuring('')
    for (const name of names) track(EVENTS[name][0])
    const ids = (name: EventName) => named(name).map(({ event_id }) => event_id)
    expect(ids('purchase')).toEqual(['purchase.SJ-7K2M9QXD', 'purchase.SJ-7K2M9QXD'])
    expect(new Set(ids('conversion')).size).toBe(1)
    expect(new Set(ids('button_click')).size).toBe(2)
    // It failed again, which is told again.
    expect(new Set(ids('payment_failure')).size).toBe(2)
  })

  test('STAT-01 what was recorded before measuring began is delivered in its order', async () => {
    // A page that has just been opened.
    vi.resetModules()
    const analytics = await import('../../src/integrations/analytics')
    analytics.track(EVENTS.view_item[0])
    analytics.track(EVENTS.form_start[0])
    expect(layer()).toEqual([])
    const delivery = await import('../../src/integrations/event-delivery')
    delivery.startOwnMeasuring('')
    expect(layer().map(({ event }) => event)).toEqual([undefined, 'view_item', 'form_start'])
  })

  test('STAT-01 an address in an event has lost everything but the campaign', () => {
    startOwnMeasuring('')
    track({
      event: 'page_view',
      page_path: '/shop',
      page_title: 'Shop',
      page_location: 'https://shop.example/shop?q=asha%40example.in&utm_source=insta&token=secret&gclid=g1#t=secret',
    })
    expect(named('page_view')).toMatchObject([{ page_location: 'https://shop.example/shop?utm_source=insta&gclid=g1' }])
  })

  test('STAT-03 leaving the page delivers what waits for its turn', () => {
    startOwnMeasuring('')
    for (const form_name of ['checkout', 'contact', 'newsletter']) track({ event: 'form_start', form_name })
    expect(named('form_start')).toHaveLength(1)
    window.dispatchEvent(new Event('pagehide'))
    expect(named('form_start').map(({ form_name }) => form_name)).toEqual(['checkout', 'contact', 'newsletter'])
  })
})

describe('scripts', () => {
  test('STAT-05 without ids there is no script, no pixel and a data layer all the same', () => {
    startOwnMeasuring('')
    track(EVENTS.view_item[0])
    expect(scripts()).toEqual([])
    expect(window.fbq).toBeUndefined()
    expect(named('view_item')).toHaveLength(1)
  })

  test('STAT-05 a container, a Google tag and a pixel load the script they need, without waiting for it', () => {
    startMeasuring('', { ids: { googleTag: 'GTM-TEST1', pixel: '123' }, consentRequired: false })
    expect(scripts()).toEqual([
      'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1',
      'https://connect.facebook.net/en_US/fbevents.js',
    ])
    expect([...document.querySelectorAll<HTMLScriptElement>('head script[src]')].every(({ async }) => async)).toBe(true)
    expect(named('gtm.js')).toHaveLength(1)
    expect(pixelCalls()).toEqual([
      ['consent', 'revoke'],
      ['set', 'autoConfig', false, '123'],
      ['init', '123'],
      ['consent', 'grant'],
    ])
  })

  test('STAT-05 a Google tag is told by commands, page views only by ours', () => {
    startMeasuring('', { ids: { googleTag: 'G-TEST1', pixel: '' }, consentRequired: false })
    track(EVENTS.add_to_cart[0])
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST1'])
    const commands = layer().filter((entry) => Object.prototype.toString.call(entry) === '[object Arguments]')
    expect(commands.map((entry) => Array.from(entry as unknown as ArrayLike<unknown>))).toEqual([
      ['consent', 'default', expect.objectContaining({ analytics_storage: 'denied', ad_storage: 'denied' })],
      ['consent', 'update', expect.objectContaining({ analytics_storage: 'granted', ad_storage: 'denied' })],
      ['js', expect.any(Date)],
      ['config', 'G-TEST1', { send_page_view: false }],
      ['event', 'add_to_cart', { ...goods, event_id: named('add_to_cart')[0]?.event_id }],
    ])
  })

  test('STAT-05 an id that is none loads nothing and says so to whoever set it', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    startMeasuring('', { ids: { googleTag: 'UA-1"><script>', pixel: 'abc' }, consentRequired: false })
    track(EVENTS.view_item[0])
    expect(scripts()).toEqual([])
    expect(warn).toHaveBeenCalledTimes(2)
    expect(named('view_item')).toHaveLength(1)
    warn.mockRestore()
  })

  test('STAT-05 scripts wait while the address may hold the token of a mail, events do not', () => {
    window.history.replaceState(null, '', '/auth/reset-password')
    startMeasuring('', { ids: { googleTag: 'GTM-TEST1', pixel: '123' }, consentRequired: false })
    track(EVENTS.form_start[0])
    expect(scripts()).toEqual([])
    window.history.replaceState(null, '', '/order-confirmation/o1#t=secret')
    track(EVENTS.page_view[0])
    expect(scripts()).toEqual([])
    window.history.replaceState(null, '', '/shop')
    track({ ...EVENTS.page_view[0], page_path: '/other' } as AnalyticsEvent)
    expect(scripts()).toHaveLength(2)
    expect(named('form_start')).toHaveLength(1)
    expect(pixelCalls()).toContainEqual(['trackCustom', 'form_start', { form_name: 'checkout' }, expect.anything()])
  })

  test('STAT-05 a browser that asks not to be followed loads nothing of other companies', () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })
    startMeasuring('', { ids: { googleTag: 'GTM-TEST1', pixel: '123' }, consentRequired: false })
    track(EVENTS.view_item[0])
    Reflect.deleteProperty(navigator, 'globalPrivacyControl')
    expect(scripts()).toEqual([])
    expect(window.fbq).toBeUndefined()
    // A container that is allowed later reads what stands in the layer.
    expect(layer()).toEqual([])
  })

  test('STAT-05 a receiver that throws breaks neither the page nor the others', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    startMeasuring('', { ids: { googleTag: 'GTM-TEST1', pixel: '123' }, consentRequired: false })
    window.dataLayer = Object.assign([], {
      push: () => {
        throw new Error('broken')
      },
    })
    track(EVENTS.view_item[0])
    expect(pixelCalls()).toContainEqual(['track', 'ViewContent', expect.anything(), expect.anything()])
    expect(warn).toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('campaign', () => {
  const DAY = 24 * 60 * 60_000

  test('STAT-04 all five parts are kept, for 30 days and not longer', () => {
    const all = {
      utm_source: 'insta',
      utm_medium: 'social',
      utm_campaign: 'diwali',
      utm_term: 'soap',
      utm_content: 'reel',
    }
    saveUtm(`?${new URLSearchParams(all)}&other=1`, 1000)
    expect(readUtm(1000 + 30 * DAY - 1)).toEqual(all)
    expect(readUtm(1000 + 30 * DAY)).toBeUndefined()
    // Gone, not only hidden.
    expect(readUtm(2000)).toBeUndefined()
  })

  test('STAT-04 a visit without a campaign changes nothing, another campaign replaces the whole', () => {
    saveUtm('?utm_source=insta&utm_term=soap', 1000)
    saveUtm('?category=soap&utm_source=', 2000)
    expect(readUtm(3000)).toEqual({ utm_source: 'insta', utm_term: 'soap' })
    saveUtm('?utm_source=letter', 4000)
    expect(readUtm(5000)).toEqual({ utm_source: 'letter' })
  })

  test('STAT-04 the address the visit began at is kept', () => {
    startOwnMeasuring('?utm_source=insta')
    expect(readUtm()).toEqual({ utm_source: 'insta' })
  })

  test('STAT-04 junk and forbidden storage are no campaign and no failure', () => {
    localStorage.setItem('sabun-and-jhola.utm.v1', '{"utm":{"utm_source":5},"at":1}')
    expect(readUtm(2)).toBeUndefined()
    localStorage.setItem('sabun-and-jhola.utm.v1', 'x')
    expect(readUtm(2)).toBeUndefined()
    saveUtm(`?utm_source=${'अ'.repeat(500)}`, 1)
    expect(readUtm(2)?.utm_source).toHaveLength(200)
    const allow = refuseStorage(() => true)
    expect(() => saveUtm('?utm_source=x', 3)).not.toThrow()
    expect(readUtm(3)).toBeUndefined()
    allow()
    expect(readUtm(3)?.utm_source).toHaveLength(200)
  })
})
