import { QueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BookSheet } from '../../src/desk/packing/book-sheet'
import { Packing } from '../../src/desk/packing/packing'
import { ReturnDialog } from '../../src/desk/packing/return-dialog'
import type { Moves } from '../../src/desk/packing/use-moves'
import { HostProvider } from '../../src/desk/session'
import type { RatesAnswer } from '../../src/domain/desk/bookings'
import type { Parcel } from '../../src/domain/desk/parcels'
import { gate } from '../gate'
import { hostWith, showDesk } from './desk-screen'
import { Surroundings } from './surroundings'

const NUMBERS = ['362144081175', '362144081186', '362144081190']
const NAMES = ['Asha', 'Bela', 'Charu']
const parcel = (name: string): Parcel => ({
  ...{ id: name.padEnd(15, '0'), number: `SJ-${name.toUpperCase().padEnd(8, '2')}`, name, city: 'Chennai', items: [] },
  ...{ placed_at: '2026-01-05 06:30:00.000Z', leaves_on: '', late: false, note: '', to_collect: 0, weight: 0, kept: 0 },
  ...{ courier: '', tracking_number: '', tracking_url: '', by_hand: false, came_back: false },
  state: { shape: 'todo', words: 'Packed, to ship' },
})

/**
 * Packing at *To ship*: `names` are in the list, `answer` is what a request that moves parcels gets, `list` what else
 * the list has.
 */
async function packing(answer: () => object, list: object = {}) {
  let names = NAMES
  const sent: { route: string; body: unknown }[] = []
  const send = async (route: string, { body }: { body?: unknown }) => {
    if (!body) return { counts: {}, parcels: names.map(parcel), found: names.length, ...list }
    sent.push({ route, body })
    return answer()
  }
  const client = new QueryClient()
  render(
    <HostProvider value={hostWith({ send })}>
      <Surroundings at="/packing?tab=ship" client={client}>
        <Packing />
      </Surroundings>
    </HostProvider>,
  )
  const user = userEvent.setup()
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  /** Another person moves all but these. */
  const leave = (left: string[]) => {
    names = left
    return act(() => client.invalidateQueries())
  }
  return { press, leave, sent, user }
}

test('PACK-11 a pasted number stays with its parcel when another parcel leaves the list', async () => {
  const { press, leave, sent, user } = await packing(() => ({ done: [parcel('Charu').id], left: [] }))
  await press('Ship 3')
  await user.click(screen.getByRole('textbox', { name: 'Tracking numbers, one a line' }))
  await user.paste(NUMBERS.join('\n'))
  await leave(['Bela', 'Charu'])
  expect(await screen.findByText('Line 1: SJ-ASHA2222 is not in this list.')).toBeVisible()
  await press('Not now')
  await leave(['Charu'])
  await press('Ship 1')
  await press('Ship 1, email 1 shopper')
  const parcels = [{ order: parcel('Charu').id, tracking_number: NUMBERS[2] }]
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ courier: 'Delhivery', parcels }]))
})

test('SHIP-08 labels come in this tab where the browser opens none', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const gone = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { press } = await packing(() => ({ url: 'https://labels.example/1.pdf' }), {
    booking: { box: { length: 20, breadth: 15, height: 10 }, stuck: [] },
    parcels: [
      {
        ...parcel('Asha'),
        booking: { state: 'booked', courier: 'Delhivery', awb: '1', label: 'a.pdf', cost: 0, problem: '' },
      },
    ],
  })
  await press('1 label')
  await waitFor(() => expect(gone).toHaveBeenCalledExactlyOnceWith('https://labels.example/1.pdf'))
  for (const spy of [opened, gone]) spy.mockRestore()
})

test('PACK-02 a dialog opens without what went wrong before it', async () => {
  const { press } = await packing(() => Promise.reject(new Error('No line')))
  await press('Ship 3')
  await userEvent.selectOptions(screen.getByLabelText('Courier'), 'By hand')
  await press('Ship 3, email 3 shoppers')
  expect(await screen.findByRole('alert')).toBeVisible()
  await press('Not now')
  await press('Ship 3')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('PACK-11 what is typed into the sheet while its parcels are on their way is kept when they are gone', async () => {
  let answer = (_: object) => {}
  const { press, leave, user, sent } = await packing(() => new Promise<object>((done) => (answer = done)))
  await press('Ship 3')
  const field = screen.getByRole('textbox', { name: 'Tracking numbers, one a line' })
  await user.click(field)
  await user.paste(NUMBERS.slice(0, 2).join('\n'))
  await press('Ship 2, email 2 shoppers')
  await user.clear(field)
  // Bela's is corrected too late; Charu's is new.
  await user.paste([NUMBERS[0], '362144081187', NUMBERS[2]].join('\n'))
  await leave(['Charu'])
  await act(async () => answer({ done: [parcel('Asha').id, parcel('Bela').id], left: [] }))
  await waitFor(() => expect(field).toHaveValue(`SJ-BELA2222 362144081187\nSJ-CHARU222 ${NUMBERS[2]}`))
  expect(screen.getByText('Line 1: SJ-BELA2222 is not in this list.')).toBeVisible()
  await press('Ship 1, email 1 shopper')
  const parcels = [{ order: parcel('Charu').id, tracking_number: NUMBERS[2] }]
  expect(sent.at(-1)?.body).toEqual({ courier: 'Delhivery', parcels })
  await leave([])
  await act(async () => answer({ done: [parcel('Charu').id], left: [] }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sessionStorage.getItem('desk-tracking')).toBe('SJ-BELA2222 362144081187')
})

test('PACK-05 a courier the desk does not know is called by the name that is typed', async () => {
  const { press, sent, user } = await packing(() => ({ done: [parcel('Asha').id], left: [] }))
  await press('Ship 3')
  await user.selectOptions(screen.getByLabelText('Courier'), 'Other')
  await user.type(screen.getByRole('textbox', { name: 'Its name' }), 'Trackon')
  await user.type(screen.getByRole('textbox', { name: 'Tracking numbers, one a line' }), '5001')
  await press('Ship 1, email 1 shopper')
  await waitFor(() => expect(sent).toMatchObject([{ body: { courier: 'Other', name: 'Trackon' } }]))
  localStorage.clear()
})

test('PACK-11 the sheet stays open for a parcel whose line was not good', async () => {
  const { press, leave, user } = await packing(() => ({ done: [parcel('Asha').id], left: [] }))
  await press('Ship 3')
  await user.click(screen.getByRole('textbox', { name: 'Tracking numbers, one a line' }))
  await user.paste(`${NUMBERS[0]}\n${NUMBERS[0]}`)
  await press('Ship 1, email 1 shopper')
  await leave(['Bela', 'Charu'])
  expect(await screen.findByRole('dialog', { name: 'Ship 2 parcels' })).toBeVisible()
})

test('SHIP-08 DESK-08 weight and box are read in Hindi digits', async () => {
  const asked: object[] = []
  const moves = { busy: '', left: [], problem: '' } as unknown as Moves
  const user = showDesk(
    <BookSheet
      parcels={[parcel('Asha')]}
      box={{ length: 0, breadth: 15, height: 10 }}
      moves={moves}
      onClose={vi.fn()}
    />,
    (route, { query }) => {
      if (route === 'parcels/rates' && query) asked.push(query)
      return { rates: [], why: '' }
    },
  )
  for (const [name, digits] of [
    ['Length, cm', '२०'],
    ['Weight, g', '१३०'],
  ] as const) {
    await user.clear(screen.getByRole('textbox', { name }))
    await user.type(screen.getByRole('textbox', { name }), digits)
    await user.tab()
  }
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ length: 20, weight: 130 }))
})

test('SHIP-08 a courier that did not answer, and a line that was lost, are told and asked again', async () => {
  const silent: RatesAnswer = { rates: [], why: 'Shiprocket did not answer.' }
  const found: RatesAnswer = { rates: [{ id: 43, name: 'Delhivery Surface', cost: 5450, days: 4 }], why: '' }
  let answer: RatesAnswer | undefined
  const moves = { busy: '', left: [], problem: '' } as unknown as Moves
  const parcels = [{ ...parcel('Asha'), weight: 130 }]
  const user = showDesk(
    <BookSheet parcels={parcels} box={{ length: 20, breadth: 15, height: 10 }} moves={moves} onClose={vi.fn()} />,
    () => answer,
  )
  expect(await screen.findByText(/^We cannot reach the shop/)).toBeVisible()
  answer = silent
  await user.click(screen.getByRole('button', { name: 'Ask again for SJ-ASHA2222' }))
  expect(await screen.findByText(silent.why)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Book' })).toHaveAttribute('aria-disabled', 'true')
  answer = found
  await user.click(screen.getByRole('button', { name: 'Ask again for SJ-ASHA2222' }))
  expect(await screen.findByRole('option', { name: '₹54.50, 4 days, Delhivery Surface' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Book 1' })).not.toHaveAttribute('aria-disabled')
  expect(screen.queryByText(silent.why)).toBeNull()
})

test('DESK-13 a return whose answer comes late does not close the next one', async () => {
  const [late, arrive] = gate<object>()
  const moves = { refresh: async () => {} } as unknown as Moves
  function Returns() {
    const [back, setBack] = useState<string>()
    return (
      <>
        {NAMES.map((name) => (
          <button key={name} type="button" onClick={() => setBack(name)}>
            {name}
          </button>
        ))}
        {back && <ReturnDialog parcel={parcel(back)} moves={moves} onClose={() => setBack(undefined)} />}
      </>
    )
  }
  vi.stubGlobal('confirm', () => true)
  onTestFinished(() => void vi.unstubAllGlobals())
  const user = showDesk(<Returns />, () => late)
  await user.click(screen.getByText('Asha'))
  await user.click(screen.getByRole('button', { name: 'No, damaged' }))
  await user.click(screen.getByRole('button', { name: 'Note it' }))
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  await user.click(screen.getByText('Bela'))
  arrive({ back: 0, by_hand: false })
  expect(await screen.findByText(/came back\.$/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Not now' })).toBeVisible()
})
