import { fieldErrors } from '@/api/errors'
import { WEEKDAYS } from '@/domain/date'
import type { ShopDays } from '@/domain/desk/delivery'
import { typedNumber } from '@/domain/desk/typed-number'
import { SelectField, TextArea, TextField } from '../parts/field'
import { RefusedNote } from '../parts/note'
import { SaveRow } from '../parts/save-row'
import { TickRow } from '../parts/switch'
import { useTypedOver } from '../parts/use-typed-over'

const hourWords = (hour: number) => (hour === 12 ? '12 noon' : hour < 12 ? `${hour} am` : `${hour - 12} pm`)

type Typed = Partial<{ [field in keyof ShopDays]: string | ShopDays[field] }>

const NUMBERS = ['handling_days', 'cutoff_hour', 'returns_days'] as const

/** What was typed alone: somebody else may have changed the rest. */
function bodyOf(typed: Typed): object {
  const numbers = NUMBERS.flatMap((field) => (field in typed ? [[field, typedNumber(String(typed[field]))]] : []))
  return { ...typed, ...Object.fromEntries(numbers) }
}

const HOURS = Array.from({ length: 24 }, (_, at) => at + 1).map(
  (hour) => [hour, hour === 24 ? 'midnight' : hourWords(hour)] as const,
)

/** When the maker packs, and how long things may be sent back. */
export function ShopDaysForm({ shop }: { shop: ShopDays }) {
  const saving = { route: 'delivery', shows: ['delivery'], bodyOf }
  const { save, typed, type, forget } = useTypedOver('desk-shop-days', shop, saving)
  const shown = { ...shop, ...typed }
  const problems = fieldErrors(save.error)
  const field = (name: 'handling_days' | 'returns_days', label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      value={String(shown[name])}
      problem={problems[name]}
      onChange={({ target }) => type({ [name]: target.value })}
    />
  )
  return (
    <form
      className="grid gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(typed)
      }}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        {field('handling_days', 'Working days until it leaves', '0: on the day of the order.')}
        <SelectField
          label="Orders count for today until"
          value={String(shown.cutoff_hour || 24)}
          problem={problems.cutoff_hour}
          onChange={({ target }) => type({ cutoff_hour: target.value })}
          options={HOURS}
        />
      </div>
      <DaysOff
        off={shown.days_off as string[]}
        problem={problems.days_off}
        onChange={(days_off) => type({ days_off })}
      />
      <TextArea
        label="Holidays"
        hint="One on a line: 2026-11-08 Diwali, or 2026-11-07 to 2026-11-11 Diwali. Nothing leaves and nothing arrives."
        rows={4}
        value={String(shown.holidays)}
        problem={problems.holidays}
        onChange={({ target }) => type({ holidays: target.value })}
      />
      <div className="grid gap-3.5 sm:grid-cols-2">
        {field('returns_days', 'Days in which things may be sent back', '0: no number is said.')}
      </div>
      <RefusedNote error={save.error} />
      <SaveRow typed={typed} busy={save.isPending} onForget={forget} />
    </form>
  )
}

interface DaysOffProps {
  off: readonly string[]
  problem: string | undefined
  onChange: (off: string[]) => void
}

function DaysOff({ off, problem, onChange }: DaysOffProps) {
  return (
    <fieldset>
      <legend className="text-ink-2">Nobody packs on</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {WEEKDAYS.map((weekday) => {
          const day = weekday.toLowerCase()
          const others = off.filter((one) => one !== day)
          return (
            <TickRow
              key={day}
              label={weekday}
              checked={off.includes(day)}
              onChange={(checked) => onChange(checked ? [...others, day] : others)}
            />
          )
        })}
      </div>
      {problem && <p className="text-[13px] text-danger">{problem}</p>}
    </fieldset>
  )
}
