import type { Page } from '@playwright/test'
import { alive, expect, settled, test } from '../tools/store'

/** Terms and definitions of the label, as assistive technology has them. */
async function labelOf(page: Page): Promise<Record<string, string>> {
  const label = page.getByRole('region', { name: 'On the label' })
  const [terms, values] = await Promise.all(
    (['term', 'definition'] as const).map((role) => label.getByRole(role).allInnerTexts()),
  )
  return Object.fromEntries((terms ?? []).map((term, at) => [term, (values?.[at] ?? '').replace(/\s+/g, ' ').trim()]))
}

test('LABEL-03 the label of a soap and of a bag is read as terms and definitions, and fits 320 px in Hindi', async ({
  page,
  store,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const [soap, bag] = [await store.product('Rose Petal Soap'), await store.product('Kantha Sling Bag')]
  await page.goto(`/product/${soap.id}`)
  await alive(page)
  expect(await labelOf(page)).toMatchObject({
    'Ingredients, in order of weight': expect.stringMatching(/^Coconut oil, Olive oil, .*INCI: Sodium Cocoate, /),
    'Net quantity': '100 g',
    'MRP, inclusive of all taxes': '₹240.00',
    'Unit sale price': '₹2.10 per g',
    'Country of origin': 'India',
    'Consumer care': expect.stringContaining('@'),
  })
  await page.goto(`/product/${bag.id}`)
  await alive(page)
  const read = await labelOf(page)
  expect(read).toMatchObject({
    ...{ 'Net quantity': '1 piece', Closure: 'Flap with toggle', Size: '30 x 23 x 8 cm' },
    Strap: 'One cotton strap, worn across',
  })
  expect(Object.keys(read)).not.toContain('Unit sale price')
  // What the label says is not said again below it.
  await expect(page.getByRole('term').filter({ hasText: 'Closure' })).toHaveCount(1)

  await page.context().addCookies([{ name: 'language', value: 'hi', url: page.url() }])
  await page.goto(`/product/${soap.id}`)
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
