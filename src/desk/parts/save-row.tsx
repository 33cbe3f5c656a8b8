import { Button } from './button'

interface SaveRowProps {
  typed: object
  busy: boolean
  onForget: () => void
}

/** The foot of a form that keeps what is typed in this tab. */
export function SaveRow({ typed, busy, onForget }: SaveRowProps) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button type="submit" look="primary" busy={busy}>
        Save
      </Button>
      {Object.keys(typed).length > 0 && (
        <Button look="text" onClick={onForget}>
          Begin again
        </Button>
      )}
    </p>
  )
}
