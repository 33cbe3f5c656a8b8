import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConsentPanel } from '../../src/features/consent/consent-panel'
import { receiveEvents, track } from '../../src/integrations/analytics'
import { consentView, showConsent } from '../../src/integrations/consent-view'
import { startMeasuring } from '../../src/integrations/measuring'
import type { Fbq } from '../../src/integrations/pixel'
import { readUtm } from '../../src/integrations/utm'
import { refuseStorage } from './refused-storage'

const KEY = 'sabun-and-jhola.consent.v1'
const DAY = 24 * 60 * 60_000
const BOTH = { googleTag: 'GTM-TEST1', pixel: '123' }

const purchase = {
  event: 'purchase',
  transaction_id: 'SJ-7K2M9QXD',
  currency: 'INR',
  value: 370,
  payment_method: 'cod',
  shipping: 10,
  coupon: '',
  tax: 0,
  items: [],
} as const
const started = (form_name: string) => ({ event: 'form_start', form_name }) as const

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('head script[src]')].map((script) => script.src)
const layer = () => (window.dataLayer ?? []) as Record<string, unknown>[]
const named = (name: string) => layer().filter(({ event }) => event === name)
const commands = () =>
  layer()
    .filter((entry) => Object.prototype.toString.call(entry) === '[object Arguments]')
    .map((entry) => Array.from(entry as unknown as ArrayLike<unknown>))
const pixelCalls = () => (window.fbq as Fbq).queue
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')
const keep = (choice: object, { at = Date.now(), version = 1 } = {}) =>
  localStorage.setItem(KEY, JSON.stringify({ version, at, choice }))
/** What another tab does to the storage. */
const elsewhere = (choice: object | null) =>
  act(() => {
    if (choice) keep(choice)
    else localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: choice ? KEY : null }))
  })

function open(ids: Partial<typeof BOTH> = BOTH, consentRequired = true) {
  const reload = vi.fn()
  startMeasuring('?utm_source=insta', { ids: { googleTag: '', pixel: '', ...ids }, consentRequired, reload })
  render(
    <MemoryRouter>
      <main id="main" tabIndex={-1} />
      <ConsentPanel />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), reload }
}
const notice = () => screen.queryByRole('region', { name: 'Your privacy' })

beforeEach(() => {
  receiveEvents(() => undefined)
  showConsent('none')
  window.dataLayer = []
  delete window.fbq
  delete window._fbq
})
afterEach(() => {
  for (const script of document.querySelectorAll('head script[src]')) script.remove()
  for (const pair of document.cookie.split(';')) {
    // biome-ignore lint/suspicious/noDocumentCookie: what the test set
    document.cookie = `${pair.split('=')[0]?.trim()}=; max-age=0; path=/`
  }
  Reflect.deleteProperty(navigator, 'globalPrivacyControl')
  Reflect.deleteProperty(navigator, 'doNotTrack')
})

describe('before a choice', () => {
  test('STAT-05 DATA-01 nothing of other companies is loaded, nothing is told, nothing is kept', async () => {
    open()
    track(purchase)
    track(started('checkout'))
    expect(notice()).toBeInTheDocument()
    expect(scripts()).toEqual([])
    expect(layer()).toEqual([])
    expect(window.fbq).toBeUndefined()
    expect(localStorage.length).toBe(0)
    expect(readUtm()).toBeUndefined()
  })

  test('STAT-05 DATA-01 the notice says who would do what, offers yes and no alike and takes no focus', async () => {
    const { user } = open()
    const region = notice() as HTMLElement
    expect(region).toHaveTextContent('count visits with Google')
    expect(region).toHaveTextContent('measure advertising with Google and Meta')
    const [yes, no] = ['Accept all', 'Only necessary'].map((name) => within(region).getByRole('button', { name }))
    expect(yes?.className).toBe(no?.className)
    expect(document.body).toHaveFocus()
    await user.tab()
    expect(within(region).getByRole('link', { name: 'Privacy policy' })).toHaveFocus()
    await user.tab()
    expect(yes).toHaveFocus()
    await screen.findByText(/privacy choice is asked for/)
  })

  test('STAT-05 DATA-01 without ids, or with ids that are none, nobody is asked', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    open({})
    expect(notice()).toBeNull()
    track(started('checkout'))
    expect(named('form_start')).toHaveLength(1)
    open({ googleTag: 'UA-1', pixel: 'x' })
    expect(consentView()).toBe('none')
    vi.mocked(console.warn).mockRestore()
  })

  test.each([
    ['Global Privacy Control', 'globalPrivacyControl', true],
    ['Do Not Track', 'doNotTrack', '1'],
  ])('STAT-05 DATA-03 %s is a no without asking, until its user says yes', async (_name, property, value) => {
    Object.defineProperty(navigator, property, { value, configurable: true })
    const { user } = open()
    track(started('checkout'))
    expect(notice()).toBeNull()
    expect(scripts()).toEqual([])
    expect(layer()).toEqual([])
    await act(async () => showConsent('choices'))
    await user.click(await screen.findByRole('checkbox', { name: 'Analytics' }))
    await user.click(screen.getByRole('button', { name: 'Save choices' }))
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST1'])
    // What happened under the no stays untold.
    expect(named('form_start')).toEqual([])
  })

  test('STAT-05 DATA-02 a shop that does not ask first still takes a no', async () => {
    const { user, reload } = open(BOTH, false)
    expect(notice()).toBeNull()
    expect(scripts()).toHaveLength(2)
    await act(async () => showConsent('choices'))
    await user.click(await screen.findByRole('checkbox', { name: 'Analytics' }))
    await user.click(screen.getByRole('checkbox', { name: 'Advertising' }))
    await user.click(screen.getByRole('button', { name: 'Save choices' }))
    expect(kept().choice).toEqual({ analytics: false, advertising: false })
    expect(reload).toHaveBeenCalled()
  })
})

describe('a yes', () => {
  test('STAT-01 STAT-05 DATA-01 loads the scripts behind their consent commands and tells what happened meanwhile', async () => {
    const { user } = open()
    track(purchase)
    track(started('checkout'))
    await user.click(screen.getByRole('button', { name: 'Accept all' }))
    expect(scripts()).toEqual([
      'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1',
      'https://connect.facebook.net/en_US/fbevents.js',
    ])
    const denied = {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
    }
    const granted = {
      ad_storage: 'granted',
      ad_user_data: 'granted',
      ad_personalization: 'granted',
      analytics_storage: 'granted',
    }
    expect(commands()).toEqual([
      ['consent', 'default', { ...denied, wait_for_update: 500 }],
      ['consent', 'update', granted],
    ])
    expect(layer().findIndex(({ event }) => event === 'gtm.js')).toBe(2)
    expect(pixelCalls().slice(0, 4)).toEqual([
      ['consent', 'revoke'],
      ['set', 'autoConfig', false, '123'],
      ['init', '123'],
      ['consent', 'grant'],
    ])
    expect(named('purchase')).toMatchObject([{ event_id: 'purchase.SJ-7K2M9QXD' }])
    expect(named('form_start')).toHaveLength(1)
    expect(pixelCalls().filter(([, name]) => name === 'Purchase')).toHaveLength(1)
    expect(readUtm()).toEqual({ utm_source: 'insta' })
    expect(notice()).toBeNull()
    expect(document.getElementById('main')).toHaveFocus()
  })

  test('STAT-05 DATA-01 to analytics alone lets Google count and keeps Meta out', async () => {
    const { user } = open()
    track(started('checkout'))
    await user.click(screen.getByRole('button', { name: 'Choose' }))
    const dialog = await screen.findByRole('dialog', { name: 'Privacy choices' })
    const analytics = within(dialog).getByRole('checkbox', { name: 'Analytics' })
    expect(analytics).not.toBeChecked()
    expect(within(dialog).getByRole('checkbox', { name: 'Advertising' })).not.toBeChecked()
    expect(analytics).toHaveAccessibleDescription(/Google learns which pages/)
    await user.click(analytics)
    await user.click(within(dialog).getByRole('button', { name: 'Save choices' }))
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST1'])
    expect(commands().at(-1)).toEqual([
      'consent',
      'update',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'granted',
      },
    ])
    expect(window.fbq).toBeUndefined()
    expect(named('form_start')).toHaveLength(1)
    expect(notice()).toBeNull()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('STAT-05 DATA-02 of last time holds without asking, for half a year', async () => {
    keep({ analytics: true, advertising: true }, { at: Date.now() - 182 * DAY })
    open()
    expect(notice()).toBeNull()
    expect(scripts()).toHaveLength(2)
  })

  test.each([
    ['is half a year old', { analytics: true, advertising: true }, { at: Date.now() - 184 * DAY }],
    ['answered another question', { analytics: true, advertising: true }, { version: 0 }],
    ['did not know of advertising', { analytics: true }, {}],
    ['comes from the future', { analytics: true, advertising: true }, { at: Date.now() + 3 * DAY }],
    ['is junk', { analytics: 'yes', advertising: 1 }, {}],
  ])('STAT-05 DATA-02 that %s is asked for again', (_why, choice, more) => {
    keep(choice, more)
    open()
    expect(notice()).toBeInTheDocument()
    expect(scripts()).toEqual([])
  })

  test('STAT-05 DATA-01 is asked for what the shop has somebody for, no more', async () => {
    const { user } = open({ googleTag: 'G-TEST1' })
    expect(notice()).not.toHaveTextContent('advertising')
    await user.click(screen.getByRole('button', { name: 'Choose' }))
    expect(await screen.findByRole('checkbox', { name: 'Analytics' })).toBeInTheDocument()
    expect(screen.queryByRole('checkbox', { name: 'Advertising' })).toBeNull()
  })
})

describe('DATA-02 a no', () => {
  test('STAT-05 drops what was waiting, loads nothing and is kept', async () => {
    const { user, reload } = open()
    track(purchase)
    track(started('checkout'))
    await user.click(screen.getByRole('button', { name: 'Only necessary' }))
    track(started('contact'))
    window.dispatchEvent(new Event('pagehide'))
    expect(scripts()).toEqual([])
    expect(layer()).toEqual([])
    expect(window.fbq).toBeUndefined()
    expect(notice()).toBeNull()
    expect(kept()).toMatchObject({ version: 1, choice: { analytics: false, advertising: false } })
    expect(readUtm()).toBeUndefined()
    // Nothing ran that a fresh page would have to get rid of.
    expect(reload).not.toHaveBeenCalled()
  })

  test('STAT-05 after a yes stops everything at once and takes the cookies along', async () => {
    keep({ analytics: true, advertising: true })
    const { user, reload } = open()
    for (const cookie of ['_ga=1', '_ga_TEST1=1', '_gid=1', '_fbp=1', '_gcl_au=1', 'other=1']) {
      // biome-ignore lint/suspicious/noDocumentCookie: as Google's and Meta's scripts do
      document.cookie = `${cookie}; path=/`
    }
    localStorage.setItem('_gcl_ls', '1')
    track(started('checkout'))
    track(started('newsletter'))
    expect(named('form_start')).toHaveLength(1)
    await act(async () => showConsent('choices'))
    const analytics = await screen.findByRole('checkbox', { name: 'Analytics' })
    expect(analytics).toBeChecked()
    await user.click(analytics)
    await user.click(screen.getByRole('checkbox', { name: 'Advertising' }))
    // The second waits its two seconds, unless the machine took longer for what stands above.
    const told = named('form_start').length
    await user.click(screen.getByRole('button', { name: 'Save choices' }))
    track(started('contact'))
    window.dispatchEvent(new Event('pagehide'))

    expect(named('form_start')).toHaveLength(told)
    expect(commands().at(-1)).toEqual(['consent', 'update', expect.objectContaining({ analytics_storage: 'denied' })])
    expect(pixelCalls().at(-1)).toEqual(['consent', 'revoke'])
    expect(document.cookie).toBe('other=1')
    expect(localStorage.getItem('_gcl_ls')).toBeNull()
    expect(readUtm()).toBeUndefined()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('STAT-05 to advertising alone takes its cookies and leaves the others', async () => {
    keep({ analytics: true, advertising: true })
    const { user, reload } = open()
    for (const cookie of ['_ga=1', '_fbp=1']) {
      // biome-ignore lint/suspicious/noDocumentCookie: as Google's and Meta's scripts do
      document.cookie = `${cookie}; path=/`
    }
    await act(async () => showConsent('choices'))
    await user.click(await screen.findByRole('checkbox', { name: 'Advertising' }))
    await user.click(screen.getByRole('button', { name: 'Save choices' }))
    expect(document.cookie).toBe('_ga=1')
    // The pixel runs and must go.
    expect(reload).toHaveBeenCalledOnce()
    track(started('contact'))
    expect(named('form_start')).toHaveLength(1)
    expect(pixelCalls().at(-1)).toEqual(['consent', 'revoke'])
  })
})

describe('DATA-02 other tabs', () => {
  test('STAT-05 a yes elsewhere closes the notice here and begins', () => {
    open()
    track(started('checkout'))
    elsewhere({ analytics: true, advertising: true })
    expect(notice()).toBeNull()
    expect(scripts()).toHaveLength(2)
    expect(named('form_start')).toHaveLength(1)
  })

  test('STAT-05 a no elsewhere stops this one, without loading its page anew under the shopper’s hands', () => {
    keep({ analytics: true, advertising: true })
    const { reload } = open()
    elsewhere({ analytics: false, advertising: false })
    track(started('checkout'))
    expect(named('form_start')).toEqual([])
    expect(pixelCalls().at(-1)).toEqual(['consent', 'revoke'])
    expect(reload).not.toHaveBeenCalled()
  })

  test('STAT-05 a storage that was emptied elsewhere is no choice: nothing more is sent, and it is asked again', () => {
    keep({ analytics: true, advertising: true })
    open()
    elsewhere(null)
    track(started('checkout'))
    expect(named('form_start')).toEqual([])
    expect(pixelCalls().at(-1)).toEqual(['consent', 'revoke'])
    expect(notice()).toBeInTheDocument()
  })
})

test('STAT-05 a storage that is forbidden keeps the choice for this page', async () => {
  const allow = refuseStorage(() => true)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Only necessary' }))
  expect(notice()).toBeNull()
  track(started('contact'))
  expect(layer()).toEqual([])
  allow()
})
