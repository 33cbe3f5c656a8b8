import { create } from 'zustand'
import type { Product } from '@/domain/catalog/product'
import { addToCart } from '@/features/cart/add-to-cart'

/** A product that is to go into the cart, in a colour that is still to be chosen. */
export interface ColourQuestion {
  /** Counts the questions: the next one about the same product begins anew. */
  number: number
  product: Product
  /** Pieces. */
  quantity: number
  /** What was pressed: it gets the focus back. */
  opener: Element | null
}

let asked = 0

const useQuestion = create<{ question: ColourQuestion | null }>(() => ({ question: null }))

/** What is being asked; null for nothing. */
export const useColourQuestion = (): ColourQuestion | null => useQuestion((state) => state.question)

export const endColourQuestion = (): void => useQuestion.setState({ question: null })

/**
 * Puts a product into the cart from where its colours are not offered (CARD-08): one of several is asked for first.
 * True when it is in.
 */
export function putIntoCart(product: Product, quantity = 1): boolean {
  const [color, another] = product.colors
  if (!another) return addToCart(product, { quantity, color: color?.value })
  asked += 1
  useQuestion.setState({ question: { number: asked, product, quantity, opener: document.activeElement } })
  return false
}
