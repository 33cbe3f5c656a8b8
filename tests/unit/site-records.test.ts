import { describe, expect, test } from 'vitest'
import { deliversFree } from '../../src/domain/cart/delivery-fee'
import { parsePromotion, promotionRuns, promotionState } from '../../src/domain/offers/promotion'
import { HOME_SECTIONS, visibleSections } from '../../src/domain/site/homepage'
import { visibleLinks } from '../../src/domain/site/navigation'
import { DEFAULT_SETTINGS, parseSettings } from '../../src/domain/site/settings'

describe('homepage sections', () => {
  test('HOME-01 without a record every section is shown in the promised order', () => {
    expect(visibleSections(null)).toEqual([...HOME_SECTIONS])
    expect(visibleSections({})).toEqual([
      'hero',
      'featured',
      'new_arrivals',
      'features',
      'bestsellers',
      'testimonials',
      'newsletter',
    ])
  })

  test('HOME-01 switches hide, numbers order, equal numbers keep the default order, junk counts as the default', () => {
    expect(
      visibleSections({ show_hero: false, newsletter_order: -1, testimonials_order: 2, features_order: 'x' }),
    ).toEqual(['newsletter', 'featured', 'new_arrivals', 'testimonials', 'features', 'bestsellers'])
  })
})

describe('navigation', () => {
  const names = (record: Record<string, unknown> | null) => visibleLinks(record).map((link) => link.label)

  test('NAV-01 NAV-03 without a record all seven links are shown, in order', () => {
    expect(names(null)).toEqual(['Shop', 'Bestsellers', 'New Arrivals', 'About', 'Gifting', 'Contact', 'Blog'])
  })

  test('WORDS-03 places order the links, a shop’s own among them; half a link is none', () => {
    const own = { own_1_label: 'Soaps', own_1_link: '/shop?category=soap', own_1_order: 1 }
    expect(names({ ...own, shop_order: 4, show_about: false, contact_order: 0, own_2_label: 'Half' })).toEqual([
      'Contact',
      'Soaps',
      'Bestsellers',
      'New Arrivals',
      'Shop',
      'Gifting',
      'Blog',
    ])
    for (const own_1_link of ['javascript:alert(1)', '//evil.example', 'soaps'])
      expect(names({ ...own, own_1_link })).not.toContain('Soaps')
    expect(visibleLinks(own)[1]).toEqual({ label: 'Soaps', link: '/shop?category=soap' })
  })

  test('NAV-02 a switch that is off hides its link; a missing one counts as on', () => {
    expect(names({ show_blog: false, show_about: true, show_gifting: false })).toEqual([
      'Shop',
      'Bestsellers',
      'New Arrivals',
      'About',
      'Contact',
    ])
  })
})

describe('offers', () => {
  const offer = parsePromotion({
    id: 'o1',
    minimum: 1999,
    active: true,
    starts: '2026-11-01 00:00:00.000Z',
    ends: '2026-11-20 18:29:59.000Z',
    gift: 'p1',
  })

  test('OFFER-01 runs while it is switched on and its dates include now', () => {
    expect(offer.name).toBe('Special Offer')
    expect(promotionRuns(offer, Date.parse('2026-11-20T18:29:58Z'))).toBe(true)
    expect(promotionRuns(offer, Date.parse('2026-11-20T18:30:00Z'))).toBe(false)
    expect(promotionRuns(offer, Date.parse('2026-10-31T23:59:59Z'))).toBe(false)
    expect(promotionRuns({ ...offer, active: false }, Date.parse('2026-11-10T00:00:00Z'))).toBe(false)
  })

  test('OFFER-02 says how much is missing with two decimals, and Eligible now from the exact amount', () => {
    expect(promotionState(offer, 165_000)).toEqual({
      active: false,
      missing: 34_900,
      sentence: 'Add ₹349.00 more to unlock',
    })
    expect(promotionState(offer, 199_899).sentence).toBe('Add ₹0.01 more to unlock')
    expect(promotionState(offer, 199_900)).toEqual({ active: true, missing: 0, sentence: 'Eligible now' })
  })
})

describe('settings', () => {
  test('CART-15 SHEET-08 a missing or broken record is the promised figures', () => {
    for (const record of [null, {}, { minimum_order: 'x', shipping_fee: -1, free_shipping_from: Number.NaN }]) {
      expect(parseSettings(record)).toMatchObject({
        minimum_order: 15_000,
        free_shipping_from: 10_000,
        shipping_fee: 1000,
      })
    }
    expect(parseSettings({ order_prefix: '', show_making: 0 })).toMatchObject({
      order_prefix: 'SJ',
      show_making: false,
    })
    expect(parseSettings({ minimum_order: 299.5, gst_mode: 'nonsense', store_name: '' })).toMatchObject({
      minimum_order: 29_950,
      gst_mode: 'unregistered',
      store_name: 'Sabun & Jhola',
    })
  })

  test('CART-15 free delivery is promised only while every accepted order is delivered free', () => {
    expect(deliversFree(DEFAULT_SETTINGS)).toBe(true)
    expect(deliversFree({ ...DEFAULT_SETTINGS, free_shipping_from: 50_000 })).toBe(false)
  })
})
