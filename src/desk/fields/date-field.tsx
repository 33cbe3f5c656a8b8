import { fromDateField, toDateField } from '@/domain/date'
import { TextField } from '../parts/field'
import type { FieldProps } from './field-kinds'

/** A moment in India's time, whatever the clock of the computer. */
export function DateField({ field, value, onChange }: FieldProps) {
  return (
    <TextField
      label={field.label}
      type="datetime-local"
      value={toDateField(String(value ?? ''))}
      onChange={({ target }) => {
        // Half a date is empty while it is typed.
        if (!target.validity.badInput) onChange(fromDateField(target.value))
      }}
    />
  )
}
