import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '@/api/errors'
import type { DeskRule } from '@/domain/desk/delivery'
import { typedNumber } from '@/domain/desk/typed-number'
import { useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { TextField, tieTo } from '../parts/field'
import { RefusedNote } from '../parts/note'
import { TickRow } from '../parts/switch'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useAsk } from '../session'

export const NEW_RULE: DeskRule = {
  ...{ id: '', prefix: '', deliver: true, cash: true, fee: 0, cash_fee: 0, days_min: 3, days_max: 6, updated: '' },
}

const NUMBERS = {
  fee: 'Delivery, ₹',
  cash_fee: 'Paying in cash, ₹ on top',
  days_min: 'Days, at least',
  days_max: 'At most',
} as const
type NumberField = keyof typeof NUMBERS

type Typed = Omit<DeskRule, NumberField> & { [field in NumberField]: string }

function asTyped(rule: DeskRule): Typed {
  const { fee, cash_fee, days_min, days_max } = rule
  return {
    ...rule,
    ...{ fee: String(fee), cash_fee: String(cash_fee), days_min: String(days_min), days_max: String(days_max) },
  }
}

const numbersOf = (typed: Typed) =>
  Object.fromEntries((Object.keys(NUMBERS) as NumberField[]).map((field) => [field, typedNumber(typed[field])]))

function useSaving(onSaved: () => void) {
  const ask = useAsk()
  const toast = useToast()
  const again = useAgain('delivery')
  return useMutation({
    mutationFn: (typed: Typed) => ask('delivery/rules', { body: { ...typed, ...numbersOf(typed) } }),
    onSuccess: () => {
      toast({ text: 'Saved. In the shop now.' })
      onSaved()
      return again()
    },
    // A save that is refused may be of what somebody else has changed.
    onError: () => void again(),
  })
}

/** A delivery rule, new or to change. What is typed stays in this tab until it is saved or left. */
export function RuleForm({ rule, onClose }: { rule: DeskRule; onClose: () => void }) {
  const [begun] = useState(() => asTyped(rule))
  const [typed, setTyped, close] = useKeptForm(`desk-rule ${rule.id}`, begun, onClose)
  const save = useSaving(close)
  const problems = fieldErrors(save.error)
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const text = tieTo(typed, problems, change)
  const number = (field: NumberField) => (
    <TextField label={NUMBERS[field]} inputMode="decimal" autoComplete="off" {...text(field)} />
  )
  return (
    <Dialog
      title={rule.id ? 'Change the rule' : 'New rule'}
      onClose={close}
      typed={JSON.stringify(typed) !== JSON.stringify(begun)}
      footer={
        <Button look="primary" busy={save.isPending} onClick={() => save.mutate(typed)}>
          Save
        </Button>
      }
      leave="Back"
    >
      <div className="grid gap-3.5">
        <RefusedNote error={save.error} />
        <TextField
          label="PIN codes that begin with"
          hint="560 is Bengaluru’s beginning, 744 the Andamans’. Empty: all that no other rule is for."
          inputMode="numeric"
          autoComplete="off"
          {...text('prefix')}
        />
        <TickRow label="Parcels go there" checked={typed.deliver} onChange={(deliver) => change({ deliver })} />
        {typed.deliver && (
          <>
            <div className="grid grid-cols-2 gap-3.5">
              {number('days_min')}
              {number('days_max')}
            </div>
            <p className="meta -mt-2">Sundays counted. 0 at most: no date is promised.</p>
            {number('fee')}
            <TickRow label="The courier takes cash there" checked={typed.cash} onChange={(cash) => change({ cash })} />
            {typed.cash && number('cash_fee')}
          </>
        )}
      </div>
    </Dialog>
  )
}
