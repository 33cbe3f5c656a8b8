import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { storedSession } from '@/api/stored-session'
import { parseText } from '@/domain/json'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'

interface AskingFormProps {
  /** What the button says. */
  label: string
  /** What stands below the field until it is sent. */
  hint: string
  /** Sends the address; `confirmed`: it is known to be the asker's, and no mail asks for it. */
  ask: (email: string) => Promise<{ confirmed?: true }>
  /** What is said then, and when a mail asks first. */
  done: string
  mailed: string
  /** Opened by a press: what is typed goes here. */
  autoFocus?: boolean
}

/** One field for the address of whoever wants one mail: of a product (TELL-01), of their cart (REMIND-01). */
export function AskingForm({ label, hint, ask, done, mailed, autoFocus }: AskingFormProps) {
  const id = useId()
  const [email, setEmail] = useState('')
  const asking = useMutation({ mutationFn: () => ask(email) })
  const said = asking.data && (asking.data.confirmed ? done : mailed)
  useEffect(() => setEmail((typed) => typed || parseText(storedSession()?.record.email)), [])

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        asking.mutate()
      }}
      className="mt-4 flex flex-wrap items-end gap-3"
    >
      <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
        <label htmlFor={id} className="text-ink-2 text-sm">
          {t('Email address')}
        </label>
        <Input
          id={id}
          type="email"
          required
          autoComplete="email"
          autoFocus={autoFocus}
          placeholder="you@example.in"
          aria-describedby={`${id}-said`}
          aria-invalid={asking.isError || undefined}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <Button type="submit" look="line" busy={asking.isPending} className="min-h-[50px] px-5 sm:px-7">
        {label}
      </Button>
      <p id={`${id}-said`} role="status" className="flex-[1_1_100%] text-ink-2 text-sm">
        {asking.isError ? (
          <span className="text-danger">{fieldErrors(asking.error).email ?? errorSentence(asking.error)}</span>
        ) : (
          (said ?? hint)
        )}
      </p>
    </form>
  )
}
