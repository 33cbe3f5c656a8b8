import { useMemo } from 'react'
import { track } from './analytics'

/** What a form says of its course (STAT-01). `start` may be called at every touch; it counts once. */
export interface FormEvents {
  start: () => void
  complete: () => void
  /** @param errors a form's errors by field, nested as its values are; only their names are recorded */
  fail: (errors?: object) => void
}

/** Names of the fields at fault, `contact.email`; a field's error is what carries a `type` or `message`. */
function errorFields(errors: object, path = ''): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    const field = path ? `${path}.${name}` : name
    if (typeof error === 'string') return [field]
    if (typeof error !== 'object' || error === null) return []
    return 'message' in error || 'type' in error ? [field] : errorFields(error, field)
  })
}

/** The events of one form while it is on screen. Put `start` on its `onFocus`. */
export function useFormEvents(form_name: string): FormEvents {
  return useMemo(() => {
    let started = false
    return {
      start: () => {
        if (started) return
        started = true
        track({ event: 'form_start', form_name })
      },
      complete: () => {
        started = false
        track({ event: 'form_complete', form_name })
      },
      fail: (errors = {}) =>
        track({ event: 'form_error', form_name, error_fields: errorFields(errors).sort().join(',') }),
    }
  }, [form_name])
}
