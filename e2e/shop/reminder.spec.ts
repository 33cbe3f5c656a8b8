import { expect, settled, test } from '../tools/store'

test('REMIND-01 REMIND-03 a guest asks in the cart, confirms by the mail, and comes back to it a day later', async ({
  page,
  context,
  freshStore,
  mailbox,
  watch,
}) => {
  const store = await freshStore({ seed: 'demo', env: mailbox.env })
  await page.goto(`${store.url}/shop`)
  await page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true }).getByRole('link').first().click()
  await settled(page)
  await page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().click()
  const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(sheet.getByRole('button', { name: 'Remind me tomorrow' })).toBeVisible()

  await page.goto(`${store.url}/cart`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Remind me tomorrow' }).press('Enter')
  const field = main.getByRole('textbox', { name: 'Email address' })
  await expect(field).toBeFocused()
  await field.fill('meera@example.in')
  watch.expectProblem('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(true)
  await field.press('Enter')
  await expect(main.getByText('We cannot reach the shop.')).toBeVisible()
  await context.setOffline(false)
  await field.press('Enter')
  await expect(main.getByText(/^Look into your mailbox/)).toBeVisible()
  await store.runJob('store-outbox')
  const asked = await mailbox.waitFor('meera@example.in', /letters\/remind/)
  await page.goto(`${store.url}/letters/remind${/\/letters\/remind(#\S+)/.exec(asked.body)?.[1]}`)
  await expect(page.getByText('Tomorrow we write to you, once.')).toBeVisible()

  await store.later(25 * 60 * 60_000)
  for (const job of ['store-alerts', 'store-outbox']) await store.runJob(job)
  const mail = await mailbox.waitFor('meera@example.in', /Nothing is kept aside/)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${store.url}/cart${/\/cart(\?items=\S+)/.exec(mail.body)?.[1]}`)
  await expect(page.getByRole('main').getByText('Neem & Tulsi Soap').first()).toBeVisible()
})
