import { valibotResolver } from '@hookform/resolvers/valibot'
import CircleAlert from '@lucide/icons/icons/circle-alert'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router-dom'
import { errorSentence, fieldErrors } from '@/api/errors'
import { sendMessage } from '@/api/store-routes'
import {
  MESSAGE_FILL_MS,
  MESSAGE_LENGTH,
  type MessageFields,
  type MessageForm,
  messageFormSchema,
} from '@/domain/content/contact'
import { useFormEvents } from '@/integrations/form-events'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { newId } from '@/lib/new-id'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { Input } from '@/ui/input'
import { Textarea } from '@/ui/textarea'
import { EMPTY_MESSAGE, forgetDraft, parseMessage, readDraft, saveDraft, withBegun } from './message-draft'

const FIELDS = ['name', 'email', 'message'] as const

/** Writes to the shop's mailbox. What was typed stays until the store has it, also through a reload. */
export function ContactForm() {
  const [stage, setStage] = useState<'first' | 'sent' | 'another'>('first')
  const [ticket, setTicket] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (stage !== 'first') heading.current?.focus()
  }, [stage])
  const sent = stage === 'sent'
  return (
    <section aria-labelledby="contact-form" className="max-w-[34rem]">
      <h2 id="contact-form" ref={heading} tabIndex={-1} className="text-title tracking-normal outline-none">
        {sent ? t('Thank you') : t('Write to us')}
      </h2>
      {sent ? (
        <>
          <p role="status" className="mt-3 text-ink-2">
            {t('Your message has reached us. We will answer by email.')}{' '}
            {ticket && rich('Its number is {number}.', { number: <b className="whitespace-nowrap">{ticket}</b> })}
          </p>
          <Button look="line" className="mt-6" onClick={() => setStage('another')}>
            {t('Write another message')}
          </Button>
        </>
      ) : (
        <MessageFormView
          onSent={(number) => {
            setTicket(number)
            setStage('sent')
          }}
        />
      )}
    </section>
  )
}

function MessageFormView({ onSent }: { onSent: (ticket: string) => void }) {
  const { register, handleSubmit, errors, isSubmitting, formEvents, problem, send } = useMessageForm(onSent)
  return (
    // "post": a form sent before the page's code has arrived must not write the message into the address.
    <form
      method="post"
      noValidate
      onFocus={formEvents.start}
      onSubmit={handleSubmit(send, formEvents.fail)}
      className="mt-5 flex flex-col gap-4.5"
    >
      <Field label={t('Name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" required />}
      </Field>
      <Field label={t('Email')} error={errors.email?.message} hint={t('Only to answer you.')}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" required />
        )}
      </Field>
      <Field label={t('Message')} error={errors.message?.message} hint={t('About an order? Please add its number.')}>
        {(control) => <Textarea {...control} {...register('message')} rows={7} maxLength={MESSAGE_LENGTH} required />}
      </Field>
      <FieldForPrograms {...register('website')} />
      {problem && (
        <p role="alert" className="flex items-start gap-1.5 text-danger text-sm">
          <Icon of={CircleAlert} size={16} className="mt-0.5" />
          <span className="min-w-0">{problem}</span>
        </p>
      )}
      <div>
        <Button type="submit" large busy={isSubmitting}>
          {t('Send message')}
        </Button>
      </div>
      <DataNotice />
    </form>
  )
}

/** The form, filled with what was typed before; `problem`: why a message was not sent, where no field is the reason. */
function useMessageForm(onSent: (ticket: string) => void) {
  const form = useForm<MessageFields, unknown, MessageForm>({
    mode: 'onTouched',
    resolver: valibotResolver(messageFormSchema),
    defaultValues: EMPTY_MESSAGE,
  })
  const { register, handleSubmit, formState, getValues, setError, setValue, reset, subscribe } = form
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState('')
  const formEvents = useFormEvents('contact')
  const shownAt = useRef(0)
  const { state } = useLocation()
  /** By the page that led here; a sheet that closes later brings the same once more. */
  const [begun] = useState(() => parseMessage(state?.message))

  useEffect(() => {
    shownAt.current = performance.now()
    const draft = readDraft()
    const shown = withBegun(draft, begun)
    if (shown) reset(shown)
    // A message as it was begun is not the shopper's yet: that of another order may take its place.
    const keep = (values: MessageFields) =>
      saveDraft(values.message === begun?.message ? { ...values, message: '' } : values)
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [begun, reset, subscribe])

  const send = async (message: MessageForm) => {
    setProblem('')
    const key = message.key || newId()
    setValue('key', key)
    const typed = getValues('message')
    // Filled in by the browser or from the draft: the store would take so quick a message for a program's.
    const early = MESSAGE_FILL_MS - (performance.now() - shownAt.current)
    if (early > 0) await new Promise((done) => setTimeout(done, early + 50))
    let ticket: string
    try {
      const kept = await sendMessage({ ...message, key, filled_ms: Math.round(performance.now() - shownAt.current) })
      ticket = kept.ticket
    } catch (error) {
      const refused = fieldErrors(error)
      formEvents.fail(refused)
      const fields = FIELDS.filter((field) => refused[field])
      fields.forEach((field, index) => {
        setError(field, { message: refused[field] }, { shouldFocus: index === 0 })
      })
      if (fields.length === 0) setProblem(sendingProblem(error))
      return
    }
    formEvents.complete()
    // What was typed while it was on its way begins the next one.
    if (getValues('message') === typed) forgetDraft()
    else saveDraft({ ...getValues(), key: '' })
    onSent(ticket)
  }

  return { register, handleSubmit, errors, isSubmitting, formEvents, problem, send }
}

/** Out of sight, of the Tab order and of what is read aloud. */
function FieldForPrograms(control: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Website
        <input {...control} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** What the law wants said where data is asked for (Digital Personal Data Protection Act 2023, section 5). */
function DataNotice() {
  return (
    <p className="text-ink-3 text-sm">
      {rich('We use your name, email and message to answer you, and delete them after a year. See {policy}.', {
        policy: (
          <Link to={paths.privacy()} className="link">
            {t('Privacy policy')}
          </Link>
        ),
      })}
    </p>
  )
}

function sendingProblem(error: unknown): string {
  return t('{reason} Your text is still here.', { reason: errorSentence(error, 'The message could not be sent.') })
}
