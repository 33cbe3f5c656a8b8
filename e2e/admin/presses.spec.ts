import type { RecordStore } from '../../tests/backend/record-store'
import { deskProblems, openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

/** Leaves one comment, and what all of them are read from. */
async function oneComment(store: RecordStore) {
  const owner = await store.superuser()
  const { id: review } = await owner.collection('reviews').getFirstListItem('')
  const { id: user } = await store.newUser('Noor')
  await store.insert('review_comments', { review, user, content: 'Buy at my shop.' })
  return owner.collection('review_comments')
}

test('DESK-11 a double press opens a window that stays, and presses nothing that came to stand there', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const comments = await oneComment(store)

  await openDesk(page, store, '/delivery')
  await page.getByRole('button', { name: 'New rule' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'New rule' })).toBeVisible()
  await page.mouse.click(5, 400)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openDesk(page, store, '/messages?tab=comments')
  await page.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page.getByRole('button', { name: 'Delete for good' })).toBeVisible()
  expect(await comments.getFullList()).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('The comment is deleted.')).toBeVisible()
})

test('DESK-11 a key that is held presses nothing that came to stand there', async ({ page, freshStore }) => {
  const store = await freshStore()
  const comments = await oneComment(store)
  await openDesk(page, store, '/messages?tab=comments')
  await page.getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.down('Enter')
  await expect(page.getByRole('button', { name: 'Delete for good' })).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.waitForTimeout(500)
  expect(await comments.getFullList()).toHaveLength(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The comment is deleted.')).toBeVisible()
})

test('DESK-12 a key that takes away what it pressed leads on to what stands there', async ({ page, freshStore }) => {
  const store = await freshStore()
  for (const name of ['Asha', 'Noor', 'Leela'])
    await store.insert('messages', { name, email: `${name}@example.in`, message: 'Do you ship to Leh?' })
  await openDesk(page, store, '/messages')
  const letter = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const answer = letter('Noor').getByRole('button', { name: 'Answer', exact: true })
  await answer.press('Enter')
  await expect(letter('Noor').getByRole('textbox')).toBeFocused()
  expect(await deskProblems(page, 'answering')).toEqual([])
  await letter('Noor').getByRole('button', { name: 'Later' }).press('Enter')
  await expect(answer).toBeFocused()
  await letter('Noor').getByRole('button', { name: 'Needs no answer' }).press('Enter')
  await expect(letter('Leela').getByRole('button', { name: 'Answer', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.locator('[data-content]')).toBeFocused()
})

test('DESK-12 a window gives the keyboard back after saving; a pointer is led into no field', async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  await openDesk(page, store, '/delivery')
  const begin = page.getByRole('button', { name: 'New rule' })
  await begin.press('Enter')
  await page.getByLabel('PIN codes that begin with').fill('193')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(begin).toBeFocused()

  await openDesk(page, store, '/shop-orders/new')
  const search = page.getByRole('searchbox', { name: 'Part of a product’s name' })
  await search.fill('lavender')
  watch.expectProblem('the server responded with a status of 400')
  await page.getByRole('button', { name: /^Lavender Soap/ }).click()
  await expect(page.getByRole('button', { name: /^Lavender Soap/ })).toHaveCount(0)
  await expect(search).not.toBeFocused()
})
