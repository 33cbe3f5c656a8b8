import type { SharedLine } from '@/domain/cart/shared-cart'
import { isAvailable, type Product } from '@/domain/catalog/product'
import { t } from '@/language/text'

/** Why a thing cannot be bought in a colour today; empty when it can. @param product missing when there is none */
export function lineProblem(color: SharedLine['color'], product: Product | undefined): string {
  if (!product) return t('Not in the shop any more')
  if (!isAvailable(product)) return t('Out of stock')
  if (color !== '' && !product.colors.some(({ value }) => value === color)) return t('Not in this colour any more')
  return ''
}
