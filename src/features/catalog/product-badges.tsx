import type { Product } from '@/domain/catalog/product'
import { t } from '@/language/text'

/** Bestseller and New on the edge of a photograph (CARD-01). */
export function ProductBadges({ product }: { product: Pick<Product, 'bestseller' | 'new'> }) {
  if (!product.bestseller && !product.new) return null
  return (
    <p className="absolute top-3 left-0 flex flex-col items-start gap-1">
      {product.bestseller && <Badge>{t('Bestseller')}</Badge>}
      {product.new && <Badge>{t('New')}</Badge>}
    </p>
  )
}

/** A word on the edge of a photograph. */
export function Badge({ children }: { children: string }) {
  return <span className="bg-paper px-2.5 pt-1.5 pb-[5px] text-on-photo text-xs leading-none">{children}</span>
}
