import type { Page } from '@playwright/test'
import type { NewUser, RecordStore } from '../../tests/backend/record-store'
import { FORM, fillAddress } from '../tools/buyer'
import { accountPlace, expect, settled, signIn, signInTo, test } from '../tools/store'

const HOME = {
  label: 'Home',
  name: 'Meera Rao',
  phone: '+919845012345',
  line1: '14, 3rd Cross',
  line2: 'Malleshwaram',
  landmark: 'Opposite the flower market',
  city: 'Bengaluru',
  state: 'KA',
  pincode: '560003',
}
const MOTHER = {
  ...HOME,
  label: 'Mother',
  name: 'Lakshmi Rao',
  phone: '+919900112233',
  line1: '2, Temple Street',
  line2: '',
  landmark: '',
  city: 'Mysuru',
  pincode: '570001',
}

/** A cart with one product, made before the page opens. */
async function fillCart(page: Page, store: RecordStore): Promise<void> {
  const product = await store
    .guest()
    .collection('products')
    .getFirstListItem('inStock = true && price > 150', { sort: 'name' })
  await page.goto(`/product/${product.id}`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
}

const kept = (user: NewUser) => user.pb.collection('addresses').getFullList({ sort: 'created' })

test('ORDER-11 addresses are added, changed, offered first and deleted on the profile', async ({ page, store }) => {
  const user = await store.newUser('Meera Rao')
  await signInTo(page, user, '/profile')
  await expect(page.getByText('None yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('form', { name: 'New address' })
  await expect(form.getByLabel('Full name')).toHaveValue('Meera Rao')
  await form.getByLabel('PIN code').fill('5600')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(form.getByText('PIN codes have six digits.')).toBeVisible()
  expect(await kept(user)).toEqual([])
  await form.getByLabel('PIN code').fill('560003')
  await expect(form.getByRole('combobox', { name: 'State' })).toHaveValue('KA')
  await form.getByLabel('Mobile number').fill('98450 12345')
  await form.getByLabel('City').fill('Bengaluru')
  await form.getByLabel('Address line 1').fill('14, 3rd Cross')
  await form.getByLabel('Landmark').fill('Opposite the flower market')
  await form.getByLabel('Name of this address').fill('Home')
  await form.getByRole('button', { name: 'Save address' }).click()
  const rows = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
  await expect(rows).toHaveText([/^HomeComes first.*14, 3rd Cross, Opposite the flower market.*Karnataka/])
  expect(await kept(user)).toMatchObject([{ ...HOME, line2: '', is_default: true }])

  await user.pb.collection('addresses').create({ ...MOTHER, user: user.id })
  await page.reload()
  await expect(rows).toHaveText([/^HomeComes first/, /^Mother(?!Comes first)/])
  await page.getByRole('button', { name: 'Put first: Mother' }).click()
  await expect(rows).toHaveText([/^MotherComes first/, /^Home(?!Comes first)/])
  // The pressed button is gone.
  await expect(page.getByRole('button', { name: 'Edit the address Mother' })).toBeFocused()

  await page.getByRole('button', { name: 'Edit the address Home' }).click()
  const edit = page.getByRole('form', { name: 'Edit address' })
  await edit.getByLabel('City').fill('Bangalore')
  await edit.getByRole('button', { name: 'Save address' }).click()
  await expect(rows.nth(1)).toContainText('Bangalore 560003')
  expect((await kept(user)).map(({ city, is_default }) => [city, is_default])).toEqual([
    ['Bangalore', false],
    ['Mysuru', true],
  ])

  await page.getByRole('button', { name: 'Delete the address Mother' }).click()
  await expect(rows).toHaveText([/^Home/])
  await expect(page.getByRole('button', { name: 'Add an address' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveText([/^MotherComes first/, /^Home/])
})

test('ORDER-11 a kept address is chosen, changed and saved at checkout @long', async ({ page, store }) => {
  const user = await store.newUser('Meera Rao')
  const addresses = user.pb.collection('addresses')
  await addresses.create({ ...HOME, user: user.id })
  await addresses.create({ ...MOTHER, user: user.id })
  await signInTo(page, user, '/shop')
  await fillCart(page, store)
  await page.goto('/checkout')

  // The default one is chosen, and nothing is left to be typed.
  const home = page.getByRole('radio', { name: 'Home' })
  await expect(home).toBeChecked()
  await expect(page.getByLabel('Mobile number')).toHaveValue('98450 12345')
  await expect(page.getByLabel('PIN code')).toHaveCount(0)

  await page.getByRole('radio', { name: 'Mother' }).check()
  await expect(page.getByLabel('Full name')).toHaveValue(MOTHER.name)
  await page.getByRole('button', { name: 'Edit this address' }).click()
  await expect(page.getByLabel('Address line 1')).toHaveValue(MOTHER.line1)
  await page.getByLabel('Landmark').fill('Behind the library')
  await expect(page.getByRole('checkbox', { name: 'Save the changes to Mother' })).toBeChecked()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Lakshmi' })).toBeVisible()

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const order = await (await store.superuser()).collection('orders').getOne(id)
  expect(order).toMatchObject({
    user: user.id,
    name: MOTHER.name,
    phone: MOTHER.phone,
    line1: MOTHER.line1,
    landmark: 'Behind the library',
    city: 'Mysuru',
  })
  await expect
    .poll(async () => (await kept(user)).map(({ label, landmark }) => [label, landmark]))
    .toEqual([
      ['Home', HOME.landmark],
      ['Mother', 'Behind the library'],
    ])
})

test('ORDER-11 a new address is kept with the account while its box is ticked', async ({ page, store }) => {
  const user = await store.newUser('Meera Rao')
  await signInTo(page, user, '/shop')
  for (const asked of [false, true]) {
    await fillCart(page, store)
    await page.goto('/checkout')
    await page.getByLabel('Mobile number').fill('98450 12345')
    await page.getByLabel('PIN code').fill('560003')
    await page.getByLabel('City').fill('Bengaluru')
    await page.getByLabel('Address line 1').fill(asked ? '15, 3rd Cross' : '14, 3rd Cross')
    const box = page.getByRole('checkbox', { name: 'Save this address' })
    await expect(box).toBeChecked()
    if (!asked) await box.uncheck()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  }
  await expect.poll(async () => (await kept(user)).map(({ line1 }) => line1)).toEqual(['15, 3rd Cross'])
  // The second purchase is filled in.
  await fillCart(page, store)
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: 'Meera Rao' })).toBeChecked()
})

test('ORDER-11 ORDER-13 a guest’s second order is filled in by this browser, until it is unticked', async ({
  page,
  store,
}) => {
  await fillCart(page, store)
  await page.goto('/checkout')
  await fillAddress(page, { ...FORM, 'Mobile number': '+91 98450 12345' })
  await expect(page.getByRole('status').filter({ hasText: 'Karnataka' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Save this address' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add landmark or line 2' }).click()
  const more = page.getByRole('textbox', { name: 'Address line 2 (optional)' })
  await expect(more).toBeFocused()
  await page.keyboard.type('Malleshwaram')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()

  await fillCart(page, store)
  await page.goto('/checkout')
  for (const [name, value] of Object.entries(FORM)) await expect(page.getByRole('textbox', { name })).toHaveValue(value)
  await expect(more).toHaveValue('Malleshwaram')
  await expect(more).toBeInViewport()
  await page.getByRole('checkbox', { name: 'Save on this device' }).uncheck()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()

  await fillCart(page, store)
  await page.goto('/checkout')
  await expect(page.getByRole('checkbox', { name: 'Save on this device' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('')
})

test('ORDER-11 a reload at checkout keeps the choice, and another one empties the fields @long', async ({
  page,
  store,
}) => {
  const user = await store.newUser('Meera Rao')
  const addresses = user.pb.collection('addresses')
  await addresses.create({ ...HOME, user: user.id })
  await addresses.create({ ...MOTHER, user: user.id })
  await signInTo(page, user, '/shop')
  await fillCart(page, store)
  await page.goto('/checkout')
  await page.getByRole('radio', { name: 'Mother' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Mother' })).toBeChecked()
  await page.getByRole('radio', { name: 'A new address' }).check()
  await expect(page.getByLabel('PIN code')).toHaveValue('')
  await expect(page.getByLabel('Address line 1')).toHaveValue('')
})

test('ORDER-11 DELIV-08 signing out in one tab leaves nothing in another tab’s checkout', async ({
  page,
  context,
  store,
}) => {
  const user = await store.newUser('Meera Rao')
  await signInTo(page, user, '/shop')
  await fillCart(page, store)
  await page.goto('/checkout')
  const other = await context.newPage()
  await other.goto('/about')
  const place = await accountPlace(other)
  await page.getByRole('textbox', { name: 'PIN code' }).fill(HOME.pincode)
  await page.getByLabel('Address line 1').fill(HOME.line1)
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(HOME.line1)

  await place.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Address line 1')).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveValue('')
  const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(left).not.toContain(HOME.pincode)
  expect(left).not.toContain(HOME.line1)
})

test('ROUTE-24 one press of Back leaves the checkout that was signed in from', async ({ page, store }) => {
  const user = await store.newUser('Meera Rao')
  await fillCart(page, store)
  const product = page.url()
  await page.goto('/checkout')
  await settled(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, user)
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Rao')
  await page.goBack()
  await expect(page).toHaveURL(product)
})

test('ROUTE-24 … and the one an account was made from, by way of signing in', async ({ page, store }) => {
  await fillCart(page, store)
  const product = page.url()
  await page.goto('/checkout')
  await settled(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(`asha.${Date.now()}@example.in`)
  await page.getByLabel('Password', { exact: true }).fill('kitchen table')
  await page.getByLabel('Confirm password').fill('kitchen table')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Rao')
  await page.goBack()
  await expect(page).toHaveURL(product)
})
