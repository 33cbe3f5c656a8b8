import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CardPrice } from '../../src/features/catalog/price'
import { PriceBlock } from '../../src/features/catalog/price-block'
import { hi } from '../../src/language/hi'
import { setLanguage } from '../../src/language/text'
import { createTranslator } from '../../src/language/translator'

afterEach(() => setLanguage('en'))

/** What is left for a screen reader, without what is drawn for the eye alone. */
function heard(Shown: typeof CardPrice | typeof PriceBlock, price: number, original_price: number): string {
  const { container } = render(<Shown product={{ price, original_price, inStock: true, sold_out: false }} />)
  const lines = [...container.querySelectorAll('p')].filter((line) => !line.closest('[aria-hidden="true"]'))
  return lines.map((line) => line.textContent).join(' | ')
}

test('CARD-01 a lowered price is said in one sentence, in the language of the page', () => {
  expect(heard(CardPrice, 450, 600)).toBe('₹450, was ₹600, save 25 percent')
  expect(heard(CardPrice, 349.5, 450)).toBe('₹349.50, was ₹450, save 22 percent')
  expect(heard(PriceBlock, 450, 600)).toBe('₹450, was ₹600, save 25 percent | inclusive of all taxes')
  setLanguage('hi', createTranslator(hi))
  expect(heard(CardPrice, 450, 600)).toBe('₹450, पहले ₹600, 25 प्रतिशत की बचत')
  expect(heard(PriceBlock, 450, 600)).toBe('₹450, पहले ₹600, 25 प्रतिशत की बचत | सभी टैक्स सहित')
})

test('CARD-02 a price that is not lowered is said as it stands', () => {
  expect(heard(CardPrice, 450, 0)).toBe('₹450.00')
  expect(heard(CardPrice, 450, 450)).toBe('₹450.00')
  expect(heard(PriceBlock, 450, 0)).toBe('₹450.00 | inclusive of all taxes')
  expect(heard(CardPrice, 0, 600)).toBe('No price yet')
})

test('PROMO-31 the price with an offer is a sentence beside the price that is asked, and strikes nothing through', () => {
  const product = { price: 210, original_price: 0, inStock: true, sold_out: false }
  const offer = { name: 'Diwali days', price: 189 }
  for (const Shown of [CardPrice, PriceBlock]) {
    const { container, unmount } = render(<Shown product={{ ...product, offer }} />)
    expect(container.textContent).toMatch(/^₹210\.00₹189 with “Diwali days”/)
    expect(container.querySelector('s')).toBeNull()
    unmount()
  }
  setLanguage('hi', createTranslator(hi))
  expect(render(<CardPrice product={{ ...product, offer }} />).container.textContent).toContain(
    '₹189, “Diwali days” के साथ',
  )
})
