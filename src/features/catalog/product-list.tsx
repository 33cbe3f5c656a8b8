import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { errorSentence } from '@/api/errors'
import { LIST_PAGE_SIZE } from '@/domain/catalog/product-filter'
import { rich } from '@/language/rich'
import { t, tn } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { listedOnce } from '@/lib/listed-once'
import { useMoreFocus } from '@/lib/more-focus'
import { LoadFailed } from '@/ui/load-failed'
import { LoadMore } from '@/ui/load-more'
import { ProductGrid } from './product-grid'
import { ProductGridSkeleton } from './product-grid-skeleton'
import { type ProductFilter, type ProductPage, productListOptions } from './queries'

interface ProductListProps {
  filter: ProductFilter
  /** How many products are wanted; more are asked for when the list has them. */
  show: number
  onShowMore: (show: number) => void
  /** How many there are is told elsewhere on the page. */
  told?: boolean
  /** Another list has been chosen, and this one gives way to it in a moment. */
  changing?: boolean
  /** In the place of the list when nothing fits. */
  empty: ReactNode
}

/**
 * A product list with everything that can happen to it: loading, failing (SHOP-04), nothing found, more to come.
 * Tells its length to screen readers.
 */
export function ProductList({ filter, show, onShowMore, told, changing = false, empty }: ProductListProps) {
  const { list, products, total, corrected } = useFetchedProducts(filter, show)
  const { data, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isPlaceholderData } = list
  const shown = useMemo(() => products.slice(0, show), [products, show])
  // The cards stay as they are while the page changes around them: they take a slow phone longer than all the rest.
  const grid = useMemo(() => <ProductGrid products={shown} priority={1} headingLevel={2} />, [shown])
  const waiting = changing || isPlaceholderData
  const [cards, expectMore] = useMoreFocus<HTMLDivElement>(shown.length, 'article a')

  if (!data) {
    return list.isError ? (
      <ListFailed error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
    ) : (
      <div className="mb-section">
        <ProductGridSkeleton />
      </div>
    )
  }
  return (
    <div
      className={classNames('mb-section', waiting && 'opacity-60 transition-opacity duration-base')}
      aria-busy={waiting}
    >
      {corrected && (
        <p className="-mt-2 mb-2">
          {rich('Nothing for “{q}”. This is what we have for “{corrected}”.', {
            q: <Written text={filter.q ?? ''} />,
            corrected: <Written text={corrected} />,
          })}
        </p>
      )}
      {!told && (
        <p role="status" className="sr-only">
          {waiting ? '' : countText(total)}
        </p>
      )}
      {products.length > 0 ? <div ref={cards}>{grid}</div> : isPlaceholderData ? <ProductGridSkeleton /> : empty}
      {total > shown.length && (
        <MoreProducts
          shown={shown.length}
          total={total}
          busy={isFetchingNextPage}
          error={isFetchNextPageError ? list.error : null}
          onMore={() => {
            expectMore()
            if (isFetchNextPageError) void fetchNextPage()
            else onShowMore(shown.length + LIST_PAGE_SIZE)
          }}
        />
      )}
    </div>
  )
}

/** At the end of the list it is what has come: a product that was taken out meanwhile must not be waited for. */
function lengthOf(pages: readonly ProductPage[] = [], hasMore: boolean): number {
  const come = listedOnce(pages.map((page) => page.products)).length
  return hasMore ? Math.max(pages[0]?.total ?? 0, come) : come
}

/** How many products a list has, and what was looked for instead of its search text; nothing before its answer. */
export function useListLength(filter: ProductFilter): { total: number; corrected?: string } | undefined {
  const { data, hasNextPage } = useInfiniteQuery(productListOptions(filter))
  return data && { total: lengthOf(data.pages, hasNextPage), corrected: data.pages[0]?.corrected }
}

/** Fetches page after page until there are as many as shall be shown. `total`: how many there are to show. */
function useFetchedProducts(filter: ProductFilter, show: number) {
  const list = useInfiniteQuery({ ...productListOptions(filter), placeholderData: keepPreviousData })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isPlaceholderData } = list
  const products = useMemo(() => (data ? listedOnce(data.pages.map((page) => page.products)) : []), [data])
  const total = lengthOf(data?.pages, hasNextPage)
  const missing = hasNextPage && !isPlaceholderData && products.length < show

  useEffect(() => {
    // Not again after a failure: the shopper decides about that.
    if (missing && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [missing, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  const corrected = isPlaceholderData ? '' : data?.pages[0]?.corrected
  return { list, products, total, corrected }
}

function ListFailed({ error, busy, onRetry }: { error: Error | null; busy: boolean; onRetry: () => void }) {
  return (
    <LoadFailed title={t('The shelf did not load')} busy={busy} onRetry={onRetry}>
      {errorSentence(error)} {t('Your cart is safe.')}
    </LoadFailed>
  )
}

/** How many products there are; with what was looked for instead of the search text. */
export const countText = (total: number, corrected = '') =>
  corrected
    ? tn(total, '{count} product for {q}', '{count} products for {q}', { q: corrected })
    : tn(total, '{count} product', '{count} products')

interface MoreProductsProps {
  shown: number
  total: number
  busy: boolean
  /** Why the last try brought none. */
  error: Error | null
  onMore: () => void
}

function MoreProducts({ shown, total, busy, error, onMore }: MoreProductsProps) {
  return (
    <div className="mt-9 text-center">
      <p className="text-ink-3 text-sm tabular-nums">{t('{number} of {total}', { number: shown, total })}</p>
      {/* As far as it is sewn. */}
      <div aria-hidden="true" className="relative mx-auto mt-2.5 mb-4 w-42 text-line-strong">
        <div className="stitch" />
        <div className="stitch absolute top-0 left-0 text-primary-ink" style={{ width: `${(100 * shown) / total}%` }} />
      </div>
      <LoadMore
        label={t('Load More Products')}
        busy={busy}
        error={error ? errorSentence(error) : undefined}
        onMore={onMore}
      />
    </div>
  )
}

/** What was typed or found, in its own language. */
function Written({ text }: { text: string }): ReactNode {
  const lang = textLanguage(text)
  return lang ? <span lang={lang}>{text}</span> : text
}
