import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { formatPaise } from '@/domain/money'
import type { Quote } from '@/domain/orders/quote'
import { savedIn } from '@/domain/orders/reductions'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import type { dueWith } from './due'

interface PlaceBarProps {
  due: ReturnType<typeof dueWith> | undefined
  quote: Quote | undefined
  busy: boolean
}

/**
 * Total, what is saved, the button, and the sentence that answers the last doubt, which on larger screens is said right
 * below anyway. On phones it stays at the window's foot while the form is filled in; a phone held sideways has no room
 * for that.
 */
export function PlaceBar({ due, quote, busy }: PlaceBarProps) {
  const { seller_phone: phone } = useSettings()
  const saved = quote ? savedIn(quote) : 0
  return (
    <div className="place-bar -mx-gutter border-line border-t bg-page px-gutter pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:mx-0 lg:border-0 lg:p-0">
      <dl className="mb-2 flex min-h-7 flex-wrap items-baseline gap-x-4 tabular-nums lg:hidden">
        {due && quote && (
          <>
            <dt>
              {t('Total')}
              {saved > 0 && (
                <span className="ml-1.5 text-accent-ink text-xs">
                  {t('You save {amount}', { amount: formatPaise(saved) })}
                </span>
              )}
            </dt>
            <dd className="ml-auto font-medium text-[1.25rem]">{formatPaise(due.grand_total)}</dd>
          </>
        )}
      </dl>
      <Button type="submit" large block busy={busy}>
        {t('Place order')}
      </Button>
      <p className="mt-1.5 text-balance text-center text-ink-2 text-xs lg:hidden">
        <span className="inline-block">{t('Free to cancel until it is packed.')}</span>{' '}
        {phone && (
          <span className="inline-block">
            {rich('A person answers: {phone}', { phone: <span className="whitespace-nowrap">{phone}</span> })}
          </span>
        )}
      </p>
      <p className="mt-3 hidden text-ink-3 text-sm lg:block">
        <Agreement />
      </p>
    </div>
  )
}

/** What pressing the button means. */
export function Agreement() {
  return rich('By placing the order you agree to the {terms}.', {
    terms: (
      <Link to={paths.terms()} className="link">
        {t('terms and conditions')}
      </Link>
    ),
  })
}
