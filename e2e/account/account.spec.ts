import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '../../src/lib/paths'
import { type LocalServer, startLocalServer } from '../../tests/local-server'
import { phonePhotograph } from '../tools/photograph'
import { accountPlace, expect, signIn, test } from '../tools/store'

const PASSWORD = 'kitchen table'
let people = 0
const newEmail = () => `shopper-${process.pid}-${Date.now()}-${people++}@example.com`

async function createAccount(page: Page, email: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/auth/signup?returnTo=%2Fprofile`)
  await page.getByLabel('Name').fill('Meera Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
}

test('AUTH-01 AUTH-02 AUTH-07 ROUTE-24 an account is made, left, and entered again on the way to a page', async ({
  page,
  store,
  watch,
}) => {
  const email = newEmail()
  await createAccount(page, email)
  await expect(page.getByText(email)).toBeVisible()
  const made = await (await store.superuser()).collection('users').getFirstListItem(`email = "${email}"`)
  expect(made.name).toBe('Meera Rao')

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Fprofile$/)

  await page.goto('/orders?from=menu')
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Forders%3Ffrom%3Dmenu$/)
  watch.expectProblem('/api/collections/users/auth-with-password')
  await signIn(page, { email, password: 'not the password' })
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('That email and password do not match.')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/orders\?from=menu$/)

  await page.reload()
  await expect((await accountPlace(page)).getByRole('button', { name: 'Account menu' })).toBeVisible()
})

test('AUTH-03 an email that has an account is refused in words @long', async ({ page, store, watch }) => {
  const { email } = await store.newUser()
  watch.expectProblem('/api/collections/users/records')
  await page.goto('/auth/signup')
  await page.getByLabel('Name').fill('Meera Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(/^email: /)).toBeVisible()
  await expect(page.getByText('There is an account with this email already.')).toBeVisible()
})

test('AUTH-01 signing out in one tab signs out the other', async ({ page, context }) => {
  await createAccount(page, newEmail())
  const other = await context.newPage()
  await other.goto('/about')
  const place = await accountPlace(other)
  await expect(place.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await (await accountPlace(page)).getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(place.getByRole('button', { name: 'Account menu' })).toBeHidden()
  await expect(place.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('AUTH-06 REV-09 name and picture are changed', async ({ page, store }) => {
  const email = newEmail()
  await createAccount(page, email)
  const users = (await store.superuser()).collection('users')
  await users.update((await users.getFirstListItem(`email = "${email}"`)).id, { verified: true })
  await page.getByLabel('Name').fill('मीरा राव')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved')).toBeVisible()

  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  // Larger than the store takes: made smaller first.
  await (await picker).setFiles(await phonePhotograph())
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  const picture = page.getByRole('img', { name: 'Picture of मीरा राव' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(300)

  const changed = await users.getFirstListItem(`email = "${email}"`)
  expect(changed.name).toBe('मीरा राव')
  expect(changed.avatar).toMatch(/\.jpg$/)

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  expect((await users.getOne(changed.id)).avatar).toBe('')
})

test('AUTH-05 a forgotten password is replaced through the mail, and the mail confirms the address', async ({
  page,
  freshStore,
  mailbox,
  watch,
}) => {
  const store = await freshStore({ env: mailbox.env })
  const email = newEmail()
  await createAccount(page, email, store.url)

  await page.goto(await mailbox.link(email, paths.mailLink('verify')))
  await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(`${store.url}/auth/login`)
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()

  await page.goto(`${store.url}/auth/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  const reset = await mailbox.link(email, paths.resetPassword())
  expect(reset).toMatch(store.url)
  await page.goto(reset)
  await page.getByLabel('New password').fill('a new table')
  await page.getByLabel('Confirm password').fill('a new table')
  watch.expectProblem('ERR_FAILED')
  watch.expectProblem('/api/collections/users/confirm-password-reset')
  // Its answer is lost.
  await page.route('**/confirm-password-reset', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toContainText('We cannot reach the shop.')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  watch.expectProblem('/api/collections/users/auth-with-password')
  await signIn(page, { email, password: PASSWORD })
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('That email and password do not match.')
  await signIn(page, { email, password: 'a new table' })
  await expect(page).not.toHaveURL(/login/)
  await expect((await accountPlace(page)).getByRole('button', { name: 'Account menu' })).toBeVisible()

  await page.goto(reset)
  await page.getByLabel('New password').fill('another table')
  await page.getByLabel('Confirm password').fill('another table')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link has expired or was used before. Ask for a new one.')
})

test('AUTH-05 nobody learns from a forgotten password who has an account @long', async ({
  page,
  freshStore,
  mailbox,
}) => {
  const store = await freshStore({ env: mailbox.env })
  await page.goto(`${store.url}/auth/forgot-password`)
  await page.getByLabel('Email').fill('nobody@example.in')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If there is an account for nobody@example.in')).toBeVisible()
  // A mail that is written comes before one that is asked for later.
  const { email } = await store.newUser()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await mailbox.link(email, paths.resetPassword())
  expect(mailbox.mails.flatMap(({ to }) => to)).toEqual([email])
})

test('AUTH-06 an account moves to another email through the link of the mail to it @long', async ({
  page,
  freshStore,
  mailbox,
  watch,
}) => {
  const store = await freshStore({ env: mailbox.env })
  const [email, next] = [newEmail(), newEmail()]
  const taken = await store.newUser()
  await createAccount(page, email, store.url)
  const change = page.getByRole('button', { name: 'Change email' })
  await change.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(change).toBeFocused()
  await change.click()
  watch.expectProblem('/api/collections/users/request-email-change')
  await page.getByLabel('New email').fill(taken.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('This email cannot be used. Choose another.')).toBeVisible()
  await page.getByLabel('New email').fill(next)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`on its way to ${next}`)).toBeVisible()
  const users = (await store.superuser()).collection('users')
  expect(await users.getList(1, 10, { filter: `email = "${next}"` })).toMatchObject({ totalItems: 0 })

  const link = await mailbox.link(next, paths.mailLink('email'))
  expect(link).toMatch(store.url)
  await page.goto(link)
  watch.expectProblem('/api/collections/users/confirm-email-change')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Confirm new email' }).click()
  await expect(page.getByText('That is not the password of this account.')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm new email' }).click()
  await expect(page.getByText('Your account now uses the new email.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, { email: next, password: PASSWORD })
  await expect(page).not.toHaveURL(/login/)
  await expect((await accountPlace(page)).getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(await users.getList(1, 10, { filter: `email = "${email}"` })).toMatchObject({ totalItems: 0 })
})

test('AUTH-01 DATA-05 an account is deleted with the password and takes everything but its orders along', async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  const superuser = await store.superuser()
  const user = await store.newUser('Meera Rao')
  const product = await store.product('Neem & Tulsi Soap')
  await user.pb.collection('reviews').create({ product: product.id, rating: 5, content: 'Kept.' })
  const order = await store.insert('orders', { user: user.id, number: 'SJ-KEPT2345', status: 'confirmed' })
  const reviewed = await superuser.collection('products').getOne(product.id)
  expect(reviewed.reviews).toBe(product.reviews + 1)

  await page.goto(`${store.url}/auth/login?returnTo=%2Fprofile`)
  await signIn(page, user)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete account' }).click()

  watch.expectProblem('/api/store/account/deletion')
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Delete account for good' }).click()
  await expect(dialog.getByText('That is not the password of this account.')).toBeVisible()
  expect((await superuser.collection('users').getOne(user.id)).email).toBe(user.email)

  await dialog.getByLabel('Password').fill(user.password)
  await dialog.getByRole('button', { name: 'Delete account for good' }).click()
  await expect(page).toHaveURL(`${store.url}/`)
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect((await accountPlace(page)).getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await superuser.collection('users').getList(1, 1, { filter: `id = "${user.id}"` })).toMatchObject({
    totalItems: 0,
  })
  expect((await superuser.collection('products').getOne(product.id)).reviews).toBe(product.reviews)
  expect((await superuser.collection('orders').getOne(order)).user).toBe('')
})

test('AUTH-06 DATA-04 the profile hands over everything the shop holds on a person as a file', async ({
  page,
  store,
}) => {
  const user = await store.newUser('Meera Rao')
  await page.goto('/auth/login?returnTo=%2Fprofile')
  await signIn(page, user)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({ account: { email: user.email, name: 'Meera Rao' }, orders: [], cart: null })
  await expect(page.getByText('Your data is in your downloads')).toBeVisible()
})

test('AUTH-04 DATA-05 an account without a password is deleted by a mailed link, after one more press @long', async ({
  page,
  freshStore,
  mailbox,
}) => {
  const store = await freshStore({ env: mailbox.env })
  const user = await store.newUser('Meera Rao')
  await page.goto(`${store.url}/auth/login?returnTo=%2Fprofile`)
  await signIn(page, user)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Email me a link instead' }).click()
  await expect(page.getByText(`We have emailed a link to ${user.email}.`)).toBeVisible()
  const link = /\/auth\/login\?mail=erase#token=[\w.-]+/.exec(mailbox.mails.at(-1)?.body ?? '')?.[0] ?? ''

  await page.goto('about:blank')
  await page.goto(store.url + link)
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible()
  await expect(page).toHaveURL(`${store.url}/auth/login`)
  const users = (await store.superuser()).collection('users')
  expect((await users.getOne(user.id)).email).toBe(user.email)
  await page.getByRole('button', { name: 'Delete account for good' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  expect(await users.getList(1, 1, { filter: `id = "${user.id}"` })).toMatchObject({ totalItems: 0 })
  await expect((await accountPlace(page)).getByRole('link', { name: 'Sign in' })).toBeVisible()

  // Whose answer was lost opens it again.
  await page.goto('about:blank')
  await page.goto(store.url + link)
  await page.getByRole('button', { name: 'Delete account for good' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
})

/** A stand-in for Google: asks whether to allow, and tells who it is. */
class FakeGoogle {
  email = newEmail()
  private server: LocalServer | undefined

  static async start(): Promise<FakeGoogle> {
    const google = new FakeGoogle()
    google.server = await startLocalServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', google.url)
      const json = (body: object) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
      if (pathname === '/token') return json({ access_token: 'fake', token_type: 'Bearer', expires_in: 3600 })
      if (pathname === '/userinfo')
        return json({ sub: google.email, email: google.email, email_verified: true, name: 'Meera of Google' })
      const back = (answer: string) => {
        const state = encodeURIComponent(searchParams.get('state') ?? '')
        return `${searchParams.get('redirect_uri')}?state=${state}&${answer}`
      }
      response
        .setHeader('Content-Type', 'text/html')
        .end(
          `<link rel="icon" href="data:,"><h1>Google</h1><a href="${back('code=fake')}">Allow</a> <a href="${back('error=access_denied')}">Refuse</a>`,
        )
    })
    return google
  }

  get url(): string {
    return this.server?.url ?? ''
  }

  get env(): Record<string, string> {
    return {
      GOOGLE_CLIENT_ID: 'fake-client',
      GOOGLE_CLIENT_SECRET: 'fake-secret',
      GOOGLE_AUTH_URL: `${this.url}/auth`,
      GOOGLE_TOKEN_URL: `${this.url}/token`,
      GOOGLE_USERINFO_URL: `${this.url}/userinfo`,
    }
  }

  async stop(): Promise<void> {
    await this.server?.stop()
  }
}

test('AUTH-04 Google signs in, is refused, and is closed @long', async ({ page, freshStore, watch }) => {
  // Three windows, two seconds of waiting by design, and the admin UI that closes the last one.
  test.slow()
  const google = await FakeGoogle.start()
  const store = await freshStore({ env: google.env })
  watch.allowOrigin(google.url)
  const button = page.getByRole('button', { name: 'Continue with Google' })
  const openPopup = async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await expect(popup.getByRole('heading', { name: 'Google' })).toBeVisible()
    return popup
  }

  await page.goto(`${store.url}/auth/login?returnTo=%2Fprofile`)
  const refused = await openPopup()
  await refused.getByRole('link', { name: 'Refuse' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Authentication failed. Please check your Google account settings and try again.',
  )

  const closed = await openPopup()
  await closed.close()
  await page.bringToFront()
  await expect(page.getByRole('alert')).toHaveText('The sign-in window was closed. Please try again.')

  const allowed = await openPopup()
  await allowed.getByRole('link', { name: 'Allow' }).click()
  await expect(page).toHaveURL(`${store.url}/profile`, { timeout: 20_000 })
  await expect(page.getByText(google.email)).toBeVisible()
  await expect.poll(() => allowed.isClosed()).toBe(true)
  await google.stop()
})

test('AUTH-04 no Google button where the record store does not offer it', async ({ page }) => {
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await page.goto('/auth/login')
  // The page brings what the record store offers.
  expect(await (await page.request.get('/auth/login')).text()).toContain('"auth_methods"')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(google).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  await expect(google).toHaveCount(0)
})

test('AUTH-05 RISK-14 the mail that confirms an address asks whoever is not signed in for the password @long', async ({
  page,
  freshStore,
  mailbox,
  watch,
}) => {
  const store = await freshStore({ env: mailbox.env })
  const email = newEmail()
  await createAccount(page, email, store.url)
  const link = await mailbox.link(email, paths.mailLink('verify'))
  await page.evaluate(() => localStorage.clear())
  watch.expectProblem('/api/collections/users/confirm-verification')
  await page.goto(link)
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('That is not the password of this account.')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
})
