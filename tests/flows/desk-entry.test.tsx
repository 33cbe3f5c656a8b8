import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { EntryLines, type Line } from '../../src/desk/orders/entry-lines'
import type { Quote } from '../../src/domain/orders/quote'
import { expectConsoleError } from './console-guard'
import { showDesk } from './desk-screen'

const product = { id: 'soap', name: 'Soap', price: 100, image: '', on_hand: 3, on_sale: true, colors: [] }

const problem = { code: 'out_of_stock', message: 'Soap is out of stock.' }
const QUOTE = { items: [{ product: 'soap', color: '', problem }] } as unknown as Quote

function Entry() {
  const [lines, setLines] = useState<readonly Line[]>([])
  return <EntryLines lines={lines} quote={QUOTE} onChange={setLines} />
}

test('DORD-16 pieces are typed over, and one more of a product is never more than an order takes', async () => {
  // happy-dom does not know it.
  expectConsoleError(/The tag <search>/)
  const user = showDesk(<Entry />, () => ({ products: [product] }))
  const add = async () => {
    await user.type(screen.getByRole('searchbox'), 'soap')
    await user.click(await screen.findByRole('button', { name: /^Soap/ }))
  }
  await add()
  // What the shop says to shoppers leads a maker nowhere.
  expect(screen.getByRole('alert')).toHaveTextContent('None is left. Count it under Stock-take, if there is one.')
  const pieces = screen.getByRole('spinbutton', { name: 'Pieces of Soap' })
  await user.type(pieces, '{Backspace}')
  expect(pieces).toHaveValue(null)
  await user.type(pieces, '5')
  expect(pieces).toHaveValue(5)
  await user.clear(pieces)
  await user.tab()
  expect(pieces).toHaveValue(5)
  await user.type(pieces, '00')
  expect(pieces).toHaveValue(99)
  await add()
  expect(pieces).toHaveValue(99)
  await user.type(screen.getByRole('searchbox'), 'soap')
  await screen.findByRole('button', { name: /^Soap/ })
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('searchbox')).toHaveFocus()
})
