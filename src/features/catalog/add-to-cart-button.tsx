import { isAvailable, type Product } from '@/domain/catalog/product'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { putIntoCart } from './choose-colour-store'

/**
 * Puts one piece into the cart, after asking for its colour where there are several; says so when it cannot be had.
 */
export function AddToCartButton({ product }: { product: Product }) {
  const available = isAvailable(product)
  return (
    <Button data-of={product.id} disabled={!available} onClick={() => putIntoCart(product)}>
      {available ? t('Add to Cart') : t('Out of stock')}
    </Button>
  )
}
