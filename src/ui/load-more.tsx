import { t } from '@/language/text'
import { Button } from './button'

interface LoadMoreProps {
  /** What the button says, but after a failure. */
  label: string
  busy: boolean
  /** Why the last press brought nothing; undefined where it did not fail. */
  error: string | undefined
  onMore: () => void
}

/** The button below a list that has more. */
export function LoadMore({ label, busy, error, onMore }: LoadMoreProps) {
  return (
    <>
      <Button look="line" busy={busy} onClick={onMore}>
        {error ? t('Try again') : label}
      </Button>
      {error && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {error}
        </p>
      )}
    </>
  )
}
