import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { CONTROL, Field } from '../parts/field'

interface PasswordFieldProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  problem?: string
  value: string
  onChange: (value: string) => void
}

/** A password, hidden until `Show` is pressed. */
export function PasswordField({ label, autoComplete, hint, problem, value, onChange }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            className={classNames(CONTROL, 'pr-20')}
            type={shown ? 'text' : 'password'}
            name="password"
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            aria-controls={control.id}
            // The place in the field, and a phone's keyboard, stay.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 min-w-11 px-3.5 pt-0.5 text-ink-2 underline underline-offset-4 hover:text-ink"
          >
            <span aria-hidden="true">{shown ? 'Hide' : 'Show'}</span>
            <span className="sr-only">{shown ? 'Hide password' : 'Show password'}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
