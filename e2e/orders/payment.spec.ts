import type { BrowserContext, Page } from '@playwright/test'
import type PocketBase from 'pocketbase'
import { DIST_DIR } from '../../scripts/start/environment'
import { CART_STORAGE_KEY } from '../../src/features/cart/cart-lines'
import { type RecordStore, startStore } from '../../tests/backend/record-store'
import { RazorpayFake } from '../../tests/gateway/razorpay'
import { FORM, fillAddress } from '../tools/buyer'
import { test as base, expect } from '../tools/store'

const SCRIPT_ORIGIN = 'https://checkout.razorpay.com'
const SOAP = 'Neem & Tulsi Soap'

interface Shop {
  store: RecordStore
  gateway: RazorpayFake
  superuser: PocketBase
}

/**
 * A store that takes Razorpay's payments, with a stand-in for the provider; the browser meets its script under the
 * provider's own address.
 */
const test = base.extend<{ shop: Shop; buyer: Buyer }, { payingStore: Shop }>({
  payingStore: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const gateway = await RazorpayFake.start()
      const store = await startStore({ seed: 'demo', env: { STORE_PUBLIC_DIR: DIST_DIR, ...gateway.env } })
      await use({ store, gateway, superuser: await store.superuser() })
      await store.stop()
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  shop: async ({ payingStore, context, watch }, use) => {
    const { gateway, store } = payingStore
    gateway.ok()
    gateway.webhookUrl = ''
    watch.allowOrigin(store.url)
    await serveScript(context, gateway)
    await use(payingStore)
    // A page that is still fetching pictures would count their failure.
    await Promise.all(context.pages().map((page) => page.close()))
  },
  buyer: async ({ shop, page }, use) => use(new Buyer(shop, page)),
})

async function serveScript(context: BrowserContext, gateway: RazorpayFake): Promise<void> {
  await context.route(`${SCRIPT_ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: gateway.url + pathname }) })
  })
}

let buyers = 0

/** One shopper with a mobile number of their own, and what they do. */
class Buyer {
  readonly phone: string

  constructor(
    private readonly shop: Shop,
    readonly page: Page,
  ) {
    buyers += 1
    this.phone = `98${process.pid % 1000}${String(Date.now()).slice(-4)}${buyers}`.padEnd(10, '0').slice(0, 10)
  }

  async toCheckout(url = this.shop.store.url): Promise<void> {
    const { page } = this
    const { id } = await this.shop.store.product(SOAP)
    await page.goto(`${url}/product/${id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  }

  async fill(): Promise<void> {
    const { page } = this
    await fillAddress(page, { ...FORM, 'Mobile number': this.phone })
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('KA')
  }

  /** From the shop to the provider's open sheet. */
  async toSheet(): Promise<void> {
    await this.toCheckout()
    await expect(this.page.getByRole('radio', { name: 'Pay online' })).toBeChecked()
    await this.fill()
    await this.page.getByRole('button', { name: 'Place order' }).click()
    await expect(this.sheet).toBeVisible()
  }

  get sheet() {
    return this.page.getByRole('dialog', { name: 'Payment sheet' })
  }

  async press(name: 'Pay' | 'Fail' | 'Close'): Promise<void> {
    await this.sheet.getByRole('button', { name, exact: true }).click()
  }

  async expectThanks(): Promise<void> {
    await expect(this.page).toHaveURL(/\/order-confirmation\/[a-z0-9]{15}$/)
    await expect(this.page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  }

  /** The orders made with this shopper's number. */
  orders() {
    const { superuser } = this.shop
    return superuser
      .collection('orders')
      .getFullList({ filter: superuser.filter('phone = {:phone}', { phone: `+91${this.phone}` }) })
  }

  async order() {
    const orders = await this.orders()
    expect(orders).toHaveLength(1)
    return orders[0] as NonNullable<(typeof orders)[0]>
  }

  /** What the provider knows of this shopper's order. */
  async atGateway() {
    const { number } = await this.order()
    const orders = this.shop.gateway.ordersOf(String(number))
    return { orders, payments: orders.flatMap(({ id }) => this.shop.gateway.paymentsOf(id)) }
  }

  /** What the browser keeps: the checkout's header shows no cart. */
  async expectCart(pieces: number): Promise<void> {
    const held = () =>
      this.page.evaluate((key) => {
        const { lines = [] } = JSON.parse(localStorage.getItem(key) ?? '{}') as { lines?: { quantity: number }[] }
        return lines.reduce((sum, line) => sum + line.quantity, 0)
      }, CART_STORAGE_KEY)
    await expect.poll(held).toBe(pieces)
  }
}

/** What these look at is the same whatever the screen. */
const ONE_SCREEN = { tag: '@one-screen' }

test('ORDER-04 ORDER-12 success: paid, confirmed, and only then is the cart empty', async ({ buyer, page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(SCRIPT_ORIGIN)) scripts.push(request.url())
  })
  await buyer.toCheckout()
  expect(scripts.length).toBeLessThanOrEqual(1)
  await buyer.fill()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(buyer.sheet).toBeVisible()
  expect(await buyer.order()).toMatchObject({ status: 'pending', payment_status: 'unpaid', payment_method: 'razorpay' })
  await buyer.expectCart(1)
  await buyer.press('Pay')
  await buyer.expectThanks()
  await buyer.expectCart(0)
  expect(await buyer.order()).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: 18000 })
  const { orders, payments } = await buyer.atGateway()
  expect(orders).toMatchObject([{ amount: 18000, status: 'paid' }])
  expect(payments).toHaveLength(1)
  // Back leads to where the shopper came from, not to a second payment.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: SOAP })).toBeVisible()
})

test('ORDER-04 failure, then another try in the same sheet; and one after closing it', async ({ buyer, page }) => {
  await buyer.toSheet()
  await buyer.press('Fail')
  await expect(buyer.sheet.getByRole('status')).toHaveText('Payment failed')
  await buyer.press('Close')
  await expect(page.getByRole('alert').filter({ hasText: 'The payment did not go through.' })).toBeVisible()
  await buyer.expectCart(1)
  await page.getByRole('button', { name: 'Try again to pay ₹180.00' }).click()
  await buyer.press('Fail')
  await buyer.press('Pay')
  await buyer.expectThanks()
  const { orders, payments } = await buyer.atGateway()
  expect(orders).toHaveLength(1)
  expect(payments.map(({ status }) => status).sort()).toEqual(['captured', 'failed', 'failed'])
  expect(await buyer.order()).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: 18000 })
})

test('ORDER-04 dismissal, then cash on delivery @long', async ({ buyer, page }) => {
  await buyer.toSheet()
  await buyer.press('Close')
  await expect(page.getByText(/Nothing has been charged\. Your order is kept until \d+:\d\d [ap]m\./)).toBeVisible()
  await buyer.expectCart(1)
  await page.getByRole('button', { name: 'Cash on delivery instead' }).click()
  await buyer.expectThanks()
  await buyer.expectCart(0)
  expect(await buyer.order()).toMatchObject({
    status: 'confirmed',
    payment_status: 'unpaid',
    payment_method: 'cod',
    grand_total: 18000,
  })
})

test(
  'ORDER-04 ORDER-12 PAY-01 the tab closed after paying: the webhook completes the order, and the cart is empty on return',
  ONE_SCREEN,
  async ({ buyer, page, context, shop }) => {
    await buyer.toSheet()
    await page.close()
    const { orders } = await buyer.atGateway()
    const payment = shop.gateway.pay(orders[0]?.id ?? '')
    await shop.gateway.deliver(shop.store.url, shop.gateway.orderPaid(payment))
    expect(await buyer.order()).toMatchObject({ status: 'confirmed', payment_status: 'paid' })

    const back = new Buyer(shop, await context.newPage())
    await back.page.goto(`${shop.store.url}/checkout`)
    await back.expectThanks()
    await back.expectCart(0)
  },
)

test('ORDER-04 PAY-01 money that comes by webhook closes the open sheet', ONE_SCREEN, async ({ buyer, shop }) => {
  await buyer.toSheet()
  const { orders } = await buyer.atGateway()
  await shop.gateway.deliver(shop.store.url, shop.gateway.orderPaid(shop.gateway.pay(orders[0]?.id ?? '')))
  await buyer.expectThanks()
  await expect(buyer.sheet).toHaveCount(0)
})

test(
  'OFF-04 the line is lost while the payment sheet is open: nothing is charged, and the same order is paid when it is back',
  ONE_SCREEN,
  async ({ buyer, page, context, watch }) => {
    watch.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    await buyer.toSheet()
    await context.setOffline(true)
    await buyer.press('Close')
    await expect(page.getByText(/We could not ask the payment company just now .* do not pay again yet/)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No line.' })).toBeVisible()
    await buyer.expectCart(1)
    await context.setOffline(false)
    await expect(page.getByText(/Nothing has been charged\. Your order is kept until/)).toBeVisible()
    await page.getByRole('button', { name: /₹180\.00/ }).click()
    await buyer.press('Pay')
    await buyer.expectThanks()
    await buyer.expectCart(0)
    const { orders, payments } = await buyer.atGateway()
    expect([orders.length, payments.length]).toEqual([1, 1])
  },
)

test(
  'OFF-04 money that was taken while the line was gone is found when it is back, without another press',
  ONE_SCREEN,
  async ({ buyer, context, shop, watch }) => {
    watch.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    await buyer.toSheet()
    await context.setOffline(true)
    const { orders } = await buyer.atGateway()
    await shop.gateway.deliver(shop.store.url, shop.gateway.orderPaid(shop.gateway.pay(orders[0]?.id ?? '')))
    await context.setOffline(false)
    await buyer.expectThanks()
    await buyer.expectCart(0)
    expect(await buyer.order()).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  },
)

test('ORDER-05 a reload at every step makes one order and one charge', ONE_SCREEN, async ({ buyer, page }) => {
  await buyer.toCheckout()
  await buyer.fill()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Meera Raghunathan')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(buyer.sheet).toBeVisible()
  await page.reload()
  await expect(buyer.sheet).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await buyer.expectCart(1)
  await page.getByRole('button', { name: 'Pay ₹180.00' }).click()
  await expect(buyer.sheet).toBeVisible()
  await buyer.press('Fail')
  await expect(buyer.sheet.getByRole('status')).toHaveText('Payment failed')
  await page.reload()
  await page.getByRole('button', { name: /₹180\.00/ }).click()
  await buyer.press('Pay')
  await buyer.expectThanks()
  await page.reload()
  await buyer.expectThanks()
  await buyer.expectCart(0)
  const { orders, payments } = await buyer.atGateway()
  expect(orders).toHaveLength(1)
  expect(payments.filter(({ captured }) => captured)).toHaveLength(1)
})

test(
  'ORDER-05 Back from the open sheet takes it away, and the checkout leads on with the same order @long',
  ONE_SCREEN,
  async ({ buyer, page }) => {
    await buyer.toSheet()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: SOAP })).toBeVisible()
    await expect(buyer.sheet).toHaveCount(0)
    await page.goForward()
    await page.getByRole('button', { name: 'Pay ₹180.00' }).click()
    await buyer.press('Pay')
    await buyer.expectThanks()
    expect((await buyer.atGateway()).orders).toHaveLength(1)
  },
)

test('ORDER-05 double clicks on Place order and on Pay are one order and one sheet @long', async ({ buyer, page }) => {
  await buyer.toCheckout()
  await buyer.fill()
  await page.getByRole('button', { name: 'Place order' }).dblclick()
  await expect(buyer.sheet).toHaveCount(1)
  await buyer.press('Close')
  await page.getByRole('button', { name: 'Pay ₹180.00' }).dblclick()
  await expect(buyer.sheet).toHaveCount(1)
  await buyer.sheet.getByRole('button', { name: 'Pay', exact: true }).click()
  await buyer.expectThanks()
  const { orders, payments } = await buyer.atGateway()
  expect(orders).toHaveLength(1)
  expect(payments).toHaveLength(1)
})

test(
  'ORDER-05 a second tab goes on with the order of the first @long',
  ONE_SCREEN,
  async ({ buyer, context, shop, page }) => {
    await buyer.toCheckout()
    await buyer.fill()
    const other = new Buyer(shop, await context.newPage())
    await other.page.goto(`${shop.store.url}/checkout`)
    await expect(other.page.getByRole('button', { name: 'Place order' })).toBeVisible()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(buyer.sheet).toBeVisible()
    await expect(other.page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
    await other.page.getByRole('button', { name: 'Pay ₹180.00' }).click()
    await other.press('Pay')
    await other.expectThanks()
    // The first tab learns of it and closes its sheet.
    await page.bringToFront()
    await buyer.expectThanks()
    expect((await buyer.atGateway()).payments).toHaveLength(1)
  },
)

test(
  'ORDER-04 changing the order calls the first one off and keeps what was typed @long',
  ONE_SCREEN,
  async ({ buyer, page }) => {
    await buyer.toSheet()
    await buyer.press('Close')
    await page.getByRole('button', { name: 'Change the order' }).click()
    await expect(page.getByText(/is cancelled and nothing has been charged/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Address line 2 (optional)' }).fill('Near the market')
    await page.getByRole('radio', { name: 'Cash on delivery' }).check()
    await page.getByRole('button', { name: 'Place order' }).click()
    await buyer.expectThanks()
    expect((await buyer.orders()).map(({ status, line2 }) => [status, line2]).sort()).toEqual([
      ['cancelled', ''],
      ['confirmed', 'Near the market'],
    ])
  },
)

test(
  'ORDER-04 ORDER-06 a payment that failed is tried again on the order’s own page @long',
  ONE_SCREEN,
  async ({ buyer, page, shop }) => {
    await buyer.toSheet()
    await buyer.press('Fail')
    await expect(buyer.sheet.getByRole('status')).toHaveText('Payment failed')
    const { id } = await buyer.order()
    await page.goto(`${shop.store.url}/order-confirmation/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'The payment did not go through' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again to pay ₹180.00' }).click()
    await buyer.press('Pay')
    await buyer.expectThanks()
    await buyer.expectCart(0)
    expect((await buyer.atGateway()).orders).toHaveLength(1)
  },
)

test(
  'ORDER-04 PAY-08 the provider out of reach: an answer within ten seconds, the order kept, and a try once it is back',
  ONE_SCREEN,
  async ({ buyer, page, shop, watch }) => {
    watch.expectProblem('status of 503')
    await buyer.toCheckout()
    await buyer.fill()
    shop.gateway.misbehave({ kind: 'down' })
    const pressed = Date.now()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'We cannot reach the payment company' })).toBeVisible()
    expect(Date.now() - pressed).toBeLessThan(10_000)
    await expect(page.getByRole('button', { name: 'Cash on delivery instead' })).toBeVisible()
    shop.gateway.ok()
    await page.getByRole('button', { name: 'Try again to pay ₹180.00' }).click()
    await buyer.press('Pay')
    await buyer.expectThanks()
    expect((await buyer.atGateway()).payments).toHaveLength(1)
  },
)

test(
  'ORDER-04 a blocked script is said, and cash on delivery is a way on @long',
  ONE_SCREEN,
  async ({ buyer, page, context, watch }) => {
    watch.allowOrigin(SCRIPT_ORIGIN)
    watch.expectProblem('Failed to load resource')
    watch.expectProblem(`request failed: GET ${SCRIPT_ORIGIN}`)
    await context.route(`${SCRIPT_ORIGIN}/**`, (route) => route.abort('blockedbyclient'))
    await buyer.toCheckout()
    await buyer.fill()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The payment page did not load.' })).toBeVisible()
    await page.getByRole('button', { name: 'Cash on delivery instead' }).click()
    await buyer.expectThanks()
  },
)

test(
  'ORDER-04 a silent bank: the page says not to pay again and goes on when the money is known @long',
  ONE_SCREEN,
  async ({ buyer, page, shop }) => {
    await buyer.toSheet()
    // The provider's script reports success, but the provider itself does not answer the store.
    shop.gateway.misbehave({ kind: 'error500' })
    await buyer.press('Pay')
    await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
    await expect(page.getByText(/Please do not pay again yet/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
    shop.gateway.ok()
    await buyer.expectThanks()
  },
)

test(
  'ORDER-04 in a browser inside another app the provider sends the shopper back by address @long',
  ONE_SCREEN,
  async ({ browser, shop }) => {
    const context = await browser.newContext({
      userAgent: 'Mozilla/5.0 (Linux; Android 13) Chrome/120 Instagram 300.0',
    })
    await serveScript(context, shop.gateway)
    const buyer = new Buyer(shop, await context.newPage())
    await buyer.toSheet()
    await buyer.press('Pay')
    await buyer.expectThanks()
    await buyer.expectCart(0)
    expect(await buyer.order()).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    await context.close()
  },
)

test('ORDER-04 PAY-15 ROUTE-25 without a provider the test payment says that it is one, everywhere it shows', async ({
  page,
  shop,
  store,
}) => {
  const buyer = new Buyer({ ...shop, store, superuser: await store.superuser() }, page)
  const outside: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(SCRIPT_ORIGIN)) outside.push(request.url())
  })
  await buyer.toCheckout()
  // On a slow phone the paid order opens before the closed dialog has taken its entry of the history back.
  await page.evaluate(() => {
    const step = history.go.bind(history)
    history.go = (delta) => void setTimeout(() => step(delta), 400)
  })
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
  await page.getByRole('radio', { name: 'Pay online' }).check()
  await expect(page.getByText('Test payment: no money moves.')).toBeVisible()
  await buyer.fill()
  await page.getByRole('button', { name: 'Place order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test payment' })
  await expect(dialog).toContainText('No money moves')
  await page.keyboard.press('Escape')
  await expect(page.getByText('This is a test order: no money moves.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay ₹180.00' }).click()
  await dialog.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The payment did not go through.' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again to pay ₹180.00' }).click()
  await dialog.getByRole('button', { name: 'Pay ₹180.00' }).click()
  await buyer.expectThanks()
  await expect(page.getByText(/Test payment/).first()).toBeVisible()
  expect(outside).toEqual([])
})
