import { useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import { firstProblem } from '../answers'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { Note } from '../parts/note'
import { usePublish } from './use-publish'

interface PublishDialogProps {
  /** Keys of the drafts. */
  drafts: readonly string[]
  /** What they change, in words. */
  changes: readonly string[]
  onPublished: () => void
  onClose: () => void
}

/** The list once more, before shoppers see it. */
export function PublishDialog({ onPublished, onClose, ...opened }: PublishDialogProps) {
  // A refusal shows the lists anew: what is asked here stays.
  const [{ drafts, changes }] = useState(opened)
  const publish = usePublish(() => {
    onPublished()
    onClose()
  })
  return (
    <Dialog
      title={`Publish ${counted(drafts.length, 'draft')}`}
      sub="Shoppers see it from then on, and not at the minute you looked at."
      onClose={onClose}
      footer={
        <Button look="primary" busy={publish.isPending} onClick={() => publish.mutate(drafts)}>
          Publish now
        </Button>
      }
      leave="Not yet"
    >
      <ul className="grid list-disc gap-1 pl-5">
        {changes.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {publish.error && <Note kind="bad">{firstProblem(publish.error)}</Note>}
    </Dialog>
  )
}
