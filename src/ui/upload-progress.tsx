import { t } from '@/language/text'

/** @param part how much has gone out, 0 to 1; null: nothing is on its way */
export function UploadProgress({ part }: { part: number | null }) {
  if (part === null) return null
  return (
    <p className="flex items-center gap-3 text-ink-2 text-sm">
      <progress aria-label={t('Upload')} max={1} value={part} className="h-1.5 w-40 accent-primary-ink" />
      {Math.round(part * 100)}%
    </p>
  )
}
