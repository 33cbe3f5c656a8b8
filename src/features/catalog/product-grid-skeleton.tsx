import { t } from '@/language/text'
import { Loading, Skeleton } from '@/ui/skeleton'
import { gridClass } from './product-grid'

/** The grid's geometry while its products are on the way. */
export function ProductGridSkeleton({ count = 8, four }: { count?: number; four?: boolean }) {
  return (
    <Loading label={t('Loading products')}>
      <div className={gridClass(four)}>
        {Array.from({ length: count }, (_, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tiles are all the same and never move
          <div key={position}>
            <Skeleton className="aspect-square" />
            <div className="card-body">
              <Skeleton className="mt-1 h-4 w-3/4" />
              <Skeleton className="mt-3 h-3.5 w-2/5" />
              <div className="h-22 md:h-12" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
