import { useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import type { Parcel, ReturnAnswer } from '@/domain/desk/parcels'
import { plainNumber } from '@/domain/desk/typed-number'
import { REFUND_WAIT_MS } from '@/domain/limits'
import { formatPaise, type Paise, toPaise, toRupees } from '@/domain/money'
import { useIsHere } from '@/lib/is-here'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { TextField } from '../parts/field'
import { Note } from '../parts/note'
import { Segmented } from '../parts/segmented'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import type { Moves } from './use-moves'

interface ReturnDialogProps {
  parcel: Parcel
  moves: Moves
  onClose: () => void
}

type Stock = 'yes' | 'no' | ''

/** What is chosen and typed, what is wrong with it, and the request that saves it. */
function useReturn({ parcel, moves, onClose }: ReturnDialogProps) {
  const ask = useAsk()
  const toast = useToast()
  const isHere = useIsHere()
  const [stock, setStock] = useState<Stock>('')
  const [begun] = useState(parcel.kept > 0 ? String(toRupees(parcel.kept)) : '')
  const [rupees, setRupees] = useState(begun)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const back = toPaise(plainNumber(rupees) || '0')
  const wrong = back === null ? 'Write rupees, such as 180 or 180.50.' : back > parcel.kept ? atMost(parcel.kept) : ''
  const save = async () => {
    if (!parcel.came_back && stock === '') {
      setProblems({ order: 'Choose whether its pieces go back to stock.' })
      return
    }
    if (wrong) return
    setBusy(true)
    try {
      const body = { order: parcel.id, restock: stock === 'yes', rupees }
      const answer = await ask<ReturnAnswer>('parcels/return', { body })
      await moves.refresh()
      toast({ text: saidWords(parcel, answer) })
      if (isHere.current) onClose()
    } catch (error) {
      const told = fieldErrors(error)
      setProblems(Object.keys(told).length > 0 ? told : { order: errorSentence(error) })
    } finally {
      setBusy(false)
    }
  }
  const typed = stock !== '' || rupees !== begun
  return { stock, setStock, rupees, setRupees, typed, problems, busy, back, wrong, save }
}

/** A parcel came back: whether its pieces go to stock, and what goes back of its money, shown before it is sent. */
export function ReturnDialog(props: ReturnDialogProps) {
  const { parcel, onClose } = props
  const { stock, setStock, rupees, setRupees, typed, problems, busy, back, wrong, save } = useReturn(props)
  const give = parcel.came_back ? 'Give' : 'Note it, give'
  return (
    <Dialog
      title={parcel.came_back ? 'Give money back' : 'A parcel came back'}
      sub={`${parcel.number}, ${parcel.name}`}
      typed={typed}
      onClose={onClose}
      footer={
        <Button look="primary" busy={busy} onClick={save}>
          {back ? `${give} ${formatPaise(back)} back` : 'Note it'}
        </Button>
      }
      leave="Not now"
    >
      <div className="grid gap-5">
        {problems.order && <Note kind="bad">{problems.order}</Note>}
        {!parcel.came_back && <StockChoice parcel={parcel} value={stock} onChange={setStock} />}
        {parcel.kept > 0 && (
          <TextField
            label="Rupees that go back"
            inputMode="decimal"
            autoComplete="off"
            value={rupees}
            onChange={(event) => setRupees(event.target.value)}
            problem={wrong || problems.rupees}
            hint={atMost(parcel.kept)}
          />
        )}
        {parcel.kept > 0 && !wrong && back !== null && <p aria-live="polite">{moneyWords(parcel, back)}</p>}
      </div>
    </Dialog>
  )
}

interface StockChoiceProps {
  parcel: Parcel
  value: Stock
  onChange: (value: Stock) => void
}

function StockChoice({ parcel, value, onChange }: StockChoiceProps) {
  return (
    <div>
      <p className="mb-1.5">
        {parcel.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(' · ')}
        <br />
        Do these pieces go back to stock?
      </p>
      <Segmented
        label="Back to stock"
        value={value}
        options={[
          ['yes', 'Yes, they can be sold'],
          ['no', 'No, damaged'],
        ]}
        onChange={onChange}
      />
    </div>
  )
}

const atMost = (kept: Paise) => `At most ${formatPaise(kept)}. Leave it empty when nothing goes back.`

const WAIT = `${REFUND_WAIT_MS / 60_000} minutes`

function moneyWords({ kept, by_hand }: Parcel, back: Paise): string {
  if (back === 0) return `Nothing goes back. The shop keeps ${formatPaise(kept)}.`
  const rest = kept - back > 0 ? ` The shop keeps ${formatPaise(kept - back)}.` : ''
  return by_hand
    ? `${formatPaise(back)} goes back by your hand: it was not paid online. The shopper is emailed at once.${rest}`
    : `${formatPaise(back)} goes back the way it was paid, in ${WAIT}. Until then it can be stopped.${rest}`
}

function saidWords({ number, came_back }: Parcel, { back, by_hand }: ReturnAnswer): string {
  const noted = came_back ? '' : `${number} came back. `
  if (back === 0) return noted.trim() || 'Nothing goes back.'
  return by_hand
    ? `${noted}${formatPaise(back)} noted as given back.`
    : `${noted}${formatPaise(back)} goes back in ${WAIT}.`
}
