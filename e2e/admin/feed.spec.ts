import { openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

test('FEED-08 the feed’s address stands in Setting up, and is copied', async ({ page, store }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => document.documentElement.setAttribute('data-copied', text) },
    })
  })
  await openDesk(page, store, '/setup')
  const part = page.getByRole('region', { name: 'Found elsewhere' })
  const address = `${store.url}/feeds/google.xml`
  await expect(part.getByRole('link', { name: address })).toHaveAttribute('href', address)
  await part.getByRole('button', { name: 'Copy the address' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-copied', address)
  expect(await (await page.request.get(address)).text()).toContain('<g:id>')
})
