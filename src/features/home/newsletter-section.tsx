import { type FormEvent, useId, useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { subscribe } from '@/api/newsletter-route'
import { NEWSLETTER_CONSENT } from '@/domain/content/consent'
import { track } from '@/integrations/analytics'
import { useFormEvents } from '@/integrations/form-events'
import { currentLanguage, t } from '@/language/text'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast'

function useSubscription() {
  const [busy, setBusy] = useState(false)
  const formEvents = useFormEvents('newsletter')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [field] = event.currentTarget.getElementsByTagName('input')
    const email = field?.value ?? ''
    track({ event: 'button_click', button_name: 'Subscribe', button_location: 'newsletter' })
    if (!email.trim()) {
      formEvents.fail({ email: 'missing' })
      toast.error(t('Please enter your email address'))
      field?.focus()
      return
    }
    setBusy(true)
    try {
      await subscribe(email, currentLanguage())
      formEvents.complete()
      toast.success(t('Thanks for subscribing!'))
      // What was put right meanwhile stays.
      if (field?.value === email) field.value = ''
    } catch (error) {
      toast.error(fieldErrors(error).email ?? errorSentence(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, submit, formEvents }
}

/** The newsletter form: it thanks and clears; a mail asks to confirm (HOME-12). */
export function NewsletterSection() {
  const id = useId()
  const { busy, submit, formEvents } = useSubscription()

  return (
    <section aria-labelledby={`${id}-title`} className="wrap py-section">
      <div className="grid gap-6 lg:grid-cols-2 lg:items-end">
        <div>
          <h2 id={`${id}-title`}>{t('Letters from the workshop')}</h2>
          <p className="mt-2.5 max-w-measure text-ink-2 text-lead">{t('New batches, and the people behind them.')}</p>
        </div>
        {/*
         * The browser still checks the address's form; an empty field is answered by the toast, so it is not required.
         */}
        <form onFocus={formEvents.start} onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
            <label htmlFor={id} className="text-ink-2 text-sm">
              {t('Email address')}
            </label>
            <Input id={id} type="email" autoComplete="email" placeholder="you@example.in" />
          </div>
          <Button type="submit" busy={busy} className="min-h-[50px] flex-none px-5 sm:px-7">
            {t('Subscribe')}
          </Button>
          <p className="flex-[1_1_100%] text-ink-3 text-sm">{t(NEWSLETTER_CONSENT)}</p>
        </form>
      </div>
    </section>
  )
}
