import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Today } from '../../src/desk/today/today'
import { showDesk } from './desk-screen'

const NOTHING = {
  ...{ shop: 'Sabun', now: 0, to_pack: 0, late: 0, oldest: '', to_ship: 0, to_confirm: 0, to_look: 0, look_at: '' },
  ...{ low: 0, failed_mails: 0, mail_error: '', letters: { open: 0, waiting: 0 }, refunds: [], to_set_up: 0 },
  backup: { at: '', size: 0 },
}

test.each([
  ['Nothing waits', {}],
  ['1 order to look at', { to_look: 1, letters: { open: 2, waiting: 0 } }],
  ['2 messages to answer', { letters: { open: 2, waiting: 1 } }],
  ['1 review to allow', { letters: { open: 0, waiting: 1 }, low: 3 }],
  ['1 email could not be delivered', { failed_mails: 1 }],
  ['3 products run low', { low: 3, to_set_up: 2 }],
  ['2 things keep the shop from opening', { to_set_up: 2 }],
])('DESK-04 Today says “%s” to the owner of a shop in which that waits most', async (words, waits) => {
  showDesk(<Today />, (route) => route === 'today' && { ...NOTHING, ...waits })
  if (words === 'Nothing waits') expect(await screen.findByText('Nothing is backed up yet')).toBeVisible()
  expect(await screen.findByRole('heading', { level: 1, name: words })).toBeVisible()
})
