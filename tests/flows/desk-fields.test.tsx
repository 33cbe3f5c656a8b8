import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ColoursField } from '../../src/desk/fields/colours-field'
import type { RawColour } from '../../src/desk/fields/value'

test('FORM-01 a stored colour keeps what carts know it by when its name changes; a new one follows its name', async () => {
  let now: unknown
  function Form() {
    const [colours, setColours] = useState<unknown>([{ name: 'Rust', value: 'rust', hex: '#A0522D' }])
    now = colours
    const field = { kind: 'colours', label: 'Colours' } as const
    return <ColoursField field={field} value={colours} onChange={setColours} pictures={[]} stored={[]} />
  }
  render(<Form />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'Name of the colour' }), ' red')
  await user.click(screen.getByRole('button', { name: 'Add a colour' }))
  await user.type(screen.getAllByRole('textbox').at(-1) as HTMLElement, 'Moss')
  await user.click(screen.getByRole('button', { name: 'Moss further up' }))
  await user.type(screen.getAllByRole('textbox')[0] as HTMLElement, ' green')
  await user.type(screen.getAllByRole('textbox')[1] as HTMLElement, ' hue')
  expect((now as RawColour[]).map(({ name, value }) => [name, value])).toEqual([
    ['Moss green', 'moss-green'],
    ['Rust red hue', 'rust'],
  ])
})
