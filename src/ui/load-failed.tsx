import CloudOff from '@lucide/icons/icons/cloud-off'
import type { ComponentProps } from 'react'
import { t } from '@/language/text'
import { Button } from './button'
import { Notice } from './notice'

interface LoadFailedProps extends Pick<ComponentProps<typeof Notice>, 'title' | 'children' | 'level' | 'className'> {
  /** Another try is under way. */
  busy?: boolean
  onRetry: () => void
}

/** In the place of what did not load: a sentence that says why, and another try. */
export function LoadFailed({ busy = false, onRetry, ...notice }: LoadFailedProps) {
  return (
    <Notice
      role="alert"
      icon={CloudOff}
      action={
        <Button busy={busy} onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
      {...notice}
    />
  )
}
