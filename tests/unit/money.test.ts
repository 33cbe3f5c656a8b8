import { describe, expect, test } from 'vitest'
import { formatPaise, formatRupees, toPaise } from '../../src/domain/money'

describe('money', () => {
  test.each([
    [0, '₹0.00'],
    [5, '₹5.00'],
    [99.9, '₹99.90'],
    [999, '₹999.00'],
    [1234.5, '₹1,234.50'],
    [12345, '₹12,345.00'],
    [123456, '₹1,23,456.00'],
    [1234567.89, '₹12,34,567.89'],
    [123456789, '₹12,34,56,789.00'],
    [-450, '-₹450.00'],
  ])('CARD-07 %d rupees read %s', (rupees, text) => {
    expect(formatRupees(rupees)).toBe(text)
  })

  test('CARD-07 paise are read as rupees', () => {
    expect(formatPaise(12345678)).toBe('₹1,23,456.78')
    expect(formatPaise(5)).toBe('₹0.05')
  })

  test('CARD-07 agrees with the platform for every amount up to ₹2,000 and a spread above', () => {
    const platform = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    const amounts = Array.from({ length: 200_000 }, (_, paise) => paise)
    for (let paise = 200_000; paise < 10_000_000_000; paise = Math.floor(paise * 1.7)) amounts.push(paise)
    // Not an assertion for each: those take seconds.
    expect(amounts.filter((paise) => formatPaise(paise) !== platform.format(paise / 100))).toEqual([])
  })

  test('ORDER-02 rupees become paise exactly, and what is no amount is refused', () => {
    expect(toPaise(1.15)).toBe(115)
    expect(toPaise(8.2)).toBe(820)
    expect(toPaise(180)).toBe(18000)
    expect(toPaise('1999.5')).toBe(199950)
    for (const wrong of [1.005, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, '', '1,000', '0x10', '1e3'])
      expect(toPaise(wrong)).toBeNull()
    const amounts = Array.from({ length: 100_000 }, (_, paise) => paise)
    expect(amounts.filter((paise) => toPaise(paise / 100) !== paise)).toEqual([])
  })
})
