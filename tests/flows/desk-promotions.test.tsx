import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Promotions } from '../../src/desk/promotions/promotions'
import type { PromotionRow } from '../../src/domain/desk/promotions'
import { STALE } from '../../src/domain/desk/sheet'
import { refusal, showDesk } from './desk-screen'

const PROMOTION: PromotionRow = {
  ...{
    id: 'diwali000000001',
    updated: '2026-11-01',
    state: 'planned',
    orders: 0,
    given: 0,
    codes: { made: 0, used: 0 },
  },
  ...{ name: 'Diwali', description: '', active: true, starts: '2099-10-01', ends: '2099-11-01', kind: 'percent' },
  ...{ value: 10, gift: '', code: '', single_use: false, minimum: 0, products: [], categories: [], tags: [] },
  ...{ max_uses: 0, max_per_person: 0, first_order: false, combines: false },
}

test('PROMO-21 what somebody else has changed meanwhile is shown, and changed again from there', async () => {
  window.location.hash = `#/promotions?open=${PROMOTION.id}`
  let stored = PROMOTION
  const saved: (object | undefined)[] = []
  const user = showDesk(<Promotions />, (route, { body }) => {
    if (route === 'price-plans') return { plans: [], page: 1, pages: 1, now: 0 }
    if (route !== 'promotions') return { products: [], rows: [], categories: [] }
    if (!body) return { promotions: [stored], total: 1, now: Date.now() }
    saved.push(body)
    if ((body as { updated: string }).updated === stored.updated) return stored
    const data = { name: { code: STALE, message: 'Somebody changed it meanwhile.' } }
    throw refusal(400, { data })
  })
  const words = await screen.findByRole('textbox', { name: 'In a sentence, for shoppers' })
  await user.type(words, 'For lights.')
  stored = { ...PROMOTION, name: 'Diwali sale', updated: '2026-11-02' }
  await user.click(screen.getByRole('button', { name: 'Save the promotion' }))
  expect(await screen.findByText(/^Somebody has changed it since this was typed/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'In a sentence, for shoppers' })).toHaveValue('For lights.')
  await user.click(screen.getByRole('button', { name: 'Back to what is saved' }))
  expect(screen.getByRole('textbox', { name: 'Name, for shoppers' })).toHaveValue('Diwali sale')
  expect(screen.queryByText(/^Somebody has changed it/)).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'In a sentence, for shoppers' }), 'For lights.')
  await user.click(screen.getByRole('button', { name: 'Save the promotion' }))
  expect(saved.at(-1)).toMatchObject({ updated: '2026-11-02', name: 'Diwali sale', description: 'For lights.' })
  window.location.hash = ''
})
