import { expect, test, vi } from 'vitest'

/** The key as a page that has just been opened finds it, also in another tab. */
const openedAnew = () => {
  vi.resetModules()
  return import('../../src/features/checkout/attempt')
}

test('ORDER-05 the key of an order outlives the page and is every tab’s, until cart, address or payment differ', async () => {
  const request = { items: [{ product: 'soap', quantity: 1, color: '' }], payment_method: 'cod' }
  const key = (await openedAnew()).attemptKey(request)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const { attemptKey, forgetAttempt } = await openedAnew()
  expect(attemptKey(request)).toBe(key)
  const other = attemptKey({ ...request, payment_method: 'online' })
  expect(other).not.toBe(key)
  forgetAttempt()
  expect((await openedAnew()).attemptKey({ ...request, payment_method: 'online' })).not.toBe(other)
})
