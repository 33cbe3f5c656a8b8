import { type FormEvent, useEffect, useId, useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { storedSession } from '@/api/stored-session'
import { parseText } from '@/domain/json'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'

/** For whoever waits for a product that is sold out: one field, one mail (TELL-01). */
export function TellMe({ product }: { product: string }) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => setEmail((typed) => typed || parseText(storedSession()?.record.email)), [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      const { askForAlert } = await import('@/api/letter-routes')
      const { confirmed } = await askForAlert(email, product)
      setSaid(
        confirmed
          ? t('We write to you when it is back.')
          : t('Look into your mailbox: one press there, and we write when it is back.'),
      )
    } catch (error) {
      setProblem(fieldErrors(error).email ?? errorSentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
      <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
        <label htmlFor={id} className="text-ink-2 text-sm">
          {t('Email address')}
        </label>
        <Input
          id={id}
          type="email"
          required
          autoComplete="email"
          placeholder="you@example.in"
          aria-describedby={`${id}-said`}
          aria-invalid={problem !== '' || undefined}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <Button type="submit" look="line" busy={busy} className="min-h-[50px] px-5 sm:px-7">
        {t('Tell me when it is back')}
      </Button>
      <p id={`${id}-said`} role="status" className="flex-[1_1_100%] text-ink-2 text-sm">
        {problem ? <span className="text-danger">{problem}</span> : said || t('Once, when it is.')}
      </p>
    </form>
  )
}
