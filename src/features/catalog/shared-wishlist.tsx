import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { parseSharedCart } from '@/domain/cart/shared-cart'
import { MAX_WISHES } from '@/domain/limits'
import { keepAll } from '@/features/wishlist/keeper'
import { t, tn } from '@/language/text'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { DeadEnd } from './dead-end'
import { productsByIdOptions } from './shared-cart-query'
import { QueryFailed, WishGrid } from './wish-grid'

/** What a shared wishlist's link names, at today's prices, and the button that keeps it (WISH-07). */
export function SharedWishlist({ items }: { items: string }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { lines } = useMemo(() => parseSharedCart(items, MAX_WISHES), [items])
  const query = useQuery({
    ...productsByIdOptions(lines.map(({ productId }) => productId)),
    enabled: lines.length > 0,
  })
  const title = t('A wishlist shared with you')
  if (query.error && !query.data) return <QueryFailed title={t('The shared wishlist did not load')} query={query} />
  // One served page stands for all shared wishlists.
  if (!hydrated || (lines.length > 0 && !query.data)) {
    return (
      <div className="wrap">
        <PageHead title={title} />
        <Spinner label={t('Loading the shared wishlist')} visible className="pt-6 pb-30" />
      </div>
    )
  }
  const wished = lines.flatMap(({ productId, color }) => {
    const product = query.data?.find(({ id }) => id === productId)
    return product ? [{ product, color: product.colors.some(({ value }) => value === color) ? color : '' }] : []
  })
  if (wished.length === 0) {
    return (
      <DeadEnd title={t('This link holds no wishlist')}>
        {t('A part of it may have been lost on the way. Ask for the link once more.')}
      </DeadEnd>
    )
  }
  return (
    <div className="wrap pb-section">
      <PageHead title={title} lead={t('At today’s prices. Your own wishlist stays as it is until you keep these.')} />
      <div className="mb-6 flex flex-wrap items-center gap-x-7">
        <span className="text-ink-2 text-sm tabular-nums">{tn(wished.length, '{count} thing', '{count} things')}</span>
        <Button
          onClick={() => {
            keepAll(wished)
            navigate(paths.wishlist())
          }}
        >
          {t('Keep these')}
        </Button>
      </div>
      <WishGrid wished={wished} label={title} />
    </div>
  )
}
