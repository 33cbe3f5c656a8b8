import { IST_OFFSET_MS, parseDate } from '@/domain/date'
import { TextField } from '../parts/field'
import type { FieldProps } from './field-kinds'

/** `2026-11-20 04:30:00.000Z` → `2026-11-20T10:00`, as the browser's own field wants it; empty for no date. */
function toField(value: unknown): string {
  const time = parseDate(String(value ?? ''))
  return Number.isNaN(time) ? '' : new Date(time + IST_OFFSET_MS).toISOString().slice(0, 16)
}

const fromField = (text: string): string =>
  text === '' ? '' : new Date(Date.parse(`${text}Z`) - IST_OFFSET_MS).toISOString().replace('T', ' ')

/** A moment in India's time, whatever the clock of the computer. */
export function DateField({ field, value, onChange }: FieldProps) {
  return (
    <TextField
      label={field.label}
      type="datetime-local"
      value={toField(value)}
      onChange={({ target }) => {
        // Half a date is empty while it is typed.
        if (!target.validity.badInput) onChange(fromField(target.value))
      }}
    />
  )
}
