import { t } from '@/language/text'
import { Spinner } from '@/ui/spinner'

/**
 * In the place of a page whose code is on its way (ROUTE-21). Unseen for a moment, so that quick pages do not flicker.
 */
export function PageSpinner() {
  return <Spinner label={t('Loading page')} className="min-h-[60vh] animate-[fade-in_200ms_150ms_both]" />
}
