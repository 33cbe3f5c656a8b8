import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Messages } from '../../src/desk/messages/messages'
import { Templates } from '../../src/desk/messages/templates'
import { MESSAGES_PER_PAGE } from '../../src/domain/desk/messages'
import { refusal, showDesk } from './desk-screen'

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
  const items = Array.from({ length: MESSAGES_PER_PAGE }, (_, at) => ({
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

test('LETTER-02 what is typed into a kept text while it is saved stays, and belongs to it', async () => {
  const sent: (object | undefined)[] = []
  let arrive = (_: object) => {}
  const user = showDesk(<Templates templates={[]} begun="" onClose={() => undefined} />, (_, { body }) => {
    sent.push(body)
    return new Promise((resolve) => {
      arrive = resolve
    })
  })
  const words = screen.getByRole('textbox', { name: 'Words' })
  const save = screen.getByRole('button', { name: 'Save the text' })
  await user.type(words, 'On Monday')
  await user.click(save)
  await user.type(words, ' or later')
  arrive({ id: 'made' })
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'))
  expect(words).toHaveValue('On Monday or later')
  await user.click(save)
  expect(sent[1]).toMatchObject({ id: 'made', text: 'On Monday or later', seen: '' })
  arrive({ id: 'made' })
  await waitFor(() => expect(words).toHaveValue(''))
})

test('LETTER-02 who is told that a kept text was changed meanwhile can save theirs all the same', async () => {
  const sent: (object | undefined)[] = []
  const late = { id: 'late', name: 'Late', text: 'We are sorry.', updated: '2026-11-01' }
  const changed = { ...late, text: 'So sorry.', updated: '2026-11-02' }
  const Changing = () => {
    const [texts, setTexts] = useState([late])
    return (
      <>
        <Templates templates={texts} begun="" onClose={() => undefined} />
        <button type="button" onClick={() => setTexts([changed])}>
          Read anew
        </button>
      </>
    )
  }
  const user = showDesk(<Changing />, (_, { body }) => {
    sent.push(body)
    return sent.length === 1 ? Promise.reject(refusal(409)) : { id: 'late' }
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Text' }), 'late')
  await user.type(screen.getByRole('textbox', { name: 'Words' }), ' It leaves today.')
  await user.click(screen.getByRole('button', { name: 'Save the text' }))
  await user.click(screen.getByText('Read anew'))
  await user.click(screen.getByRole('button', { name: 'Save the text' }))
  const text = 'We are sorry. It leaves today.'
  expect(sent).toMatchObject([
    { text, seen: '2026-11-01' },
    { text, seen: '2026-11-02' },
  ])
})
