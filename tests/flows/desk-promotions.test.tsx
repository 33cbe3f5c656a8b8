import { act, screen, waitFor } from '@testing-library/react'
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

/** A new promotion whose save is on its way. */
async function saving() {
  window.location.hash = '#/promotions?open=new'
  const stored: PromotionRow[] = []
  let answer: () => void = () => undefined
  const user = showDesk(<Promotions />, (route, { body }) => {
    if (route === 'price-plans') return { plans: [], page: 1, pages: 1, now: 0 }
    if (route !== 'promotions') return { products: [], rows: [], categories: [] }
    if (!body) return { promotions: [...stored], total: stored.length, now: Date.now() }
    return new Promise((resolve) => {
      answer = () => {
        stored.push(PROMOTION)
        resolve(PROMOTION)
      }
    })
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name, for shoppers' }), 'Diwali')
  await user.selectOptions(screen.getByRole('combobox', { name: 'How it is had' }), 'automatic')
  await user.click(screen.getByRole('button', { name: 'Save the promotion' }))
  return { user, answer: () => act(async () => answer()) }
}

test('PROMO-26 what is typed into a promotion while it is saved stays typed', async () => {
  const { user, answer } = await saving()
  await user.type(screen.getByRole('textbox', { name: 'In a sentence, for shoppers' }), 'For lights.')
  await answer()
  await screen.findByRole('button', { name: 'Back to what is saved' })
  expect(screen.getByRole('textbox', { name: 'In a sentence, for shoppers' })).toHaveValue('For lights.')
  expect(window.location.hash).toBe(`#/promotions?open=${PROMOTION.id}`)
})

test('PROMO-26 whoever has gone elsewhere while a promotion is saved stays there, and it is not there again', async () => {
  const { answer } = await saving()
  act(() => {
    window.location.hash = '#/promotions'
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name, for shoppers' })).toBeNull())
  await answer()
  await screen.findByText('Diwali is saved.')
  expect(window.location.hash).toBe('#/promotions')
  expect(localStorage.getItem('desk-promotion-new')).toBeNull()
})

test('PROMO-21 all that is missing is pointed out at once', async () => {
  window.location.hash = '#/promotions?open=new'
  const user = showDesk(<Promotions />, (route, { body }) => {
    if (route === 'price-plans') return { plans: [], page: 1, pages: 1, now: 0 }
    if (route !== 'promotions') return { products: [], rows: [], categories: [] }
    if (!body) return { promotions: [], total: 0, now: Date.now() }
    throw refusal(400, { data: { name: { code: 'refused', message: 'Write a name.' } } })
  })
  await user.click(await screen.findByRole('button', { name: 'Save the promotion' }))
  await waitFor(() => expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(MISSING))
  expect(screen.getByRole('textbox', { name: 'Name, for shoppers' })).toHaveFocus()
})
const MISSING = ['Write a name.', 'Write the code.']
