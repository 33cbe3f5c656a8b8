import { expect, test } from 'vitest'
import { isWebAddress, safeTarget } from '../../src/features/builder/form-address'

test.each([
  ['/shop', '/shop'],
  [' /shop?category=soap ', '/shop?category=soap'],
  ['https://thanks.example/page', 'https://thanks.example/page'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\n/evil.example', null],
  ['http://plain.example', null],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['data:text/html,x', null],
  ['https:/\\evil.example', null],
  ['https://a.example\\@evil.example', null],
  ['', null],
  [undefined, null],
])('BUILD-03 success with successUrl %j leads to %j', (address, expected) => {
  expect(safeTarget(address)).toBe(expected)
})

test.each([
  ['/api/letters', true],
  ['https://letters.example/in', true],
  ['http://letters.example/in', true],
  ['//letters.example', false],
  ['javascript:alert(1)', false],
  ['mailto:a@example.com', false],
  [undefined, false],
])('BUILD-03 a form with the action %j is sent: %s', (address, expected) => {
  expect(isWebAddress(address)).toBe(expected)
})
