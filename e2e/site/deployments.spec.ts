import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DIST_DIR } from '../../scripts/start/environment'
import { anotherBuild, nameOfBuild } from '../tools/builds'
import { FORM, fillAddress } from '../tools/buyer'
import { expect, settled, test } from '../tools/store'

test.use({ serviceWorkers: 'allow' })

const SOAP = 'Neem & Tulsi Soap'
/** What a browser says of a store that starts anew; through a worker, that it failed. */
const AWAY =
  /\/api\/realtime|ERR_(?:CONNECTION_RE(?:FUSED|SET)|EMPTY_RESPONSE|SOCKET_NOT|INCOMPLETE_CHUNKED_ENCODING|FAILED)/
const buildOfPage = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content)

async function toCart(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/shop`)
  await page.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
  await settled(page)
}

async function toCheckout(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await settled(page)
}

async function fill(page: Page): Promise<void> {
  await fillAddress(page)
  await page.getByRole('radio', { name: 'Cash on delivery' }).check()
}

async function buy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
}

test('DEPLOY-01 DEPLOY-02 DEPLOY-03 three builds one after the other under a tab in every state of a purchase: each goes on to its end @one-screen', async ({
  browser,
  freshStore,
  watch,
}) => {
  test.slow()
  // The store is away for a moment each time; whoever listens for changes comes again.
  watch.expectProblem(AWAY)
  const home = await mkdtemp(join(tmpdir(), 'deployments-'))
  const served = join(home, 'served')
  await cp(DIST_DIR, served, { recursive: true })
  const store = await freshStore({ env: { STORE_PUBLIC_DIR: served } })
  const deploy = async (letter: string) => {
    const next = await anotherBuild(served, letter)
    // Before its files go: a tab that asks for one meanwhile finds nobody, not a store without it.
    await store.kill()
    await rm(served, { recursive: true })
    await rename(next, served)
    await store.restart()
  }
  // Each shopper has a browser of their own.
  const open = async () => (await browser.newContext({ serviceWorkers: 'allow' })).newPage()
  const states: Record<string, { page: Page; goOn: (page: Page) => Promise<void> }> = {}
  const at = async (state: string, reach: (page: Page) => Promise<void>, goOn: (page: Page) => Promise<void>) => {
    const page = await open()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (line) => {
      const said = `${line.text()} ${line.location().url}`
      if (line.type() === 'error' && !AWAY.test(said)) problems.push(said)
    })
    await reach(page)
    states[state] = {
      page,
      goOn: async () => {
        const alerts = page.getByRole('alert').filter({ hasText: /\S/ })
        await expect(alerts).toHaveCount(0)
        await goOn(page)
        await expect(alerts).toHaveCount(0)
        expect(problems, state).toEqual([])
      },
    }
  }
  await at(
    'list',
    async (page) => {
      await page.goto(`${store.url}/shop`)
      await settled(page)
    },
    async (page) => {
      await page.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }).click()
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await toCheckout(page)
      await fill(page)
      await buy(page)
    },
  )
  await at(
    'cart',
    (page) => toCart(page, store.url),
    async (page) => {
      await toCheckout(page)
      await fill(page)
      await buy(page)
    },
  )
  await at(
    'a form that is half filled in',
    async (page) => {
      await toCart(page, store.url)
      await toCheckout(page)
      await fill(page)
    },
    async (page) => {
      for (const [name, value] of Object.entries(FORM))
        await expect(page.getByRole('textbox', { name })).toHaveValue(value)
      await buy(page)
    },
  )
  await at(
    'an order that waits for its payment',
    async (page) => {
      await toCart(page, store.url)
      await toCheckout(page)
      await fill(page)
      await page.getByRole('radio', { name: 'Pay online' }).check()
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByRole('button', { name: 'Pay ₹180.00' })).toBeVisible()
    },
    async (page) => {
      await page.getByRole('button', { name: 'Pay ₹180.00' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    },
  )
  await at(
    'thanks',
    async (page) => {
      await toCart(page, store.url)
      await toCheckout(page)
      await fill(page)
      await buy(page)
    },
    async (page) => {
      await page.getByRole('link', { name: 'Track order' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Track order' })).toBeVisible()
    },
  )
  await deploy('b')
  await deploy('c')
  for (const [state, { page, goOn }] of Object.entries(states))
    await test.step(state, async () => {
      await goOn(page)
      await page.context().close()
    })
  const fresh = await open()
  await fresh.goto(`${store.url}/shop`)
  expect(await buildOfPage(fresh)).toBe(nameOfBuild('c'))
  await fresh.context().close()
  const { totalItems } = await (await store.superuser()).collection('orders').getList(1, 1)
  expect(totalItems).toBe(Object.keys(states).length)
  await rm(home, { recursive: true, force: true })
})
