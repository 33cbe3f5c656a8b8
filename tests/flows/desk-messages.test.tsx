import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Messages } from '../../src/desk/messages/messages'
import { showDesk } from './desk-screen'

test.each([
  ['No comments on reviews yet', '#/messages?tab=comments'],
  ['That was all', '#/messages?tab=comments&page=2'],
])('LETTER-04 a list with nothing on its page says “%s”', async (words, hash) => {
  window.location.hash = hash
  showDesk(<Messages />, (route) => route === 'comments' && { items: [], counts: {} })
  expect(await screen.findByText(words)).toBeVisible()
})
