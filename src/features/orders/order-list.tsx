import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import { fileUrl } from '@/api/files'
import { formatPaise } from '@/domain/money'
import { orderLabel } from '@/domain/orders/order'
import { useAuth } from '@/features/account/auth-context'
import { dateText } from '@/language/date'
import { rich } from '@/language/rich'
import { t, tn, translate } from '@/language/text'
import { listedOnce } from '@/lib/listed-once'
import { useMoreFocus } from '@/lib/more-focus'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { LoadMore } from '@/ui/load-more'
import { Notice } from '@/ui/notice'
import { Picture } from '@/ui/picture'
import { Spinner } from '@/ui/spinner'
import { type OrderRow, ordersOptions } from './queries'

/** Pictures beside an order in the list; the rest is told by the number of items. */
const PICTURES_SHOWN = 3

/** The signed-in shopper's orders, newest first (ORDER-08). `empty` stands where there are none (ROUTE-27). */
export function OrderList({ empty }: { empty: ReactNode }) {
  const { user } = useAuth()
  const orders = useInfiniteQuery({ ...ordersOptions(user?.id ?? ''), enabled: user !== null })
  const rows = listedOnce(orders.data?.pages.map((page) => page.orders) ?? [])
  const [ordered, expectMore] = useMoreFocus<HTMLUListElement>(rows.length, 'li a')
  if (orders.isError && !orders.data) {
    return (
      <Notice
        role="alert"
        title={t('Your orders did not load')}
        action={<Button onClick={() => orders.refetch()}>{t('Try again')}</Button>}
      >
        {errorSentence(orders.error)}
      </Notice>
    )
  }
  if (!orders.data) return <Spinner label={t('Loading orders')} className="min-h-80" />
  if (rows.length === 0) {
    return (
      <>
        <Notice
          lotus
          title={t('No orders yet')}
          action={<ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>}
        >
          {rich('What you order while signed in is listed here. For an order placed without an account, use {link}.', {
            link: (
              <Link to={paths.trackOrder()} className="link">
                {t('track order')}
              </Link>
            ),
          })}
        </Notice>
        {empty}
      </>
    )
  }
  return (
    <div className="pb-20">
      <ul ref={ordered} aria-label={t('Orders')} className="border-line border-t">
        {rows.map((order) => (
          <OrderListRow key={order.id} order={order} />
        ))}
      </ul>
      {orders.hasNextPage && (
        <div className="mt-8 text-center">
          <LoadMore
            label={t('Show older orders')}
            busy={orders.isFetchingNextPage}
            error={orders.isFetchNextPageError ? errorSentence(orders.error) : undefined}
            onMore={() => {
              expectMore()
              void orders.fetchNextPage()
            }}
          />
        </div>
      )}
    </div>
  )
}

function OrderListRow({ order }: { order: OrderRow }) {
  const pieces = order.items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <li className="relative grid grid-cols-1 gap-x-6 gap-y-3 border-line border-b py-5 sm:grid-cols-[1fr_auto] sm:items-center">
      <div>
        <p className="font-medium tabular-nums">
          <Link
            to={paths.order(order.id)}
            className="after:absolute after:inset-0 after:content-[''] hover:underline hover:underline-offset-4"
          >
            {t('Order {number}', { number: order.number })}
          </Link>
        </p>
        <p className="text-ink-2">
          {translate(orderLabel(order))}
          {order.payment_method === 'test' && ` · ${t('TEST')}`}
        </p>
        <p className="text-ink-3 text-sm tabular-nums">
          {dateText(order.placed_at)} · {tn(pieces, '{count} item', '{count} items')} · {formatPaise(order.grand_total)}
        </p>
      </div>
      <div className="flex gap-2">
        {order.items.slice(0, PICTURES_SHOWN).map((item) => (
          <Picture
            key={`${item.product}:${item.image}`}
            source={
              item.image ? { src: fileUrl({ id: item.product, collectionId: 'products' }, item.image, 'small') } : null
            }
            alt={item.name}
            className="size-16"
          />
        ))}
      </div>
    </li>
  )
}
