import { type CartLine, isQuantity } from '@/domain/cart/cart'
import { colorName, type Product, picturesOf } from '@/domain/catalog/product'
import { MAX_CART_LINES } from '@/domain/limits'
import { track } from '@/integrations/analytics'
import { t } from '@/language/text'
import { toast } from '@/ui/toast'
import { cartEvent } from './cart-event'
import { addCartLine, currentLines, setCartOpen } from './store'

export interface AddOptions {
  /** Pieces; 1 when left out. */
  quantity?: number
  /** The colour's value; empty for a product without colours. */
  color?: string
}

/**
 * Puts a product into the cart and opens the cart sheet (CART-04, CART-08). Says what is wrong in a toast and returns
 * false for a product without id or a quantity that is no whole number of at least 1 (CART-09).
 */
export function addToCart(product: Product, { quantity = 1, color = '' }: AddOptions = {}): boolean {
  if (!product?.id) {
    toast.error(t('Could not add product to cart. Invalid product.'))
    return false
  }
  if (!isQuantity(quantity)) {
    toast.error(t('Please select a valid quantity.'))
    return false
  }
  const lines = currentLines()
  const held = lines.some((line) => line.productId === product.id && line.color === color)
  if (!held && lines.length >= MAX_CART_LINES) {
    sayCartFull()
    return false
  }
  const line = cartLine(product, quantity, color)
  addCartLine(line)
  track(cartEvent('add_to_cart', line))
  setCartOpen(true)
  return true
}

/** It has no room for another line. */
export function sayCartFull(): void {
  const description = t('It holds at most {count} different items.', { count: MAX_CART_LINES })
  toast.error(t('Your cart is full'), { description })
}

/** A product as a line of the cart, with what the line keeps of it. */
export function cartLine(product: Product, quantity: number, color: string): CartLine {
  return {
    productId: product.id,
    product: {
      id: product.id,
      name: product.name,
      price: product.price,
      images: picturesOf(product, color),
      collectionId: product.collectionId,
      category: product.category,
      ...(color && { color_name: colorName(product, color) }),
    },
    quantity,
    color,
  }
}
