import { isAvailable, type Product } from '@/domain/product'
import { addToCart } from '@/features/cart/add-to-cart'
import { t } from '@/language/text'
import { Button, type ButtonProps } from '@/ui/button'

/** Puts one piece into the cart, in the first colour where there are several; says so when the product cannot be had. */
export function AddToCartButton({
  product,
  ...look
}: { product: Product } & Pick<ButtonProps, 'look' | 'large' | 'block'>) {
  const available = isAvailable(product)
  return (
    <Button
      {...look}
      disabled={!available}
      onClick={() => addToCart(product, { color: product.colors[0]?.value ?? '' })}
    >
      {available ? t('Add to Cart') : t('Out of stock')}
    </Button>
  )
}
