import { QueryClientProvider } from '@tanstack/react-query'
import { configure, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { SiteHeader } from '../../src/features/site/site-header'
import { server } from './network'

// The menu's code is fetched at the press; a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

// As in a browser, where effects of a render come in a task of their own.
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))
afterEach(() => vi.unstubAllGlobals())

test('NAV-04 HOME-17 the menu opens at a press in the very moment the page comes alive, and leads to the chat', async () => {
  server.use(
    http.get('*/api/collections/:collection/records', () =>
      HttpResponse.json({ items: [{ chat_number: '+91 98450 12345', chat_greeting: 'Namaste' }] }),
    ),
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
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SiteHeader cartCount={0} onOpenCart={() => {}} onNearCart={() => {}} account={() => null} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Chat with us' })).toHaveAttribute(
    'href',
    'https://wa.me/919845012345?text=Namaste',
  )
  root.unmount()
  container.remove()
})
