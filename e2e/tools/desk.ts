import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { problems } from './axe'

/**
 * Opens a screen of the maker's desk as a superuser who is signed in to the admin screens already. `path` is such as
 * `/today`.
 */
export async function openDesk(page: Page, store: RecordStore, path: string): Promise<void> {
  const { authStore } = await store.superuser()
  const session = JSON.stringify({ token: authStore.token, record: authStore.record })
  await page.addInitScript((session) => localStorage.setItem('__pb_superusers__/_', session), session)
  await page.goto(`${store.url}/_/#${path}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

/** What axe finds at the desk; what PocketBase draws around it is not ours. */
export const deskProblems = (page: Page, where: string): Promise<string[]> =>
  problems(page, where, { fromShadowDom: ['#desk', '.desk'] })
