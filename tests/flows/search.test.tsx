import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Suggestion } from '../../src/api/catalog-routes'
// Here already, so that it comes within the press that asks for it.
import '../../src/app/header-panels'
import { HeaderSlot, preloadPanels } from '../../src/app/header-slot'
import { SiteHeader } from '../../src/features/site/site-header'
import { Address, address } from './address'
import { server } from './network'
import { Surroundings } from './surroundings'

const KEPT = 'sabun-and-jhola.searches.v1'

const hit = (name: string, fields: Partial<Suggestion> = {}): Suggestion => ({
  id: name,
  name,
  category: 'soap',
  price: 160,
  image: '',
  sold_out: false,
  ...fields,
})

/** Answers suggestions: bestsellers for nothing, else these. */
function offer(found: Suggestion[], rest: { terms?: string[]; corrected?: string } = {}) {
  server.use(
    http.get('*/api/store/search/suggestions', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q')
      const suggestions = q ? found : [hit('Market Jhola', { category: 'bag' })]
      return HttpResponse.json({ suggestions, total: suggestions.length, terms: [], corrected: '', ...(q && rest) })
    }),
  )
}

function open(path = '/about') {
  return render(
    <Surroundings at={path}>
      <SiteHeader
        cartCount={0}
        onOpenCart={() => {}}
        onNearCart={() => {}}
        account={null}
        onNearPanels={preloadPanels}
        panels={(shown, show) => <HeaderSlot shown={shown} show={show} />}
      />
      <Address />
      <input aria-label="Another field" />
    </Surroundings>,
  )
}

const field = () => screen.findByRole('searchbox', { name: 'Search products' })
const press = () => act(async () => screen.getByRole('button', { name: 'Search' }).click())
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const selected = () => screen.queryByRole('option', { selected: true })?.textContent

beforeEach(() => {
  server.use(http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [] })))
  // As new browsers have it.
  Element.prototype.scrollIntoView = (() => Promise.resolve()) as () => void
})

/** Presses a key where the focus is, without what user-event does around it: panels open and close by it. */
const strike = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  return act(async () => void document.activeElement?.dispatchEvent(event))
}

test('FIND-08 the header’s button and the key / open the search, which leads to the shop', async () => {
  offer([])
  open()
  await press()
  expect(await field()).toHaveFocus()
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeVisible()
  expect(await screen.findByRole('option', { name: /Market Jhola/ })).toHaveAttribute('href', '/product/Market%20Jhola')
  await strike('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByLabelText('Another field').focus()
  await strike('/')
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByLabelText('Another field').blur()
  await strike('/')
  expect(await field()).toHaveFocus()
  await act(() => userEvent.keyboard(' rose  soap{Enter}'))
  expect(address()).toBe('/shop?q=rose%20soap')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('FIND-04 while typing, products to go straight to, which arrow keys reach, and words to search for', async () => {
  offer([hit('Rose Soap'), hit('Attar of Roses', { sold_out: true })], { terms: ['rose water'] })
  open()
  await press()
  await userEvent.type(await field(), 'Rose')
  expect(await screen.findByText('2 products')).toHaveRole('status')
  expect(options()).toEqual(['Rose SoapSoaps₹160.00', 'Attar of RosesOut of stock₹160.00'])
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['rose', 'Rose', 'Rose'])
  expect(screen.getByRole('link', { name: 'rose water' })).toHaveAttribute('href', '/shop?q=rose%20water')
  expect(screen.getByRole('link', { name: 'All 2 for “Rose”' })).toHaveAttribute('href', '/shop?q=Rose')

  expect(selected()).toBeUndefined()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(selected()).toMatch(/^Attar/)
  const active = (await field()).getAttribute('aria-activedescendant')
  expect(document.getElementById(active ?? '')).toHaveTextContent('Attar')
  await userEvent.keyboard('{ArrowUp}')
  expect(selected()).toMatch(/^Rose Soap/)
  await userEvent.keyboard('{ArrowUp}')
  expect(selected()).toBeUndefined()
  expect(await field()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe('/product/Rose%20Soap')
  expect(JSON.parse(localStorage.getItem(KEPT) ?? '')).toEqual(['Rose'])
})

test('FIND-04 earlier searches are offered in the empty field, and forgotten one by one or all', async () => {
  localStorage.setItem(KEPT, JSON.stringify(['neem', 'rose', 'laptop sleeve']))
  offer([])
  open()
  await press()
  const recent = within(await screen.findByRole('navigation', { name: 'Recent searches' }))
  const names = () => recent.getAllByRole('link').map((link) => link.textContent)
  expect(names()).toEqual(['neem', 'rose', 'laptop sleeve'])
  await userEvent.click(recent.getByRole('button', { name: 'Forget “rose”' }))
  expect(names()).toEqual(['neem', 'laptop sleeve'])
  expect(JSON.parse(localStorage.getItem(KEPT) ?? '')).toEqual(['neem', 'laptop sleeve'])
  expect(await field()).toHaveFocus()
  await userEvent.type(await field(), 'slee')
  expect(await screen.findByRole('navigation', { name: 'Try' })).toHaveTextContent('laptop sleeve')
  await userEvent.clear(await field())
  await userEvent.click(await screen.findByRole('button', { name: 'Forget these' }))
  expect(screen.queryByRole('navigation', { name: 'Recent searches' })).toBeNull()
  expect(localStorage.getItem(KEPT)).toBeNull()
  expect(await field()).toHaveFocus()
})

test('FIND-04 without an answer the earlier searches stand, and why nothing else does, with another try', async () => {
  localStorage.setItem(KEPT, JSON.stringify(['neem']))
  server.use(http.get('*/api/store/search/suggestions', () => HttpResponse.json({}, { status: 429 })))
  open()
  await press()
  const failed = await screen.findByRole('alert')
  expect(failed).toHaveTextContent('Too many tries. Please wait a minute and try again.')
  expect(screen.getByRole('link', { name: 'neem' })).toHaveAttribute('href', '/shop?q=neem')
  offer([])
  await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: /Market Jhola/ })).toBeVisible()
  expect(failed).not.toBeInTheDocument()
})

test.each(['{', '"rose"', '[1,null,{}]', '[""]'])('FIND-04 a spoilt memory is none: %s', async (stored) => {
  localStorage.setItem(KEPT, stored)
  offer([])
  open()
  await press()
  expect(await screen.findByRole('option')).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Recent searches' })).toBeNull()
})

test('FIND-07 a cross of ours empties the field and leaves the keyboard there', async () => {
  offer([])
  open('/shop?q=rose')
  await press()
  expect(await field()).toHaveValue('rose')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(await field()).toHaveValue('')
  expect(await field()).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
})
