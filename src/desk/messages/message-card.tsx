import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { formatDateTime } from '@/domain/date'
import { type AnswerTemplate, type DeskMessage, fillTemplate } from '@/domain/desk/messages'
import { firstProblem } from '../answers'
import { useKept } from '../kept'
import { Button } from '../parts/button'
import { SelectField, TextArea } from '../parts/field'
import { Note } from '../parts/note'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useAsk } from '../session'
import { Templates } from './templates'

/** A message from the contact page, and the answer to it: mailed, with the message below. */
export function MessageCard({ message, templates }: { message: DeskMessage; templates: readonly AnswerTemplate[] }) {
  const { id, ticket, name, email, created, answer, answered_at } = message
  return (
    <li className="border-b py-5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b className="wrap-anywhere">{name}</b>
        <span className="meta">{formatDateTime(created)}</span>
      </p>
      <p className="meta wrap-anywhere">
        {email}
        {ticket && ` · ${ticket}`}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{message.message}</p>
      {answer !== '' && (
        <div className="mt-3 border-l-3 border-line-strong pl-3">
          <p className="meta">Answered on {formatDateTime(answered_at)}</p>
          <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
        </div>
      )}
      {answer === '' && <Answer key={id} message={message} templates={templates} />}
    </li>
  )
}

type Deed = { answer: string } | { done: boolean }

function useDeed({ id, email }: DeskMessage, onDone: () => void) {
  const ask = useAsk()
  const toast = useToast()
  const again = useAgain('messages')
  const act = useMutation({
    mutationFn: (body: Deed) => ask(`messages/${id}`, { body }),
    onSuccess: (_, body) => {
      onDone()
      const undo = 'done' in body && body.done ? () => act.mutate({ done: false }) : undefined
      toast({ text: undo ? 'Put aside.' : 'done' in body ? 'Back in the list.' : `The email goes to ${email}.`, undo })
      return again()
    },
    // An answer's stands in its form; of the rest no form is open, and the card may have left the list.
    onError: (error, body) => 'done' in body && toast({ text: firstProblem(error), bad: true }),
  })
  return act
}

/** What is typed is kept on this device until it is sent. */
function Answer({ message, templates }: { message: DeskMessage; templates: readonly AnswerTemplate[] }) {
  const [text, setText] = useKept<string>(`desk-draft answer ${message.id}`, '')
  const [open, setOpen] = useState(text !== '')
  const [editing, setEditing] = useState(false)
  const act = useDeed(message, () => setText(''))
  const done = message.answered_at !== ''
  if (!open)
    return (
      <p className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => setOpen(true)}>Answer</Button>
        <Button look="text" busy={act.isPending} onClick={() => act.mutate({ done: !done })}>
          {done ? 'Put it back' : 'Needs no answer'}
        </Button>
      </p>
    )
  const problem = fieldErrors(act.error).answer
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        // It may be laid aside by then.
        act.mutate({ answer: text }, { onError: () => setOpen(true) })
      }}
    >
      <Begin
        templates={templates}
        onChoose={(chosen) => setText(`${text}${text ? '\n\n' : ''}${fillTemplate(chosen, message.name)}`)}
      />
      <TextArea
        label={`Your answer to ${message.name}`}
        rows={6}
        value={text}
        problem={problem}
        onChange={(event) => setText(event.target.value)}
      />
      {act.error && !problem && <Note kind="bad">{errorSentence(act.error)}</Note>}
      <p className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={act.isPending}>
          Email the answer
        </Button>
        <Button onClick={() => setOpen(false)}>Later</Button>
        <Button look="text" onClick={() => setEditing(true)}>
          Texts to answer with
        </Button>
      </p>
      {editing && <Templates templates={templates} begun={text} onClose={() => setEditing(false)} />}
    </form>
  )
}

interface BeginProps {
  templates: readonly AnswerTemplate[]
  onChoose: (text: string) => void
}

/** A text that is kept, as the beginning of an answer. */
function Begin({ templates, onChoose }: BeginProps) {
  if (templates.length === 0) return null
  const choose = (chosen: string) => onChoose(templates.find(({ id }) => id === chosen)?.text ?? '')
  return (
    <SelectField
      label="Begin with"
      value=""
      onChange={({ target }) => choose(target.value)}
      options={templates.map(({ id, name }) => [id, name])}
    >
      <option value="">Choose a text</option>
    </SelectField>
  )
}
