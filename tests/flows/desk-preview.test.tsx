import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Preview } from '../../src/desk/preview/preview'
import type { PreviewAnswer } from '../../src/domain/desk/preview'
import { refusal, showDesk } from './desk-screen'

const CHOICES: PreviewAnswer = {
  drafts: [{ kind: 'slide', id: 'slide', name: 'Diwali', begins: '', ends: '', updated: '2026-11-01' }],
  ...{ turns: [], live: [] },
}

test('SEE-06 drafts that are in the shop already, and drafts that are gone, leave the list', async () => {
  window.location.hash = '#/preview?with=slide:slide'
  let stored = CHOICES
  let answer: () => unknown = () => {
    throw refusal(400, { data: { drafts: { message: 'One of these drafts is not there any more.' } } })
  }
  const user = showDesk(<Preview />, (route) => {
    if (route === 'preview') return stored
    return route === 'preview/publish' ? answer() : { path: 'about:blank', link: '', until: '' }
  })
  await user.click(await screen.findByRole('button', { name: 'Publish 1 draft' }))
  stored = { ...CHOICES, drafts: [] }
  await user.click(screen.getByRole('button', { name: 'Publish now' }))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Diwali/ })).toBeNull())
  expect(screen.getByText('One of these drafts is not there any more.')).toBeVisible()
  // Published, and what said so was lost.
  answer = () => ({ on: [], off: [] })
  await user.click(screen.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findByText('It is in the shop already.')).toBeVisible()
})

test('DESK-09 a minute that cannot be looked at says why', async () => {
  window.location.hash = '#/preview?at=4102444800000'
  showDesk(<Preview />, (route) => {
    if (route === 'preview') return CHOICES
    throw refusal(400, { data: { at: { message: 'Choose a minute within two years.' } } })
  })
  expect(await screen.findByText('The preview did not load. Choose a minute within two years.')).toBeVisible()
})
