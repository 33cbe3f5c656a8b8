import { cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Messages } from '../../src/desk/messages/messages'
import { Templates } from '../../src/desk/messages/templates'
import { LETTERS_PER_PAGE } from '../../src/domain/desk/letters'
import { showDesk } from './desk-screen'

test.each([
  ['No comments on reviews yet', '#/messages?tab=comments'],
  ['That was all', '#/messages?tab=comments&page=2'],
])('LETTER-04 a list with nothing on its page says “%s”', async (words, hash) => {
  window.location.hash = hash
  showDesk(<Messages />, (route) => route === 'comments' && { items: [], counts: {} })
  expect(await screen.findByText(words)).toBeVisible()
})

test('LETTER-04 Next leads to nothing where a list just fills its page', async () => {
  window.location.hash = '#/messages?tab=comments'
  const items = Array.from({ length: LETTERS_PER_PAGE }, (_, at) => ({
    id: `c${at}`,
    content: `No. ${at}`,
    updated: '',
  }))
  let more = false
  showDesk(<Messages />, (route) => route === 'comments' && { items, more, counts: {} })
  await screen.findByText('No. 29')
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull()
  cleanup()
  more = true
  showDesk(<Messages />, (route) => route === 'comments' && { items, more, counts: {} })
  expect(await screen.findByRole('link', { name: 'Next' })).toHaveAttribute('href', '#/messages?tab=comments&page=2')
})

test('LETTER-02 a kept text is removed by one press, as it is kept, whatever is typed over it', async () => {
  vi.stubGlobal('confirm', () => true)
  onTestFinished(() => void vi.unstubAllGlobals())
  const sent: (object | undefined)[] = []
  const templates = [{ id: 'late', name: 'Late', text: 'We are sorry.', updated: '2026-11-01' }]
  const user = showDesk(<Templates templates={templates} begun="" onClose={() => undefined} />, (_, { body }) => {
    sent.push(body)
    return new Promise(() => undefined)
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Text' }), 'late')
  await user.clear(screen.getByRole('textbox', { name: 'Name' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(sent).toEqual([{ id: 'late', name: 'Late', text: 'We are sorry.', seen: '2026-11-01', remove: true }])
})
