import { afterEach, expect, type MockInstance, test, vi } from 'vitest'
import { attemptKey, forgetAttempt } from '../../src/features/checkout/attempt'
import { orderToken, saveOrderToken } from '../../src/features/orders/order-tokens'
import { forgetPendingOrder, readPendingOrder, savePendingOrder } from '../../src/features/orders/pending-order'
import { storedJson } from '../../src/lib/stored-json'
import { refuseStorage } from './refused-storage'

let refused: MockInstance | undefined
afterEach(() => {
  refused?.mockRestore()
  localStorage.clear()
  sessionStorage.clear()
})

const refuse = () => {
  throw new DOMException('refused', 'SecurityError')
}

test('keeps JSON in the browser or for the tab, until it is forgotten', () => {
  const [browser, tab] = [storedJson('a'), storedJson('a', 'tab')]
  expect(browser.read()).toBeUndefined()
  expect(browser.write({ pieces: 2 })).toBe(true)
  expect(browser.read()).toEqual({ pieces: 2 })
  expect(tab.read()).toBeUndefined()
  expect(tab.write(7)).toBe(true)
  expect([localStorage.getItem('a'), sessionStorage.getItem('a')]).toEqual(['{"pieces":2}', '7'])
  browser.forget()
  expect([browser.read(), tab.read()]).toEqual([undefined, 7])
})

test('what is no JSON is nothing', () => {
  localStorage.setItem('a', '{')
  expect(storedJson('a').read()).toBeUndefined()
})

test('a browser that refuses its storage keeps nothing, and says so', () => {
  refused = vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)
  const stored = storedJson('a')
  expect(stored.write({})).toBe(false)
  expect(stored.read()).toBeUndefined()
  expect(stored.forget).not.toThrow()
})

test('ORDER-05 ORDER-06 ORDER-12 what an order needs lives as long as the tab where the storage is full', () => {
  const allow = refuseStorage((deed) => deed === 'setItem')
  const key = attemptKey({ lines: 1 })
  expect(attemptKey({ lines: 1 })).toBe(key)
  forgetAttempt()
  expect(attemptKey({ lines: 1 })).not.toBe(key)

  saveOrderToken('order1', 'secret')
  expect(orderToken('order1')).toBe('secret')

  savePendingOrder('order1', 'me')
  expect(readPendingOrder()).toMatchObject({ id: 'order1', user: 'me' })
  forgetPendingOrder('order1')
  expect(readPendingOrder()).toBeNull()
  allow()
})
