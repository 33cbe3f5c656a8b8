import { act, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

const line = {
  productId: 'soap',
  product: { id: 'soap', name: 'Neem & Tulsi Soap', price: 180, images: [] },
  quantity: 2,
  color: '',
}

/** The cart as a page that has just been opened finds it. */
const openedAnew = () => {
  vi.resetModules()
  return import('../../src/features/cart/store')
}

test('CART-01 what the browser has stored is the cart of the next page', async () => {
  ;(await openedAnew()).addCartLine(line)
  expect((await openedAnew()).currentLines()).toEqual([line])
})

test('CART-01 a page that was drawn before the storage was read has a cart that is loading; then it is ready', async () => {
  const { addCartLine, useCartLines, useCartReady } = await openedAnew()
  function Cart() {
    return <p>{`${useCartReady() ? 'ready' : 'loading'}: ${useCartLines().length}`}</p>
  }
  act(() => addCartLine(line))
  expect(renderToStaticMarkup(<Cart />)).toBe('<p>loading: 0</p>')
  render(<Cart />)
  expect(screen.getByText('ready: 1')).toBeVisible()
})

test.each([
  { holds: 'nothing', lines: [], asked: 1 },
  { holds: 'something', lines: [line], asked: 0 },
])('ROUTE-27 beside the code of the checkout bestsellers are asked for where the cart holds $holds', async (given) => {
  const { replaceLines } = await openedAnew()
  replaceLines(given.lines)
  const { prefetches } = await import('../../src/app/prefetch')
  const prefetchQuery = vi.fn()
  prefetches['/checkout']?.({ prefetchQuery } as never, {}, new URLSearchParams())
  expect(prefetchQuery).toHaveBeenCalledTimes(given.asked)
})
