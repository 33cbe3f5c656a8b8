import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { OwnWishlist } from '../../src/features/catalog/own-wishlist'
import { useWishes } from '../../src/features/wishlist/store'
import { server } from './network'

const SOAP = { id: 'soap', collectionId: 'products', name: 'Neem Soap', price: 180, inStock: true, category: 'soap' }
const give = (...products: string[]) =>
  useWishes.setState({ wishes: products.map((product) => ({ product, color: '', price: 180, at: 1, gone: false })) })

test('WISH-06 hearts that came from elsewhere are not called gone before the shop has answered', async () => {
  const answers: (() => void)[] = []
  server.use(
    http.get('*/api/collections/products/records', async () => {
      await new Promise<void>((answer) => answers.push(answer))
      return HttpResponse.json({ items: [SOAP] })
    }),
    http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [] })),
  )
  const answer = async (at: number) => {
    await waitFor(() => expect(answers).toHaveLength(at + 1))
    answers[at]?.()
  }
  give('soap')
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OwnWishlist />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await answer(0)
  await screen.findByText('Neem Soap')
  act(() => give('soap', 'tote'))
  expect(screen.getByText('Neem Soap')).toBeVisible()
  expect(screen.queryByText(/not in the shop any more/)).toBeNull()
  await answer(1)
  expect(await screen.findByText('1 thing of this list is not in the shop any more.')).toBeVisible()
})
