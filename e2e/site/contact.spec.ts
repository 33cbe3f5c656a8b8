import { smallTargets } from '../tools/axe'
import { enlargeText, LARGE_TEXT, misplaced } from '../tools/layout'
import { expect, settled, test } from '../tools/store'

test('ACCESS-04 the ways to reach the shop are for fingers, and fit, in whatever typeface', async ({ page, watch }) => {
  watch.expectProblem('.woff2')
  await page.route('**/*.woff2', (route) => route.abort())
  await page.setViewportSize(LARGE_TEXT)
  await page.goto('/contact')
  await settled(page)
  expect(await smallTargets(page, 'contact')).toEqual([])
  await enlargeText(page, true)
  expect(await misplaced(page, 'contact')).toEqual([])
})

test('ROUTE-08 a message written on the contact page reaches the shop’s mailbox, through a lost connection', async ({
  page,
  freshStore,
  mailbox,
  watch,
}) => {
  const store = await freshStore({ env: mailbox.env })
  const superuser = await store.superuser()
  await store.changeSettings({ notify_email: 'owner@example.com' })

  await page.goto(`${store.url}/contact`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Meera Raghunathan')
  await page.getByRole('textbox', { name: 'Email' }).fill('meera.r@example.in')
  await page.getByRole('textbox', { name: 'Message' }).fill('क्या आप लेह भेजते हैं?')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  watch.expectProblem('Failed to load resource')
  watch.expectProblem('request failed')
  await page.route('**/api/store/contact', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert')).toContainText('Your text is still here.')
  await page.unroute('**/api/store/contact')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('क्या आप लेह भेजते हैं?')

  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await superuser.crons.run('store-outbox')
  await expect
    .poll(() => superuser.collection('messages').getFullList())
    .toMatchObject([
      { name: 'Meera Raghunathan', email: 'meera.r@example.in', message: 'क्या आप लेह भेजते हैं?', mailed: true },
    ])
  // The message is marked before its acknowledgement goes out.
  await expect
    .poll(() => mailbox.mails.map(({ to, headers }) => [to, headers.get('reply-to')]))
    .toEqual([
      [['owner@example.com'], ['meera.r@example.in']],
      [['meera.r@example.in'], ['care@example.com']],
    ])
})

test('HOME-12 a link of the newsletter’s mail confirms at once, another leaves; an old one says so', async ({
  page,
  freshStore,
  mailbox,
  watch,
}) => {
  watch.expectProblem('/newsletter/confirm')
  const store = await freshStore({ env: mailbox.env })
  await page.goto(`${store.url}/`)
  await page.getByRole('textbox', { name: 'Email address' }).fill('meera.r@example.in')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Thanks for subscribing!')).toBeVisible()
  await store.runJob('store-outbox')
  const { body } = await mailbox.waitFor('meera.r@example.in', /letters\/confirm/)
  const link = (deed: string) => `${store.url}${new RegExp(`/letters/${deed}#\\S+`).exec(body)?.[0]}`
  await page.goto(link('confirm'))
  await expect(page.getByRole('heading', { level: 1, name: 'Your letters will come' })).toBeVisible()
  await expect(page).toHaveURL(`${store.url}/letters/confirm`)
  await page.goto(link('leave'))
  await expect(page.getByRole('heading', { level: 1, name: 'No more letters' })).toBeVisible()
  await page.goto(link('confirm'))
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not good any more' })).toBeVisible()
})
