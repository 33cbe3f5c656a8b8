import { t } from '@/language/text'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The product page's geometry while the product is on the way. */
export function ProductSkeleton() {
  return (
    <Loading className="wrap" label={t('Loading product')}>
      <div className="pt-4 pb-3.5">
        <Skeleton className="my-1 h-3.5 w-40" />
      </div>
      <div className="grid gap-y-13 pb-section md:grid-cols-2 md:gap-x-8 lg:grid-cols-[7fr_5fr] lg:gap-x-18">
        <div className="-mx-gutter md:mx-0">
          <Skeleton className="aspect-square" />
        </div>
        <div>
          <Skeleton className="h-10 w-4/5" />
          <Skeleton className="mt-5 h-3.5 w-32" />
          <Skeleton className="mt-12 h-7 w-40" />
          <Skeleton className="mt-10 h-3.5 w-full" />
          <Skeleton className="mt-3 h-3.5 w-full" />
          <Skeleton className="mt-3 h-3.5 w-2/3" />
          <Skeleton className="mt-12 h-13.5 w-full" />
        </div>
      </div>
    </Loading>
  )
}
