import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordStore } from '../../src/api/client'
import { endSession } from '../../src/api/stored-session'
import { CHECKOUT_KEY, DEVICE_ADDRESS_KEY, PINCODE_KEY, signOut } from '../../src/features/account/session'
import { currentLines } from '../../src/features/cart/store'
import { readDeviceAddress, readDraft, saveDeviceAddress, saveDraft } from '../../src/features/checkout/form-draft'
import { toast } from '../../src/ui/toast'
import { address } from './address'
import {
  answerOrders,
  field,
  fill,
  open,
  openShop,
  press,
  put,
  putIntoCart,
  refuses,
  shop,
  stands,
} from './checkout-shop'
import { server } from './network'
import { sessionToken } from './signed-in'
import { soapOrder as order } from './soap-order'

beforeEach(openShop)

describe('somebody with an account', () => {
  const HOME = {
    ...{ id: 'home', label: 'Home', name: 'Meera Raghunathan', phone: '+919845012345', is_default: true },
    ...{ line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
  }
  const ME = { id: 'me', collectionId: 'u', collectionName: 'users', name: 'Meera', email: 'meera@example.in' }
  const token = sessionToken('me')
  const signIn = async (record = ME) => (await recordStore()).authStore.save(token, record)
  let kept: (typeof HOME)[]

  beforeEach(() => {
    kept = [{ ...HOME, id: 'office', label: 'Office', pincode: '560095' }, HOME]
    server.use(
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: kept })),
      http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json({ token, record: ME })),
    )
    putIntoCart()
  })
  afterEach(async () => (await recordStore()).authStore.clear())

  test('ORDER-11 a PIN code that was asked about before signing in finds the address that has it', async () => {
    localStorage.setItem(PINCODE_KEY, '"560003"')
    const { unmount } = open()
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    expect(field('PIN code')).toHaveValue('560003')
    unmount()
    await signIn()
    open()
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Home' })).toBeChecked())
    expect(field('Mobile number')).toHaveValue('98450 12345')
  })

  test('ORDER-11 a new address whose PIN code a kept one has stays new after a reload', async () => {
    const user = userEvent.setup()
    await signIn()
    const { unmount } = open()
    await user.click(await screen.findByRole('radio', { name: 'A new address' }))
    await put(user, 'PIN code', '560003')
    unmount()
    open()
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    // Not before something is chosen.
    await act(async () => {})
    expect(await screen.findByRole('radio', { name: 'A new address' })).toBeChecked()
    expect(field('PIN code')).toHaveValue('560003')
    expect(field('Address line 1')).toHaveValue('')
  })

  test('ORDER-11 an address that is changed on the profile after it was chosen is ordered to as it is now', async () => {
    const user = userEvent.setup()
    await signIn()
    const chosen = () => waitFor(() => expect(screen.getByRole('radio', { name: 'Office' })).toBeChecked())
    const { unmount } = open()
    await chosen()
    unmount()
    kept = kept.map((address) => ({
      ...address,
      line1: '7, Lake View',
      name: 'M. Raghunathan',
      phone: '+919845054321',
    }))
    answerOrders(stands)
    open()
    await chosen()
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    await press(user)
    await waitFor(() => expect(shop.orders.map(({ body }) => body.address.line1)).toEqual(['7, Lake View']))
    expect(shop.orders[0]?.body.contact).toMatchObject({ name: 'M. Raghunathan', phone: '+919845054321' })
    await waitFor(() => expect(address()).toBe('/order-confirmation/order1'))
  })

  test('ORDER-11 what is typed over an address’s name or number stays, also after a reload', async () => {
    const user = userEvent.setup()
    await signIn()
    const { unmount } = open()
    await waitFor(() => expect(field('Full name')).toHaveValue('Meera Raghunathan'))
    await user.clear(field('Full name'))
    await put(user, 'Full name', 'Meera')
    await user.clear(field('Mobile number'))
    await put(user, 'Mobile number', '98450 00000')
    unmount()
    kept = kept.map((address) => ({ ...address, name: 'M. Raghunathan' }))
    open()
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Office' })).toBeChecked())
    expect(field('Full name')).toHaveValue('Meera')
    expect(field('Mobile number')).toHaveValue('98450 00000')
  })

  test('ORDER-11 the name beside a kept address that is being changed stays, also when the account is read anew', async () => {
    const user = userEvent.setup()
    await signIn()
    open()
    await waitFor(() => expect(field('Full name')).toHaveValue('Meera Raghunathan'))
    await user.click(screen.getByRole('button', { name: 'Edit this address' }))
    await act(() => signIn({ ...ME, email: 'meera.r@example.in' }))
    await waitFor(() => expect(field('Email')).toHaveValue('meera.r@example.in'))
    expect(field('Full name')).toHaveValue('Meera Raghunathan')
  })

  test('ORDER-11 name and email of the account are filled in as they are now', async () => {
    kept = []
    await signIn()
    const { unmount } = open()
    await waitFor(() => expect(field('Email')).toHaveValue('meera@example.in'))
    unmount()
    const record = { ...ME, name: 'Meera R', email: 'meera.r@example.in' }
    server.use(http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json({ token, record })))
    await signIn(record)
    open()
    await waitFor(() => expect(field('Email')).toHaveValue('meera.r@example.in'))
    expect(field('Full name')).toHaveValue('Meera R')
  })

  test('ORDER-05 whose session ends at checkout finds what was typed again after signing in, and nobody else does', async () => {
    const user = userEvent.setup()
    await signIn()
    const { unmount } = open()
    await user.click(await screen.findByRole('radio', { name: 'A new address' }))
    await put(user, 'Address line 1', '7, Lake View')
    act(endSession)
    await screen.findByRole('link', { name: 'Sign in' })
    await screen.findByRole('radio', { name: 'Cash on delivery' })
    expect(field('Address line 1')).toHaveValue('')
    unmount()
    await signIn()
    open()
    expect(await screen.findByRole('radio', { name: 'A new address' })).toBeChecked()
    expect(field('Address line 1')).toHaveValue('7, Lake View')
  })

  test('ORDER-05 ORDER-08 a session that the store refuses at Place order ends, says so, and leaves what was typed', async () => {
    await signIn()
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('radio', { name: 'Home' }))
    await user.click(screen.getByRole('button', { name: 'Edit this address' }))
    await user.clear(field('Address line 1'))
    await put(user, 'Address line 1', '7, Lake View')
    const told = vi.spyOn(toast, 'error')
    answerOrders(refuses(401, { code: 'session_ended' }))
    await press(user)
    await screen.findByRole('link', { name: 'Sign in' })
    const description = 'Nothing has been ordered. Sign in: what you typed is kept.'
    expect(told).toHaveBeenCalledWith('You are signed out', { description })
    expect(readDraft(ME.id).address.line1).toBe('7, Lake View')
    expect(currentLines()).toHaveLength(1)
  })

  test('ORDER-05 a guest’s form that this device has filled in takes the place of nothing that was typed', () => {
    const place = { contact: order.contact, address: { ...order.address, line1: '7, Lake View' } }
    saveDraft({ ...readDraft('me'), ...place }, 'me')
    saveDeviceAddress({ contact: order.contact, address: order.address })
    const filledIn = { ...readDraft(''), ...readDeviceAddress(), payment_method: 'cod' as const }
    saveDraft(filledIn, '')
    expect(readDraft('me').address.line1).toBe('7, Lake View')
    saveDraft({ ...filledIn, note: 'After six' }, '')
    expect(readDraft('me')).toMatchObject({ note: 'After six', address: { line1: order.address.line1 } })
  })
})

describe('what is kept for the next order', () => {
  const box = () => screen.getByRole('checkbox', { name: 'Save on this device' })

  test('ORDER-11 a guest’s address is kept in this browser, offered filled in, and forgotten when it is unticked', async () => {
    answerOrders(stands)
    putIntoCart()
    const first = open()
    const user = userEvent.setup()
    await fill(user)
    expect(box()).toBeChecked()
    expect(box()).toHaveAccessibleDescription(/In this browser only/)
    expect(localStorage.getItem(DEVICE_ADDRESS_KEY)).toBeNull()
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    first.unmount()

    putIntoCart()
    open()
    await waitFor(() => expect(field('Full name')).toHaveValue('Meera Raghunathan'))
    expect(field('Mobile number')).toHaveValue('98450 12345')
    expect(field('PIN code')).toHaveValue('560003')
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('KA')
    expect(field('Email')).toHaveValue('meera.r@example.in')
    await user.click(box())
    expect(localStorage.getItem(DEVICE_ADDRESS_KEY)).toBeNull()
    expect(field('Full name')).toHaveValue('Meera Raghunathan')
    await user.click(await screen.findByRole('radio', { name: 'Cash on delivery' }))
    await press(user)
    await screen.findByRole('heading', { name: 'Thank you, Meera' })
    expect(localStorage.getItem(DEVICE_ADDRESS_KEY)).toBeNull()
    expect(shop.orders.at(-1)?.body).not.toHaveProperty('keep')
  })

  test('ORDER-11 whoever signs out leaves no address behind', () => {
    localStorage.setItem(DEVICE_ADDRESS_KEY, JSON.stringify({ contact: order.contact, address: order.address }))
    saveDraft({ ...readDraft('me'), contact: order.contact, address: order.address }, 'me')
    endSession()
    expect(readDraft('me').address.line1).toBe(order.address.line1)
    signOut()
    expect(localStorage.getItem(DEVICE_ADDRESS_KEY)).toBeNull()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(order.address.line1)
  })

  test('ORDER-11 … nor in a tab that is told, or was elsewhere than at checkout', () => {
    const typed = () => saveDraft({ ...readDraft('me'), contact: order.contact, address: order.address }, 'me')
    typed()
    window.dispatchEvent(new StorageEvent('storage', { key: CHECKOUT_KEY, newValue: null }))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(order.address.line1)
    typed()
    expect(readDraft('me').address.line1).toBe(order.address.line1)
    // By another tab.
    localStorage.removeItem(CHECKOUT_KEY)
    expect(readDraft('me').address.line1).toBe('')
  })
})
