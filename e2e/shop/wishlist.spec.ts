import { accountPlace, expect, settled, signIn, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'
const TOTE = 'Jute Market Tote'

test('WISH-01 WISH-03 WISH-06 WISH-07 hearts are kept, seen in every tab, shown at today’s price and shared', async ({
  page,
  context,
  freshStore,
}) => {
  const store = await freshStore()
  await page.goto(`${store.url}/wishlist`)
  await expect(page.getByRole('heading', { name: 'No hearts given yet' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'On the shelf today' }).getByRole('article').first()).toBeVisible()
  await page.goto(`${store.url}/shop`)
  await settled(page)
  const other = await context.newPage()
  await other.goto(`${store.url}/shop`)
  await settled(other)
  const heart = (name: string, on = page) =>
    on.getByRole('article', { name, exact: true }).getByRole('button', { name: 'Wishlist' })
  await expect(heart(SOAP)).toHaveAttribute('aria-pressed', 'false')
  await heart(SOAP).click()
  await expect(heart(SOAP)).toHaveAttribute('aria-pressed', 'true')
  await expect(heart(SOAP, other)).toHaveAttribute('aria-pressed', 'true')
  await heart('Lavender Soap', other).click()
  await expect(heart('Lavender Soap')).toHaveAttribute('aria-pressed', 'true')
  await heart('Lavender Soap').click()
  await expect(heart('Lavender Soap', other)).toHaveAttribute('aria-pressed', 'false')
  await heart('Lavender Soap').click()
  await other.close()

  await page.getByRole('article', { name: TOTE, exact: true }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: TOTE })).toBeVisible()
  await settled(page)
  const radio = page.getByRole('radio', { name: 'Indigo' })
  // The page of the card's record may still give way to that of its own.
  await expect(async () => radio.check({ force: true })).toPass()
  const toteHeart = page.getByRole('main').getByRole('button', { name: 'Wishlist' }).first()
  await toteHeart.click()
  await expect(toteHeart).toHaveAttribute('aria-pressed', 'true')

  const products = (await store.superuser()).collection('products')
  const [soap, lavender] = await Promise.all([store.product(SOAP), store.product('Lavender Soap')])
  await products.update(soap?.id ?? '', { price: (soap?.price ?? 0) - 40 })
  await products.update(lavender?.id ?? '', { inStock: false })
  await page.goto(`${store.url}/wishlist`)
  const list = page.getByRole('list', { name: 'Wishlist', exact: true })
  const card = (name: string) => list.getByRole('article', { name, exact: true })
  await expect(list.getByRole('article')).toHaveCount(3)
  await expect(card(SOAP)).toContainText('₹40.00 less than when you hearted it')
  await expect(card(TOTE)).toContainText('Indigo')
  await expect(card(TOTE)).not.toContainText('less than')
  await expect(card('Lavender Soap')).toContainText('Out of stock')
  await expect(card('Lavender Soap').getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  await card(TOTE).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })).toContainText('Indigo')

  // Somebody else's browser: reading changes nothing, keeping adds.
  const ids = await page.evaluate(() => localStorage.getItem('sabun-and-jhola.wishlist.v1') ?? '')
  const wishes = JSON.parse(ids).wishes.filter(({ gone }: { gone: boolean }) => !gone)
  const link = wishes.map(({ product, color }: Record<string, string>) => `${product}.1${color && `.${color}`}`)
  await page.evaluate(() => localStorage.removeItem('sabun-and-jhola.wishlist.v1'))
  await page.goto(`${store.url}/wishlist?items=${link.join('~')}~nosuchthing`)
  const shared = page.getByRole('list', { name: 'A wishlist shared with you' })
  await expect(shared.getByRole('article')).toHaveCount(3)
  await expect(shared.getByRole('button', { name: 'Wishlist', pressed: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Keep these' }).click()
  await expect(list.getByRole('article')).toHaveCount(3)
  await expect(card(TOTE)).toContainText('Indigo')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('WISH-04 hearts join the account’s at sign-in and are gone from the browser after signing out', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const user = await store.newUser('Meera Raghunathan')
  const tote = await store.product(TOTE)
  const wish = { product: tote.id, color: '', price: tote.price, at: 1795132800000, gone: false }
  await user.pb.collection('wishlists').create({ user: user.id, items: [wish] })
  await page.goto(`${store.url}/shop`)
  await settled(page)
  await page.getByRole('article', { name: SOAP, exact: true }).getByRole('button', { name: 'Wishlist' }).click()
  await page.goto(`${store.url}/auth/login?returnTo=/wishlist`)
  await signIn(page, user)
  const list = page.getByRole('list', { name: 'Wishlist' })
  await expect(list.getByRole('article')).toHaveCount(2)
  const kept = async () => (await user.pb.collection('wishlists').getFullList())[0]?.items.length
  await expect.poll(kept).toBe(2)
  await list.getByRole('article', { name: TOTE, exact: true }).getByRole('button', { name: 'Wishlist' }).click()
  await expect(list.getByRole('article')).toHaveCount(1)
  const gone = async () =>
    (await user.pb.collection('wishlists').getFullList())[0]?.items.filter((one: { gone: boolean }) => one.gone).length
  await expect.poll(gone).toBe(1)

  const place = await accountPlace(page)
  await place.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sabun-and-jhola.wishlist.v1'))).toBeNull()
})

test('WISH-03 a heart whose code does not come says so', async ({ page, watch }) => {
  watch.expectProblem('/assets/keeper')
  await page.route('**/assets/keeper-*', (route) => route.abort())
  await page.goto('/shop')
  await settled(page)
  const heart = page.getByRole('article').first().getByRole('button', { name: 'Wishlist' })
  await heart.click()
  await expect(page.getByText('Wishlist did not open')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('TELL-01 the page of what is sold out keeps who wants to be told', async ({ page, freshStore }) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const soap = await store.product(SOAP)
  await owner.collection('products').update(soap.id, { inStock: false })
  await page.goto(`${store.url}/product/${soap.id}`)
  await settled(page)
  await expect(page.getByText('Once, when it is.')).toBeVisible()
  await page.getByRole('main').getByRole('textbox', { name: 'Email address' }).fill('meera@example.in')
  await page.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(page.getByText(/^Look into your mailbox/)).toBeVisible()
  expect(await owner.collection('stock_alerts').getFullList()).toMatchObject([
    { email: 'meera@example.in', product: soap.id, state: 'waiting' },
  ])
})
