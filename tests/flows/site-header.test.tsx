import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { HeaderSlot, preloadPanels } from '../../src/app/header-slot'
import { SiteHeader } from '../../src/features/site/site-header'
import { server } from './network'
import { Surroundings } from './surroundings'

afterEach(() => vi.unstubAllGlobals())

function Header({ account = null, at = '/about' }: { account?: ReactNode; at?: string }) {
  return (
    <Surroundings at={at} account>
      <SiteHeader
        cartCount={0}
        onOpenCart={() => {}}
        onNearCart={() => {}}
        account={account}
        onNearPanels={preloadPanels}
        panels={(shown, show) => <HeaderSlot shown={shown} show={show} />}
      />
    </Surroundings>
  )
}

test('NAV-04 HOME-17 the menu opens at a press in the very moment the page comes alive, and leads to the chat', async () => {
  // As in a browser, where effects of a render come in a task of their own.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  server.use(
    http.get('*/api/collections/:collection/records', () =>
      HttpResponse.json({ items: [{ chat_number: '+91 98450 12345', chat_greeting: 'Namaste' }] }),
    ),
    http.get('*/api/store/categories', () => HttpResponse.json({ categories: [] })),
  )
  const container = document.body.appendChild(document.createElement('div'))
  const press = new MutationObserver(() => {
    const button = container.querySelector<HTMLButtonElement>('button[aria-label="Menu"]')
    if (!button) return
    press.disconnect()
    button.click()
  })
  press.observe(container, { childList: true, subtree: true })
  const root = createRoot(container)
  root.render(<Header />)
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Chat with us' })).toHaveAttribute(
    'href',
    'https://wa.me/919845012345?text=Namaste',
  )
  root.unmount()
  container.remove()
})

test('ROUTE-28 the menu has pictures of the shelves, and at its foot account, language and theme; search opens from it', async () => {
  const soap = { id: 'soap', collectionId: 'products', name: 'Soap', category: 'soap', price: 180, images: ['a.jpg'] }
  const asked: (string | null)[] = []
  server.use(
    http.get('*/api/collections/products/records', ({ request }) => {
      const filter = new URL(request.url).searchParams.get('filter')
      asked.push(filter)
      return HttpResponse.json({ items: filter?.includes('bag') ? [] : [soap] })
    }),
    http.get('*/api/collections/:collection/records', () => HttpResponse.json({ items: [] })),
    http.get('*/api/store/categories', () => {
      const categories = ['soap', 'bag', 'shawl'].map((category, index) => ({ category, count: 14 - index }))
      return HttpResponse.json({ categories })
    }),
    http.get('*/api/store/search/suggestions', () =>
      HttpResponse.json({ suggestions: [], terms: [], total: 0, corrected: '' }),
    ),
  )
  render(<Header />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Menu' })))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(await menu.findByRole('link', { name: 'Soaps 14' })).toHaveAttribute('href', '/shop?category=soap')
  expect(menu.getByRole('link', { name: 'Gifts' })).toHaveAttribute('href', '/gifting')
  expect(menu.queryByRole('link', { name: /Bags/ })).toBeNull()
  expect(asked).toEqual(['category = "soap"', 'category = "bag"', 'gift = true'])
  expect(menu.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth/login?returnTo=%2Fabout')
  expect(within(menu.getByRole('group', { name: 'Language' })).getByRole('button', { name: 'हिन्दी' })).toBeVisible()
  expect(within(menu.getByRole('group', { name: 'Theme' })).getAllByRole('button')).toHaveLength(3)

  await act(async () => void fireEvent.click(menu.getByRole('button', { name: 'Search' })))
  expect(await screen.findByRole('searchbox', { name: 'Search products' })).toHaveFocus()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
})

test.each([
  ['/shop', 'Shop'],
  ['/shop?category=bag', 'Bags'],
  ['/shop?category=bag&utm_source=letter', 'Bags'],
  ['/shop?utm_source=letter&category=bag', 'Bags'],
  ['/shop?category=bags', 'Shop'],
  ['/shop?utm_source=letter', 'Shop'],
])(
  'WORDS-03 PAINT-02 at %s the current link is %s, as in the page that is drawn without a campaign’s words',
  async (at, current) => {
    const own = { is_active: true, own_1_label: 'Bags', own_1_link: '/shop?category=bag' }
    server.use(
      http.get('*/api/collections/:collection/records', ({ params }) =>
        HttpResponse.json({ items: params.collection === 'navbar_config' ? [own] : [] }),
      ),
    )
    render(<Header at={at} />)
    const nav = screen.getByRole('navigation', { name: 'Main', hidden: true })
    await within(nav).findByRole('link', { name: 'Bags', hidden: true })
    const links = within(nav).getAllByRole('link', { current: 'page', hidden: true })
    expect(links.map((link) => link.textContent)).toEqual([current])
  },
)
