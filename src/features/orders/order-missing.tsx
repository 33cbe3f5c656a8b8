import { errorSentence, isNotFound } from '@/api/errors'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'

/**
 * In the place of an order that this browser may not see, that does not exist, or that could not be fetched (ORDER-06).
 */
export function OrderMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isNotFound(error)) {
    return (
      <Notice
        role="alert"
        level={1}
        title={t('The order did not load')}
        action={<Button onClick={onRetry}>{t('Try again')}</Button>}
      >
        {errorSentence(error)}
      </Notice>
    )
  }
  return (
    <Notice
      level={1}
      title={t('We cannot show this order')}
      action={<ButtonLink to={paths.trackOrder()}>{t('Track an order')}</ButtonLink>}
    >
      {t(
        'We show an order in the browser that placed it, or to whoever is signed in to its account. With its number and your email or mobile number you can see where it is.',
      )}
    </Notice>
  )
}
