import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { parsePromotion } from '../../src/domain/offers/promotion'
import type { OrderView } from '../../src/domain/orders/order'
import type { QuoteRequest } from '../../src/domain/orders/order-request'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'
import { forgetCode, keepCode } from '../../src/features/cart/offer-code'
import { addCartLine, currentLines } from '../../src/features/cart/store'
import { forgetDraft } from '../../src/features/checkout/form-draft'
import { orderStands } from '../../src/features/checkout/order-stands'
import { keepPincode } from '../../src/features/delivery/kept-pincode'
import { saveUtm } from '../../src/integrations/utm'
import { gate } from '../gate'
import { address } from './address'
import {
  answerOrders,
  diwali,
  events,
  field,
  fill,
  filledIn,
  open,
  openShop,
  placed,
  press,
  priced,
  put,
  putIntoCart,
  refuses,
  shop,
  stands,
} from './checkout-shop'
import { TOO_MANY_REQUESTS, tooManyTries } from './limit-answers'
import { server } from './network'
import { refuseStorage } from './refused-storage'
import { soapOrder as order } from './soap-order'

beforeEach(openShop)

/** The records are changed, and the page that is looked at again asks for them. */
async function askAgain(changed: Partial<typeof shop>): Promise<void> {
  Object.assign(shop, changed)
  const before = shop.quotes
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(shop.quotes).toBeGreaterThan(before))
}

describe('the form', () => {
  test('ORDER-01 an empty cart leads back to the shop', () => {
    open()
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/shop')
    expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
  })

  test('ORDER-01 every field says to the browser what it is', async () => {
    putIntoCart()
    open()
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    expect(field('Full name')).toHaveAttribute('autocomplete', 'name')
    expect(field('Email')).toHaveAttribute('autocomplete', 'email')
    expect(field('Mobile number')).toHaveAttribute('autocomplete', 'tel')
    expect(field('PIN code')).toHaveAttribute('autocomplete', 'shipping postal-code')
    expect(field('PIN code')).toHaveAttribute('inputmode', 'numeric')
    expect(field('City')).toHaveAttribute('autocomplete', 'shipping address-level2')
    expect(field('Address line 1')).toHaveAttribute('autocomplete', 'shipping address-line1')
    expect(field('Address line 2 (optional)')).toHaveAttribute('autocomplete', 'shipping address-line2')
    const state = screen.getByRole('combobox', { name: 'State' })
    expect(state).toHaveAttribute('autocomplete', 'shipping address-level1')
    expect(within(state).getAllByRole('option')).toHaveLength(37)
    // The notice of the Digital Personal Data Protection Act 2023, section 5, stands where data is asked for.
    const where = screen.getByRole('region', { name: 'Where to' })
    expect(where).toHaveTextContent(/for delivery and the bill/)
    expect(within(where).getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy-policy')
  })

  test('ORDER-01 leaving a wrong field says what is wrong beside it and keeps what was typed', async () => {
    putIntoCart()
    open()
    const user = userEvent.setup()
    await user.type(field('PIN code'), '06001')
    await user.tab()
    await waitFor(() => expect(field('PIN code')).toHaveAccessibleDescription('PIN codes have six digits.'))
    expect(field('PIN code')).toBeInvalid()
    expect(field('PIN code')).toHaveValue('06001')
    await user.clear(field('PIN code'))
    await user.type(field('PIN code'), '560003')
    await waitFor(() => expect(field('PIN code')).toBeValid())
  })

  test('ORDER-01 Place order with gaps goes to the first one and orders nothing', async () => {
    putIntoCart()
    open()
    const user = userEvent.setup()
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    await user.type(field('Full name'), 'Meera')
    await press(user)
    await waitFor(() => expect(field('PIN code')).toHaveFocus())
    expect(field('Email')).toHaveAccessibleDescription('Enter the email address.')
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveAccessibleDescription('Choose the state.')
    await user.type(field('PIN code'), '560003')
    await press(user)
    await waitFor(() => expect(field('Mobile number')).toHaveFocus())
    expect(shop.orders).toEqual([])
  })

  test('ORDER-01 the PIN code suggests the state, doubts another one, and never overrules', async () => {
    putIntoCart()
    open()
    const user = userEvent.setup()
    const state = screen.getByRole('combobox', { name: 'State' })
    await user.type(field('PIN code'), '560003')
    expect(state).toHaveValue('KA')
    await user.selectOptions(state, 'DL')
    expect(field('PIN code')).toHaveAccessibleDescription(
      'This PIN code does not look like one of Delhi. Please check both.',
    )
    await user.clear(field('PIN code'))
    await user.type(field('PIN code'), '600001')
    expect(state).toHaveValue('DL')
  })

  test('ORDER-13 the PIN code comes first with its state beside it; another one brings another, until one is chosen', async () => {
    putIntoCart()
    open()
    const user = userEvent.setup()
    const state = screen.getByRole('combobox', { name: 'State' })
    expect(screen.getAllByRole('textbox')[0]).toBe(field('PIN code'))
    await user.type(field('PIN code'), '560003')
    expect(screen.getByText('Karnataka', { selector: 'output' })).toBeVisible()
    await user.clear(field('PIN code'))
    await user.type(field('PIN code'), '110001')
    expect(screen.getByText('Delhi', { selector: 'output' })).toBeVisible()
    expect(state).toHaveValue('DL')
    // Nobody can say whose it is: nothing is guessed.
    await user.clear(field('PIN code'))
    await user.type(field('PIN code'), '999999')
    expect(document.querySelector('output[class]')).toBeEmptyDOMElement()
  })

  test('ORDER-13 a PIN code that is pasted with blanks around it is whole', async () => {
    putIntoCart()
    open()
    const user = userEvent.setup()
    await user.click(field('PIN code'))
    await user.paste('  560 003 ')
    await user.tab()
    expect(screen.getByText('Karnataka', { selector: 'output' })).toBeVisible()
    expect(field('PIN code')).toBeValid()
  })

  test('PIN-02 the answer fills in state and city where nothing is written, and doubts an unknown PIN code', async () => {
    const place = { state: 'UP', district: 'Moradabad', office: 'Moradabad' }
    server.use(
      http.get('*/api/store/pin/:pincode', ({ params: { pincode } }) =>
        HttpResponse.json(
          pincode === '244001'
            ? { pincode, ...place, known: true }
            : { pincode, state: '', district: '', office: '', known: false },
        ),
      ),
    )
    putIntoCart()
    open()
    const user = userEvent.setup()
    const state = screen.getByRole('combobox', { name: 'State' })
    await user.type(field('PIN code'), '२४४ ००१')
    await waitFor(() => expect(field('City')).toHaveValue('Moradabad'))
    expect(state).toHaveValue('UP')
    expect(screen.getByText('Moradabad, Uttar Pradesh', { selector: 'output' })).toBeVisible()
    await user.clear(field('PIN code'))
    await user.type(field('PIN code'), '262999')
    await waitFor(() =>
      expect(field('PIN code')).toHaveAccessibleDescription('We do not know this PIN code. Please check it.'),
    )
    // It is a hint: nothing is refused, and what was filled in before is not left standing.
    expect(field('PIN code')).toBeValid()
    expect(field('City')).toHaveValue('')
    await user.type(field('City'), 'Rampur')
    await user.clear(field('PIN code'))
    await user.type(field('PIN code'), '244001')
    await waitFor(() => expect(state).toHaveValue('UP'))
    expect(field('City')).toHaveValue('Rampur')
  })

  test.each([
    ['is not there', () => HttpResponse.error()],
    ['is refused', () => HttpResponse.json({ message: 'Too many requests.', data: {} }, { status: 429 })],
  ])('PIN-02 an answer that %s changes nothing', async (_, answer) => {
    server.use(http.get('*/api/store/pin/:pincode', answer))
    putIntoCart()
    open()
    const user = userEvent.setup()
    await user.type(field('PIN code'), '560003')
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('KA')
    expect(field('City')).toHaveValue('')
    expect(field('PIN code')).toBeValid()
  })

  test.each(['+91 98450 12345', '098450-12345', '919845012345'])(
    'ORDER-13 %s stands behind the fixed +91 without its own',
    async (typed) => {
      putIntoCart()
      open()
      const user = userEvent.setup()
      await put(user, 'Mobile number', typed)
      await user.tab()
      expect(field('Mobile number')).toHaveValue('98450 12345')
      expect(field('Mobile number')).toBeValid()
    },
  )

  test('ORDER-13 lines few need open by their word, and by themselves when the browser fills them in', async () => {
    putIntoCart()
    const page = open()
    const user = userEvent.setup()
    const word = () => screen.queryByRole('button', { name: 'Add landmark or line 2' })
    await user.click(word() as HTMLElement)
    expect(word()).toBeNull()
    expect(field('Address line 2 (optional)')).toHaveFocus()
    page.unmount()
    open()
    fireEvent.change(field('Landmark (optional)'), { target: { value: 'Behind the library' } })
    await waitFor(() => expect(word()).toBeNull())
    expect(field('Landmark (optional)').closest('.sr-only')).toBeNull()
  })

  test('ORDER-18 a note goes with the order, once somebody asks for its field', async () => {
    answerOrders(stands)
    const user = await filledIn()
    expect(field('Note (optional)').closest('.sr-only')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add a note' }))
    expect(field('Note (optional)')).toHaveFocus()
    expect(field('Note (optional)').closest('.sr-only')).toBeNull()
    await user.keyboard('For Amma, with love')
    await press(user)
    expect(await screen.findByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    expect(shop.orders[0]?.body).toMatchObject({ note: 'For Amma, with love' })
  })

  test('ORDER-05 what was typed is there again after a reload', async () => {
    putIntoCart()
    const user = userEvent.setup()
    const first = open()
    await fill(user)
    first.unmount()
    open()
    expect(field('Full name')).toHaveValue('Meera Raghunathan')
    expect(field('Mobile number')).toHaveValue('98450 12345')
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('KA')
  })

  test('ORDER-05 what was typed is there again after Back, also where the storage takes nothing', async () => {
    const accept = refuseStorage((deed) => deed === 'setItem')
    putIntoCart()
    const first = open()
    await put(userEvent.setup(), 'Full name', 'Meera Raghunathan')
    first.unmount()
    open()
    expect(field('Full name')).toHaveValue('Meera Raghunathan')
    accept()
    forgetDraft()
  })

  test('ORDER-04 online payment that is not set up is left out, and no foreign script is fetched', async () => {
    putIntoCart()
    open()
    expect(await screen.findByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
    expect(screen.queryByRole('radio', { name: 'Pay online' })).toBeNull()
    expect(document.querySelector('link[rel=prefetch]')).toBeNull()
  })

  test('ORDER-04 where it is set up the provider’s script is prefetched while the checkout is open', async () => {
    shop.online = true
    putIntoCart()
    const page = open()
    expect(await screen.findByRole('radio', { name: 'Pay online' })).toBeChecked()
    expect(document.querySelector('link[rel=prefetch]')).toHaveAttribute(
      'href',
      'https://checkout.razorpay.com/v1/checkout.js',
    )
    page.unmount()
    expect(document.querySelector('link[rel=prefetch]')).toBeNull()
  })

  test('ORDER-03 cash that is not offered says why and cannot be chosen', async () => {
    shop.settings = { ...DEFAULT_SETTINGS, cod_max: 20000 }
    putIntoCart()
    open()
    const cash = await screen.findByRole('radio', { name: 'Cash on delivery' })
    expect(cash).toBeDisabled()
    expect(cash).toHaveAccessibleDescription('This order is too large to be paid in cash.')
  })

  test.each([
    ['Cash on delivery', () => ({ settings: { ...DEFAULT_SETTINGS, cod_max: 20000 } }), { settings: DEFAULT_SETTINGS }],
    // Nothing of the cart can be had: there is nothing to pay.
    ['Pay online', () => ({ available: 0 }), { available: null }],
  ])(
    'ORDER-03 ORDER-04 %s, once chosen, is chosen again when the cart can have it again',
    async (name, without, back) => {
      shop.online = true
      putIntoCart()
      open()
      const user = userEvent.setup()
      const chosen = await screen.findByRole('radio', { name })
      await user.click(chosen)
      await askAgain(without())
      await waitFor(() => expect(screen.queryByRole('radio', { name, checked: true })).toBeNull())
      await askAgain(back)
      expect(await screen.findByRole('radio', { name, checked: true })).toBeEnabled()
    },
  )
})

describe('the quote', () => {
  test('ORDER-02 totals are the store’s, and a price that changed since adding is said', async () => {
    shop.price = 200
    putIntoCart(2, 180)
    open()
    const totals = await screen.findAllByText('₹400.00')
    expect(totals.length).toBeGreaterThan(1)
    expect(screen.getByText('Now ₹200.00 each; it was ₹180.00 when you added it.')).toBeInTheDocument()
  })

  test('ORDER-02 IMG-02 a picture that is still asked for is not said to be missing', async () => {
    const [held, answer] = gate()
    server.use(
      http.post('*/api/store/quote', async ({ request }) => {
        await held
        return HttpResponse.json(priced(((await request.json()) as QuoteRequest).items))
      }),
    )
    putIntoCart()
    open()
    expect(await screen.findByText('Order summary, 2 items')).toBeInTheDocument()
    expect(screen.queryByRole('img', { name: 'No image URL provided' })).toBeNull()
    answer()
    // This soap has none, which is known now.
    await waitFor(() => expect(screen.getAllByRole('img', { name: 'No image URL provided' }).length).toBeGreaterThan(0))
  })

  test('PROMO-32 the summary says how much more makes the delivery free', async () => {
    const settings = { shipping_fee: 50, free_shipping_from: 500 }
    shop.settings = { ...DEFAULT_SETTINGS, shipping_fee: 5000, free_shipping_from: 50_000 }
    server.use(http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [settings] })))
    putIntoCart()
    open()
    expect(await screen.findByText('₹140.00 more for free delivery')).toBeInTheDocument()
  })

  test('ORDER-02 a line that cannot be had as asked for names the way out, and is asked for again when taken', async () => {
    shop.available = 1
    putIntoCart(3)
    open()
    const user = userEvent.setup()
    await fill(user)
    expect(screen.getByRole('alert')).toHaveTextContent('Only 1 of Neem & Tulsi Soap left.')
    await press(user)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(shop.orders).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Take 1 instead' }))
    await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement())
    expect(currentLines()[0]?.quantity).toBe(1)
  })

  test('ORDER-02 a product that is gone can be taken out', async () => {
    putIntoCart()
    addCartLine({
      productId: 'gone',
      product: { id: 'gone', name: 'Old Soap', price: 10, images: [] },
      quantity: 1,
      color: '',
    })
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Remove Old Soap' }))
    await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement())
    expect(currentLines()).toHaveLength(1)
  })

  test('ORDER-02 two colours of one product that cannot be had are told apart', async () => {
    for (const color of ['Indigo', 'Olive'])
      addCartLine({
        productId: 'soap',
        product: { id: 'soap', name: 'Neem & Tulsi Soap', price: 180, images: [], color_name: color },
        quantity: 1,
        color: color.toLowerCase(),
      })
    open()
    const sentence = 'Neem & Tulsi Soap does not come in this colour any more.'
    expect(await screen.findByText(`Indigo: ${sentence}`)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Neem & Tulsi Soap, Olive' }))
    expect(currentLines().map(({ color }) => color)).toEqual(['indigo'])
  })

  test('ORDER-02 a colour that is gone can be changed for another one, and the keyboard goes on from there', async () => {
    server.use(
      http.post('*/api/store/quote', async ({ request }) => {
        const { items } = (await request.json()) as QuoteRequest
        const quote = priced(items)
        const others = [{ value: 'olive', name: 'Olive', images: [] }]
        const lines = quote.items.map((item) =>
          item.color === 'olive'
            ? { ...item, problem: undefined }
            : { ...item, unit_price: 18_000, other_colors: others },
        )
        return HttpResponse.json({ ...quote, items: lines })
      }),
    )
    addCartLine({
      productId: 'soap',
      product: { id: 'soap', name: 'Neem & Tulsi Soap', price: 160, images: [], color_name: 'Indigo' },
      quantity: 2,
      color: 'indigo',
    })
    const main = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Take Olive' }))
    expect(currentLines()).toMatchObject([
      { color: 'olive', quantity: 2, product: { price: 180, color_name: 'Olive' } },
    ])
    expect(main).toHaveFocus()
    main.remove()
  })

  /** The shop answers by PIN code; the answer is those it is asked about. */
  function deliversByPin(): string[] {
    const asked: string[] = []
    const settings = { delivers_by_pin: true }
    server.use(
      http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [settings] })),
      http.post('*/api/store/quote', async ({ request }) => {
        const { items, pincode = '' } = (await request.json()) as QuoteRequest
        asked.push(pincode)
        const dates = { leaves: null, earliest: null, latest: null }
        const delivery = pincode && { pincode, deliverable: true, cash: true, fee: 0, ...dates }
        return HttpResponse.json({ ...priced(items), delivery: delivery || null })
      }),
    )
    return asked
  }

  test('DELIV-08 beside a PIN code that is not whole stands nothing of the one before', async () => {
    deliversByPin()
    const user = await filledIn()
    expect(await screen.findByText('We deliver to 560003.')).toBeVisible()
    await user.type(field('PIN code'), '{Backspace}')
    expect(screen.queryByText('We deliver to 560003.')).toBeNull()
    expect(screen.getByText('And tells when it arrives.')).toBeVisible()
  })

  test('DELIV-08 the price is for the PIN code of this address, whatever one is typed in another tab', async () => {
    const asked = deliversByPin()
    await filledIn()
    expect(await screen.findByText('We deliver to 560003.')).toBeVisible()
    const { length } = asked
    act(() => keepPincode('744101'))
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(asked.length).toBeGreaterThan(length))
    expect(asked.slice(length)).not.toContain('744101')
    expect(screen.getByText('We deliver to 560003.')).toBeVisible()
  })

  test('SHEET-08 below the minimum nothing is ordered and the warning stands', async () => {
    shop.price = 100
    putIntoCart(1, 100)
    open()
    const user = userEvent.setup()
    await fill(user)
    await press(user)
    expect(screen.getByRole('alert')).toHaveTextContent('Minimum order value is ₹150 (Current: ₹100.00)')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(shop.orders).toEqual([])
  })

  test('ORDER-02 nothing is ordered before the total is known, and Place order says that it waits', async () => {
    const [released, answer] = gate()
    server.use(
      http.post('*/api/store/quote', async () => {
        await released
      }),
    )
    putIntoCart()
    open()
    const place = await screen.findByRole('button', { name: 'Place order' })
    expect(place).toHaveAttribute('aria-busy', 'true')
    answer()
    await waitFor(() => expect(place).not.toHaveAttribute('aria-busy'))
  })

  test('ORDER-02 a quote that does not arrive can be asked for again', async () => {
    server.use(http.post('*/api/store/quote', () => HttpResponse.error(), { once: true }))
    putIntoCart()
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
  })
})

describe('placing', () => {
  test('ORDER-03 ORDER-06 ORDER-12 STAT-01 cash on delivery: the order stands, then the cart is empty and the order is shown', async () => {
    answerOrders(stands)
    const user = await filledIn()
    await press(user)
    expect(await screen.findByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    expect(screen.getByText('Order SJ-7K2M9QXD')).toBeVisible()
    expect(address()).toBe('/order-confirmation/order1')
    expect(currentLines()).toEqual([])
    expect(sessionStorage).toHaveLength(0)
    const [sent] = shop.orders
    expect(sent?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(sent?.body).toEqual({
      items: [{ product: 'soap', quantity: 2, color: '' }],
      contact: order.contact,
      address: order.address,
      payment_method: 'cod',
      expected_total: 36000,
      code: '',
      promotions: [],
      arrives_until: '',
    })
    const soap = { item_id: 'soap', item_name: 'Neem & Tulsi Soap', price: 180, quantity: 2, index: 0 }
    expect(events).toEqual([
      { event: 'begin_checkout', currency: 'INR', value: 360, shipping: 0, coupon: '', items: [soap] },
      { event: 'form_start', form_name: 'checkout' },
      { event: 'add_shipping_info', currency: 'INR', value: 360, shipping: 0, coupon: '', items: [soap] },
      {
        event: 'purchase',
        transaction_id: 'SJ-7K2M9QXD',
        currency: 'INR',
        value: 360,
        shipping: 0,
        coupon: '',
        items: [soap],
        tax: 0,
        payment_method: 'cod',
      },
      { event: 'conversion', transaction_id: 'SJ-7K2M9QXD', currency: 'INR', value: 360 },
      { event: 'form_complete', form_name: 'checkout' },
    ])
  })

  test.each<[string, () => void]>([
    ['is added to the cart stays', () => {}],
    ['another tab, which pressed at the same moment, took out is taken out once', () => orderStands(order)],
  ])('ORDER-12 while the order is on its way, what %s', async (_, elsewhere) => {
    answerOrders(() => {
      elsewhere()
      putIntoCart(1)
      return stands()
    })
    const user = await filledIn()
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(currentLines().map(({ productId, quantity }) => [productId, quantity])).toEqual([['soap', 1]])
    expect(shop.orders[0]?.body.items).toEqual([{ product: 'soap', quantity: 2, color: '' }])
  })

  test('STAT-01 form_error names the fields at fault and nothing that was typed', async () => {
    const user = await filledIn()
    await user.clear(field('Full name'))
    await user.clear(field('PIN code'))
    await press(user)
    await waitFor(() => expect(events.map(({ event }) => event)).toContain('form_error'))
    expect(events.at(-1)).toEqual({
      event: 'form_error',
      form_name: 'checkout',
      error_fields: 'address.pincode,contact.name',
    })
  })

  test('STAT-04 the order carries the campaign; another campaign meanwhile is no other order', async () => {
    answerOrders(
      () => HttpResponse.error(),
      () => HttpResponse.error(),
      stands,
    )
    putIntoCart()
    saveUtm('?utm_source=insta&utm_campaign=diwali')
    open()
    const user = userEvent.setup()
    await fill(user)
    await press(user)
    await screen.findByText(/Press Place order again/)
    saveUtm('?utm_source=letter')
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders.map(({ body }) => body.utm)).toEqual([
      { utm_source: 'insta', utm_campaign: 'diwali' },
      { utm_source: 'insta', utm_campaign: 'diwali' },
      { utm_source: 'letter' },
    ])
    expect(new Set(shop.orders.map(({ key }) => key)).size).toBe(1)
  })

  test('ORDER-05 a double click is one order', async () => {
    answerOrders(stands)
    const user = await filledIn()
    await user.dblClick(screen.getByRole('button', { name: 'Place order' }))
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders).toHaveLength(1)
  })

  test('ORDER-05 ORDER-12 lost answers are asked for again with the same key, also after a reload; the cart stays meanwhile', async () => {
    answerOrders(
      () => HttpResponse.error(),
      () => HttpResponse.error(),
      stands,
    )
    putIntoCart()
    const user = userEvent.setup()
    const page = open()
    await fill(user)
    await press(user)
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        'We did not hear back from the shop. Press Place order again: you will not order twice.',
      ),
    )
    expect(currentLines()).toHaveLength(1)
    page.unmount()
    open()
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders).toHaveLength(3)
    expect(new Set(shop.orders.map((sent) => sent.key)).size).toBe(1)
  })

  test('ORDER-05 another address is another order: a new key', async () => {
    answerOrders(refuses(400, {}, 'Not today.'), stands)
    const user = await filledIn()
    await press(user)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Not today.'))
    // It takes the focus a frame later, and with it what is typed before.
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    await user.type(field('Address line 2 (optional)'), 'Malleshwaram')
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(new Set(shop.orders.map((sent) => sent.key)).size).toBe(2)
  })

  test('ORDER-02 a changed total is shown, old and new, and asked for again before anything is ordered', async () => {
    const user = await filledIn()
    shop.price = 200
    answerOrders(
      refuses(409, { code: 'cart_changed', quote: priced([{ product: 'soap', quantity: 2, color: '' }]) }),
      stands,
    )
    await press(user)
    const alert = screen.getByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent('the total was ₹360.00 and is ₹400.00 now'))
    await waitFor(() => expect(alert).toHaveFocus())
    expect(currentLines()).toHaveLength(1)
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders.map((sent) => sent.body.expected_total)).toEqual([36000, 40000])
    expect(shop.orders[0]?.key).toBe(shop.orders[1]?.key)
  })

  test('LIVE-07 ORDER-02 a total that rises on the open page is said, old and new, before anything is ordered', async () => {
    const user = await filledIn()
    answerOrders(stands)
    await askAgain({ price: 200 })
    await screen.findAllByText('₹400.00')
    await press(user)
    const alert = screen.getByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent('the total was ₹360.00 and is ₹400.00 now'))
    await waitFor(() => expect(alert).toHaveFocus())
    expect(shop.orders).toEqual([])
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders.map(({ body }) => body.expected_total)).toEqual([40000])
  })

  test('LIVE-07 a total that falls and then rises has risen, also where it is still less than at first', async () => {
    const user = await filledIn()
    answerOrders(stands)
    await askAgain({ price: 150 })
    await screen.findAllByText('₹300.00')
    await askAgain({ price: 170 })
    await screen.findAllByText('₹340.00')
    await press(user)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('the total was ₹300.00 and is ₹340.00 now'))
    expect(shop.orders).toEqual([])
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
  })

  test('LIVE-07 a total that falls, or that the shopper changes, holds up nobody', async () => {
    shop.code = { typed: 'DIWALI15', found: { promotion: diwali } }
    act(() => void keepCode('DIWALI15'))
    const user = await filledIn()
    answerOrders(stands)
    await askAgain({ price: 170 })
    await screen.findAllByText('₹289.00')
    act(forgetCode)
    await screen.findAllByText('₹340.00')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place order' })).not.toHaveAttribute('aria-busy'))
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
  })

  test('LIVE-07 PROMO-18 a code that ends on the open page is said with both totals, and the next press orders', async () => {
    shop.code = { typed: 'DIWALI15', found: { promotion: diwali } }
    act(() => void keepCode('DIWALI15'))
    const user = await filledIn()
    answerOrders(stands)
    const problem = { code: 'expired', message: 'This offer has ended.' } as const
    await askAgain({ code: { typed: 'DIWALI15', found: { problem } } })
    await waitFor(() => expect(screen.getAllByText('₹360.00').length).toBeGreaterThan(1))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place order' })).not.toHaveAttribute('aria-busy'))
    await press(user)
    await screen.findByText(/^This offer has ended. The total was ₹306.00 and is ₹360.00 now. Nothing has been ordered/)
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders.map(({ body }) => [body.code, body.expected_total])).toEqual([['', 36000]])
  })

  test('LIVE-07 PROMO-18 what it was without the code, long before, counts for nothing once the code has ended', async () => {
    const user = await filledIn()
    await screen.findAllByText('₹360.00')
    shop.code = { typed: 'DIWALI15', found: { promotion: diwali } }
    act(() => void keepCode('DIWALI15'))
    await screen.findAllByText('₹306.00')
    const problem = { code: 'expired', message: 'This offer has ended.' } as const
    Object.assign(shop, { price: 200, code: { typed: 'DIWALI15', found: { problem } } })
    const quote = { ...priced([{ product: 'soap', quantity: 2, color: '' }]), code_problem: problem }
    answerOrders(refuses(409, { code: 'cart_changed', quote }), stands)
    await press(user)
    await screen.findByText(/^This offer has ended. The total was ₹306.00 and is ₹400.00 now. Nothing has been ordered/)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place order' })).not.toHaveAttribute('aria-busy'))
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
  })

  test('LIVE-07 RISK-06 a gift that goes on the open page is said before anything is ordered without it', async () => {
    shop.gift = true
    const user = await filledIn()
    answerOrders(stands)
    await askAgain({ gift: false })
    await screen.findByText(/The free gift, Festive Potli Pouch, is no longer available./)
    await press(user)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Nothing has been ordered yet.'))
    expect(shop.orders).toEqual([])
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
  })

  test('RISK-06 a gift that is gone is said before anything is ordered without it', async () => {
    shop.gift = true
    const user = await filledIn()
    shop.gift = false
    const quote = priced([{ product: 'soap', quantity: 2, color: '' }])
    answerOrders(refuses(409, { code: 'cart_changed', quote }), stands)
    await press(user)
    const alert = screen.getByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent('The free gift, Festive Potli Pouch, is no longer available.'))
    expect(alert).toHaveTextContent('Nothing has been ordered yet.')
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders.map((sent) => sent.body.gift)).toEqual(['potli', undefined])
    expect(new Set(shop.orders.map((sent) => sent.key)).size).toBe(1)
  })

  test('PROMO-18 a code that is used up meanwhile is said with both totals, and the next press orders without it', async () => {
    shop.code = { typed: 'DIWALI15', found: { promotion: diwali } }
    act(() => void keepCode('DIWALI15'))
    const user = await filledIn()
    shop.code.found = { problem: { code: 'used_up', message: 'This offer has been used up.' } }
    const quote = priced([{ product: 'soap', quantity: 2, color: '' }])
    answerOrders(refuses(409, { code: 'cart_changed', quote }), stands)
    await press(user)
    await screen.findByText(
      /^This offer has been used up. The total was ₹306.00 and is ₹360.00 now. Nothing has been ordered yet./,
    )
    expect(screen.getByRole('textbox', { name: 'Offer code', hidden: true })).toHaveAccessibleDescription(
      'This offer has been used up.',
    )
    expect(field('Full name')).toHaveValue('Meera Raghunathan')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place order' })).not.toHaveAttribute('aria-busy'))
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(shop.orders.map(({ body }) => [body.code, body.expected_total])).toEqual([
      ['DIWALI15', 30600],
      ['', 36000],
    ])
  })

  test.each([
    ['percent', 28800, 'The total was ₹288.00 and is ₹360.00 now. Nothing has been ordered yet. Press Place order to'],
    ['gift', 36000, 'Nothing has been ordered yet. Press Place order to order without it.'],
  ])(
    'PROMO-18 an offer (%s) that is not for this guest is said with its reason, and stays away from this checkout',
    async (kind, total, words) => {
      shop.automatic = parsePromotion({ id: 'f', active: true, kind, value: 20, gift: 'potli', first_order: true })
      putIntoCart()
      open()
      const user = userEvent.setup()
      await fill(user)
      const why = { id: 'f', code: 'not_first_order', message: 'This offer is for a first order.' } as const
      const quote = priced([{ product: 'soap', quantity: 2, color: '' }], '', { promotions: [], withheld: [why] })
      answerOrders(refuses(409, { code: 'cart_changed', quote }), stands)
      await press(user)
      await waitFor(() =>
        expect(screen.getByRole('alert')).toHaveTextContent(`This offer is for a first order. ${words}`),
      )
      // Back from another tab the cart is asked about again.
      const before = shop.quotes
      act(() => void window.dispatchEvent(new Event('visibilitychange')))
      await waitFor(() => expect(shop.quotes).toBeGreaterThan(before))
      await waitFor(() => expect(screen.getByRole('button', { name: 'Place order' })).not.toHaveAttribute('aria-busy'))
      await press(user)
      await screen.findByRole('heading', { name: 'Thank you, Meera' })
      expect(shop.orders.map(({ body }) => [body.promotions, body.expected_total])).toEqual([
        [['f'], total],
        [[], 36000],
      ])
    },
  )

  test('PROMO-18 an offer that is withheld beside a line that is refused is said once that line is mended', async () => {
    shop.automatic = parsePromotion({ id: 'f', active: true, kind: 'percent', value: 20, first_order: true })
    const user = await filledIn()
    const why = { id: 'f', code: 'not_first_order', message: 'This offer is for a first order.' } as const
    const quote = priced([{ product: 'soap', quantity: 2, color: '' }], '', { promotions: [], withheld: [why] })
    answerOrders(refuses(409, { code: 'out_of_stock', quote }), refuses(409, { code: 'cart_changed', quote }))
    await press(user)
    await waitFor(() => expect(shop.orders).toHaveLength(1))
    const before = shop.quotes
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(shop.quotes).toBeGreaterThan(before))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Place order' })).not.toHaveAttribute('aria-busy'))
    await press(user)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This offer is for a first order.'))
  })

  test('ORDER-10 sold out while typing: the line is named, the form stays', async () => {
    const user = await filledIn()
    shop.available = 0
    const quote = priced([{ product: 'soap', quantity: 2, color: '' }])
    answerOrders(refuses(409, { code: 'out_of_stock', quote }))
    await press(user)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Neem & Tulsi Soap is out of stock.'))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(screen.getByRole('button', { name: 'Remove Neem & Tulsi Soap' })).toBeVisible()
    expect(field('Full name')).toHaveValue('Meera Raghunathan')
  })

  test('ORDER-01 what the store finds wrong lands beside its field', async () => {
    const user = await filledIn()
    answerOrders(refuses(400, { 'contact.email': { code: 'invalid', message: 'This address does not exist' } }))
    await press(user)
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('This address does not exist'))
    await waitFor(() => expect(field('Email')).toHaveFocus())
  })
})

describe('at the button', () => {
  test('ORDER-14 total, saving and the telephone number stand with it, in full below; only what the records say', async () => {
    shop.original = 220
    server.use(
      http.get('*/api/collections/store_settings/records', () =>
        HttpResponse.json({ items: [{ seller_phone: '080 4000 1000', chat_number: '+91 98765 43210' }] }),
      ),
    )
    putIntoCart()
    open()
    const bar = (await screen.findByRole('button', { name: 'Place order' })).parentElement as HTMLElement
    await waitFor(() => expect(bar).toHaveTextContent('You save ₹80.00'))
    expect(bar).toHaveTextContent('₹360.00')
    await waitFor(() => expect(bar).toHaveTextContent('A person answers: 080 4000 1000'))
    expect(screen.getByRole('link', { name: '080 4000 1000' })).toHaveAttribute('href', 'tel:08040001000')
    expect(screen.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/919876543210')
    expect(document.body).not.toHaveTextContent('Card numbers')
  })

  test('ORDER-14 without a number, a saving or a provider nothing is made up', async () => {
    putIntoCart()
    open()
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    expect(document.body).not.toHaveTextContent('A person answers')
    expect(document.body).not.toHaveTextContent('You save')
    expect(screen.queryByRole('img', { name: /RuPay/ })).toBeNull()
  })

  test('ORDER-14 where a provider takes the money its ways are drawn', async () => {
    shop.online = true
    putIntoCart()
    open()
    await screen.findByRole('radio', { name: 'Pay online' })
    expect(screen.getByRole('img', { name: 'UPI, RuPay, Visa, Mastercard' })).toBeInTheDocument()
    expect(document.body).toHaveTextContent('Card numbers never reach us.')
  })

  test('ORDER-15 a thing without colours shows none', async () => {
    putIntoCart()
    open()
    const list = await screen.findByRole('list', { name: 'Items' })
    expect(list).toHaveTextContent('Neem & Tulsi Soap2 items₹360.00')
    expect(document.body).not.toHaveTextContent('Default')
  })
})

describe('RISK-04 a large cash order', () => {
  const waiting: OrderView = {
    ...order,
    status: 'pending',
    expires_at: '2026-11-21 05:12:00.000Z',
    pay_online: true,
    events: [{ type: 'placed', at: '2026-11-20 05:12:00.000Z', label: 'Order placed' }],
  }

  test('is placed and waits for the shop: said on its page, which asks for no payment and offers to pay online', async () => {
    server.use(http.get('*/api/store/orders/order1', () => HttpResponse.json(waiting)))
    shop.settings = { ...DEFAULT_SETTINGS, cod_unproven_max: 30_000 }
    server.use(
      http.get('*/api/collections/store_settings/records', () =>
        HttpResponse.json({ items: [{ cod_unproven_max: 300 }] }),
      ),
    )
    const user = await filledIn()
    expect(await screen.findByText(/We may call you first to confirm an order of this size/)).toBeVisible()
    answerOrders(() => HttpResponse.json({ ...placed, status: 'pending' }, { status: 201 }))
    await press(user)
    expect(await screen.findByRole('heading', { name: 'We have your order' })).toBeVisible()
    expect(document.body).toHaveTextContent('Yours is kept for you until 21 November 2026, 10:42 am.')
    expect(screen.getByRole('list', { name: 'Order progress' })).toHaveTextContent('Waiting for the shop to confirm')
    expect(screen.getByRole('button', { name: 'Pay online instead' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel order' })).toBeVisible()
    expect(screen.queryByText('Waiting for your payment')).toBeNull()
    expect(currentLines()).toEqual([])
  })

  test('that nobody confirmed says so', async () => {
    const expired: OrderView = { ...waiting, status: 'expired', expires_at: '', pay_online: false }
    server.use(http.get('*/api/store/orders/order1', () => HttpResponse.json(expired)))
    open('/order-confirmation/order1')
    expect(await screen.findByRole('heading', { name: 'This order was not confirmed in time' })).toBeVisible()
    expect(document.body).toHaveTextContent('It did not go through, and there is nothing to pay.')
  })
})

describe('more pieces than one order may have', () => {
  test('RISK-07 lose nothing: the line says it, and takes as many as there may be when told to', async () => {
    putIntoCart(30)
    open()
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('One order may have at most 20 of Neem & Tulsi Soap.'),
    )
    expect(currentLines()[0]?.quantity).toBe(30)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Take 20 instead' }))
    expect(currentLines()[0]?.quantity).toBe(20)
  })
})

describe('the order afterwards', () => {
  test('ORDER-06 a mail’s link opens the order and leaves the address bar', async () => {
    open('/order-confirmation/order1#t=opens-it')
    expect(await screen.findByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    expect(address()).toBe('/order-confirmation/order1')
    expect(screen.getByText('+91 98450 12345')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Order progress' })).toHaveTextContent('20 November 2026, 10:42 am')
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })

  test('ORDER-06 a stranger learns nothing and is shown the way to track', async () => {
    open('/order-confirmation/order1')
    expect(await screen.findByRole('heading', { name: 'We cannot show this order' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Track an order' })).toHaveAttribute('href', '/track-order')
    expect(document.body).not.toHaveTextContent('Meera')
  })

  test('ORDER-07 a wrong pair says so without saying which part', async () => {
    server.use(http.post('*/api/store/track', refuses(404, {})))
    open('/track-order')
    const user = userEvent.setup()
    await user.type(field('Order number'), 'SJ-7K2M9QXD')
    await user.type(field('Email or mobile number'), 'someone@example.in')
    await user.click(screen.getByRole('button', { name: 'Track order' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We found no order with this number and contact. Please check both.',
    )
  })

  test('ORDER-07 the right pair shows the timeline, no address', async () => {
    const { number, status, payment_status, fulfilment_status, events, tracking } = order
    const items = [{ name: 'Neem & Tulsi Soap', color: '', quantity: 2 }]
    server.use(
      http.post('*/api/store/track', () =>
        HttpResponse.json({ number, status, payment_status, fulfilment_status, events, tracking, items }),
      ),
    )
    open('/track-order')
    const user = userEvent.setup()
    await user.type(field('Order number'), 'sj-7k2m9qxd')
    await user.type(field('Email or mobile number'), '9845012345')
    await user.click(screen.getByRole('button', { name: 'Track order' }))
    const heading = await screen.findByRole('heading', { name: 'Order SJ-7K2M9QXD' })
    expect(heading).toHaveFocus()
    expect(screen.getByRole('list', { name: 'Order progress' })).toHaveTextContent('Order placed')
    expect(document.body).toHaveTextContent('Neem & Tulsi Soap · 2')
  })
})

describe('limits', () => {
  const OWN = '5 of your orders wait for their payment. Pay or cancel one of them. Please try again in 12 minutes.'
  test.each([
    ['the store’s', tooManyTries(OWN, 720), OWN],
    ['the record store’s', TOO_MANY_REQUESTS, 'Too many tries. Please wait a minute and try again.'],
  ])(
    'ORDER-03 GUARD-01 %s limit is said above the button; the form and the cart stay, and it can be tried again',
    async (_whose, body, sentence) => {
      answerOrders(() => HttpResponse.json(body, { status: 429 }), stands)
      putIntoCart()
      open()
      const user = userEvent.setup()
      await fill(user)
      await user.click(screen.getByRole('radio', { name: 'Cash on delivery' }))
      await press(user)
      expect(await screen.findByText(sentence)).toBeVisible()
      expect(field('Full name')).toHaveValue('Meera Raghunathan')
      expect(field('Address line 1')).toHaveValue('14, 3rd Cross')
      expect(currentLines()).toHaveLength(1)
      expect(shop.orders).toHaveLength(1)
      await press(user)
      await waitFor(() => expect(address()).toContain('/order-confirmation/order1'))
      expect(shop.orders[1]?.key).toBe(shop.orders[0]?.key)
    },
  )

  test('ORDER-02 GUARD-01 a price that is asked for too often says so and can be asked for again', async () => {
    server.use(http.post('*/api/store/quote', () => HttpResponse.json(TOO_MANY_REQUESTS, { status: 429 })))
    putIntoCart()
    open()
    expect(await screen.findByText('Too many tries. Please wait a minute and try again.')).toBeVisible()
    expect(screen.getByRole('button', { name: /try again/i })).toBeEnabled()
  })
})
