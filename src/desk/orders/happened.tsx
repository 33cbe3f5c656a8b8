import { formatDateTime } from '@/domain/date'
import { mailWords } from '@/domain/desk/mail-words'
import type { DeskMail, DeskOrder } from '@/domain/desk/orders'
import { useKept } from '../kept'
import { Button } from '../parts/button'
import { TextField } from '../parts/field'
import { SectionHead } from '../parts/head'
import { Note } from '../parts/note'
import { StateWord } from '../parts/state-word'
import { sentenceOf, useDeed } from './deeds'

/** The order's history with who did what, and the mails it caused. */
export function Happened({ order }: { order: DeskOrder }) {
  return (
    <>
      <section>
        <SectionHead title="What happened" />
        <ol className="border-line-strong border-l pl-5">
          {order.events.map(({ type, at, label, who }, position) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: only ever added to
              key={`${at} ${type} ${position}`}
              className="relative pb-3.5 before:absolute before:top-1.5 before:-left-[25px] before:size-[9px] before:rounded-full before:bg-primary-ink"
            >
              <span className="wrap-anywhere font-medium">{label}</span>
              <span className="meta block wrap-anywhere">
                {formatDateTime(at)}
                {who && `, by ${who}`}
              </span>
            </li>
          ))}
        </ol>
        <NoteForm order={order} />
      </section>
      <Mails order={order} />
    </>
  )
}

function NoteForm({ order }: { order: DeskOrder }) {
  const [text, setText, forget] = useKept<string>(`desk-note ${order.id}`, '', 'tab')
  const deed = useDeed(order.id)
  const add = () =>
    text.trim() &&
    deed
      .mutateAsync({ what: 'note', body: { text }, done: 'The note is written down. Shoppers do not see it.' })
      // What went wrong stands at the field.
      .then(forget, () => undefined)
  return (
    <form
      className="flex max-w-[560px] items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div className="flex-1">
        <TextField
          label="A note for yourselves"
          value={text}
          maxLength={200}
          problem={deed.error ? sentenceOf(deed.error) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" busy={deed.isPending}>
        Add
      </Button>
    </form>
  )
}

const STATES: Record<DeskMail['status'], readonly ['done' | 'way' | 'stop' | 'none', string]> = {
  sent: ['done', 'sent'],
  queued: ['way', 'waits to be sent'],
  failed: ['stop', 'not delivered'],
  dropped: ['none', 'not sent'],
}

function Mails({ order }: { order: DeskOrder }) {
  const deed = useDeed(order.id)
  if (order.mails.length === 0) return null
  return (
    <section>
      <SectionHead title="Emails" />
      {deed.error && <Note kind="bad">{sentenceOf(deed.error)}</Note>}
      <ul className="border-t">
        {order.mails.map(({ id, kind, recipient, status, error, at }) => {
          const [shape, words] = STATES[status]
          return (
            <li
              key={id}
              className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-b py-1.5"
            >
              <span className="min-w-0">
                {mailWords(kind)}
                <small className="block wrap-anywhere text-ink-3">
                  to {recipient === 'owner' ? 'you' : order.contact.email}, {formatDateTime(at)}
                </small>
                {error && <small className="block wrap-anywhere text-ink-2">{error}</small>}
              </span>
              <span className="flex flex-none flex-wrap items-center justify-end gap-2">
                <StateWord shape={shape}>{words}</StateWord>
                {status === 'failed' && (
                  <Button
                    busy={deed.isPending}
                    aria-label={`Send “${mailWords(kind)}” again`}
                    onClick={() => deed.mutate({ what: 'mail', body: { mail: id }, done: 'The email is tried again.' })}
                  >
                    Send again
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
