import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import type { AnswerTemplate } from '@/domain/desk/letters'
import { Button } from '../parts/button'
import { Dialog, mayLeave } from '../parts/dialog'
import { SelectField, TextArea, TextField, tieTo } from '../parts/field'
import { Note } from '../parts/note'
import { useAsk } from '../session'

const NEW: AnswerTemplate = { id: '', name: '', text: '', updated: '' }

interface TemplatesProps {
  templates: readonly AnswerTemplate[]
  /** What is being typed: a new text may begin with it. */
  begun: string
  onClose: () => void
}

/** Texts to answer with again and again: made, changed, removed. */
export function Templates({ templates, begun, onClose }: TemplatesProps) {
  const ask = useAsk()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<AnswerTemplate>({ ...NEW, text: begun })
  const [shown, setShown] = useState(chosen)
  const choose = (template: AnswerTemplate) => {
    setChosen(template)
    setShown(template)
  }
  const typed = shown !== chosen
  const save = useMutation({
    mutationFn: ({ updated: seen, ...text }: AnswerTemplate & { remove?: true }) =>
      ask('templates', { body: { ...text, seen } }),
    onSuccess: () => choose(NEW),
    // A refused one may be somebody else's by now.
    onSettled: () => queries.invalidateQueries({ queryKey: ['letters'] }),
  })
  const problems = fieldErrors(save.error)
  const text = tieTo(shown, problems, (part) => setShown({ ...shown, ...part }))
  return (
    <Dialog
      title="Texts to answer with"
      onClose={onClose}
      typed={typed}
      footer={
        <>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate(shown)}>
            Save the text
          </Button>
          <Button
            look="danger"
            busy={save.isPending}
            aria-disabled={!shown.id || undefined}
            onClick={() => confirm(`Remove “${chosen.name}” for good?`) && save.mutate({ ...chosen, remove: true })}
          >
            Remove
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5">
        <SelectField
          label="Text"
          value={shown.id}
          onChange={({ target }) =>
            (!typed || mayLeave()) && choose(templates.find(({ id }) => id === target.value) ?? NEW)
          }
          options={templates.map(({ id, name }) => [id, name])}
        >
          <option value="">A new one</option>
        </SelectField>
        <TextField label="Name" {...text('name')} />
        <TextArea label="Words" hint="{name} becomes the first name of whoever wrote." rows={7} {...text('text')} />
        {save.error && Object.keys(problems).length === 0 && <Note kind="bad">{errorSentence(save.error)}</Note>}
      </div>
    </Dialog>
  )
}
