import { t } from '@/language/text'
import { ProgressBar } from './progress-bar'

/** @param part how much has gone out, 0 to 1; null: nothing is on its way */
export function UploadProgress({ part }: { part: number | null }) {
  if (part === null) return null
  return (
    <div className="flex items-center gap-3 text-ink-2 text-sm">
      <div className="w-40">
        <ProgressBar label={t('Upload')} done={part} of={1} />
      </div>
      {Math.round(part * 100)}%
    </div>
  )
}
