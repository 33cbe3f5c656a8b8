import type { Locator, Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { problems } from './axe'

/** Signs a page in to the admin screens, as a superuser, from its next opening on. */
export async function signInToAdmin(page: Page, store: RecordStore): Promise<void> {
  const { authStore } = await store.superuser()
  const session = JSON.stringify({ token: authStore.token, record: authStore.record })
  await page.addInitScript((session) => localStorage.setItem('__pb_superusers__/_', session), session)
}

/** What a maker types of who sells, by the labels of its fields. */
export const SELLER = {
  'Legal name of the seller': 'Asha Rao, Soap Makers',
  Address: '12 Church Street, Ashok Nagar, Bengaluru 560001',
  'Email for customers': 'care@soap.shop',
  'Phone for customers': '+91 98450 12345',
  'Who answers complaints': 'Asha Rao',
  'Their email': 'asha@soap.shop',
  'Their phone': '+91 98450 12345',
}

/** Opens a screen of the maker's desk as a superuser. `path` is such as `/today`. */
export async function openDesk(page: Page, store: RecordStore, path: string): Promise<void> {
  await signInToAdmin(page, store)
  await page.goto(`${store.url}/_/#${path}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

/** What axe finds at the desk; what PocketBase draws around it is not ours. */
export const deskProblems = (page: Page, where: string): Promise<string[]> =>
  problems(page, where, { fromShadowDom: ['#desk', '.desk'] })

/** By how many pixels the desk, or a dialog of it, is wider than its place: it scrolls by itself, not with the page. */
export async function deskOverflow(page: Page): Promise<number> {
  const places = await page.locator('html, #desk, [role="dialog"]').all()
  const over = places.map((place) => place.evaluate((element) => element.scrollWidth - element.clientWidth))
  return Math.max(...(await Promise.all(over)))
}

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const focused = () => target.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await focused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not lead there.')
}
