import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorStatus, fieldErrors } from '@/api/errors'
import type { AnswerTemplate } from '@/domain/desk/messages'
import { Button } from '../parts/button'
import { Dialog, mayLeave } from '../parts/dialog'
import { SelectField, TextArea, TextField, tieTo } from '../parts/field'
import { RefusedNote } from '../parts/note'
import { useAgain } from '../parts/use-again'
import { useAsk } from '../session'

const NEW: AnswerTemplate = { id: '', name: '', text: '', updated: '' }

/** Which one is chosen, and as it is typed now. */
const bothOf = (template: AnswerTemplate) => ({ chosen: template, shown: template })

interface Saving {
  chosen: AnswerTemplate
  text: AnswerTemplate
  seen: string
  remove: true | undefined
}

interface TemplatesProps {
  templates: readonly AnswerTemplate[]
  /** What is being typed: a new text may begin with it. */
  begun: string
  onClose: () => void
}

/** Which text is chosen, what is typed of it, and what saves or removes it. */
function useTexts(templates: readonly AnswerTemplate[], begun: string) {
  const ask = useAsk()
  const again = useAgain('messages')
  const [{ chosen, shown }, set] = useState(() => bothOf({ ...NEW, text: begun }))
  const save = useMutation({
    mutationFn: ({ text: { updated: _, ...text }, seen, remove }: Saving) =>
      ask<{ id: string }>('templates', { body: { ...text, seen, remove } }),
    // What was typed or chosen while it was on its way stays.
    onSuccess: ({ id }, sent) =>
      set((now) => {
        if (now.chosen !== sent.chosen) return now
        if (sent.remove || now.shown === sent.text) return bothOf({ ...NEW })
        return { chosen, shown: { ...now.shown, id, updated: '' } }
      }),
    // A refused one may be somebody else's by now.
    onSettled: again,
  })
  // Who was told that it changed may save over it.
  const told = errorStatus(save.error) === 409 && templates.find(({ id }) => id === shown.id)
  return {
    ...{ chosen, shown, save },
    choose: (template: AnswerTemplate) => set(bothOf(template)),
    type: (part: Partial<AnswerTemplate>) => set({ chosen, shown: { ...shown, ...part } }),
    send: (text: AnswerTemplate, remove?: true) => save.mutate({ chosen, text, seen: (told || shown).updated, remove }),
  }
}

/** Texts to answer with again and again: made, changed, removed. */
export function Templates({ templates, begun, onClose }: TemplatesProps) {
  const { chosen, shown, save, choose, type, send } = useTexts(templates, begun)
  const typed = shown !== chosen
  const problems = fieldErrors(save.error)
  const text = tieTo(shown, problems, type)
  return (
    <Dialog
      title="Texts to answer with"
      onClose={onClose}
      typed={typed}
      footer={
        <>
          <Button look="primary" busy={save.isPending} onClick={() => send(shown)}>
            Save the text
          </Button>
          <Button
            look="danger"
            busy={save.isPending}
            aria-disabled={!shown.id || undefined}
            onClick={() => confirm(`Remove “${chosen.name}” for good?`) && send(chosen, true)}
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
            (!typed || mayLeave()) && choose(templates.find(({ id }) => id === target.value) ?? { ...NEW })
          }
          options={templates.map(({ id, name }) => [id, name])}
        >
          <option value="">A new one</option>
        </SelectField>
        <TextField label="Name" {...text('name')} />
        <TextArea label="Words" hint="{name} becomes the first name of whoever wrote." rows={7} {...text('text')} />
        <RefusedNote error={save.error} />
      </div>
    </Dialog>
  )
}
