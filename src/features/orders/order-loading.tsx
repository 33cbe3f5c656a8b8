import { t } from '@/language/text'
import { Spinner } from '@/ui/spinner'

/** In the place of an order that is on its way; also how the page of every order is served. */
export function OrderLoading() {
  return (
    <>
      <Spinner label={t('Loading order')} className="min-h-[60vh]" />
      {/* Fetches the letters of prices meanwhile: where they came behind an order, its first sentence broke anew. */}
      <span aria-hidden="true" className="invisible absolute">
        ₹<b className="font-medium">₹</b>
      </span>
    </>
  )
}
