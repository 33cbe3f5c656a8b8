import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordStore } from '../../src/api/client'
import { AccountArea } from '../../src/app/account-area'
import { addCartLine, clearCart, useCartCount } from '../../src/features/cart/store'
import { SiteFooter } from '../../src/features/site/site-footer'
import { SiteHeader } from '../../src/features/site/site-header'
import { server } from './network'
import { sessionToken } from './signed-in'
import { Surroundings } from './surroundings'

const { authStore } = await recordStore()

/** What the record store has, by collection. */
function answer(records: Record<string, Record<string, unknown>> = {}) {
  server.use(
    http.get('*/api/collections/:name/records', ({ params }) => {
      const record = records[String(params.name)]
      return HttpResponse.json({ items: record ? [record] : [] })
    }),
  )
}

function Header({ onOpenCart = () => {} }) {
  return (
    <SiteHeader
      cartCount={useCartCount()}
      onOpenCart={onOpenCart}
      onNearCart={() => {}}
      account={<AccountArea />}
      onNearPanels={() => {}}
      panels={() => null}
    />
  )
}

function open(part: ReactNode) {
  render(
    <Surroundings at="/about" account>
      {part}
    </Surroundings>,
  )
}

beforeEach(() => clearCart())
afterEach(() => authStore.clear())

test('NAV-05 who is signed in has a menu behind their picture, everybody else a way in', async () => {
  answer()
  open(<Header />)
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth/login?returnTo=%2Fabout')
  authStore.save(sessionToken('meera'), {
    id: 'meera',
    collectionId: '_pb_users_auth_',
    collectionName: 'users',
    name: 'Meera Rao',
    email: 'meera@example.in',
  })
  const account = await screen.findByRole('button', { name: 'Account menu' })
  expect(account).toHaveTextContent('M')
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  await act(async () => void fireEvent.click(account))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Profile', '/profile'],
    ['Orders', '/orders'],
    ['Wishlist', '/wishlist'],
    ['Log out', null],
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }))
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('NAV-06 the bag counts the pieces in the cart and opens it', async () => {
  answer()
  const soap = { id: 'soap', name: 'Soap', price: 180, images: [] }
  addCartLine({ productId: 'soap', product: soap, quantity: 3, color: '' })
  addCartLine({ productId: 'tote', product: { ...soap, id: 'tote' }, quantity: 1, color: '' })
  const onOpenCart = vi.fn()
  open(<Header onOpenCart={onOpenCart} />)
  const bag = screen.getByRole('button', { name: 'Open cart, 4 items' })
  expect(bag).toHaveTextContent('4')
  await userEvent.click(bag)
  expect(onOpenCart).toHaveBeenCalledOnce()
})

test('NAV-07 the logo is the record’s; one that fails is waited for, then the name stands in its place', async () => {
  answer({ assets: { id: 'logo', collectionId: 'assets', key: 'logo', file: 'lotus.svg', alt: 'A lotus' } })
  open(<Header />)
  const home = screen.getByRole('link', { name: 'Sabun & Jhola, home' })
  expect(within(home).getByRole('status', { name: 'Loading logo' })).toBeVisible()
  const logo = await within(home).findByRole('img', { name: 'A lotus' })
  expect(logo).toHaveAttribute('src', '/api/files/assets/logo/lotus.svg')
  fireEvent.error(logo)
  expect(within(home).getByRole('status', { name: 'Loading logo' })).toBeVisible()
  fireEvent.error(await within(home).findByRole('img', { name: 'A lotus' }))
  expect(within(home).getByText('Sabun & Jhola')).toBeVisible()
  expect(within(home).queryByRole('img')).toBeNull()
})

test('FOOT-01 the footer says what we do, and leads to the shelves, the policies and the shop’s social pages', async () => {
  const social = {
    social_instagram: 'https://instagram.example/jhola',
    social_facebook: 'https://facebook.example/jhola',
    social_youtube: 'https://youtube.example/jhola',
  }
  const footer_mission = 'Candles that burn clean.'
  answer({ store_settings: { store_name: 'Amma Soaps', footer_mission, ...social } })
  open(<SiteFooter />)
  expect(await screen.findByText('© Amma Soaps. All rights reserved.')).toBeVisible()
  expect(screen.getByText(footer_mission)).toBeVisible()
  const links = (list: HTMLElement) =>
    within(list)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
  const column = (name: string) => links(screen.getByRole('navigation', { name }))
  expect(column('Shop').slice(0, 3)).toEqual([
    ['All Products', '/shop'],
    ['Bestsellers', '/bestsellers'],
    ['New Arrivals', '/new-arrivals'],
  ])
  expect(column('Policies')).toEqual([
    ['Shipping', '/shipping-policy'],
    ['Cancellations and refunds', '/cancellations-refunds'],
    ['Terms and conditions', '/terms-and-conditions'],
    ['Privacy', '/privacy-policy'],
  ])
  for (const [field, address] of Object.entries(social)) {
    const name = new RegExp(field.slice('social_'.length), 'i')
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', address)
  }
})
