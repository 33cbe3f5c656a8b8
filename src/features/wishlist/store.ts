import { create } from 'zustand'
import type { Wish } from '@/domain/wishlist/wishlist'

/** What hearts were given to; null on the server, and until what is kept has been read. */
export const useWishes = create<{ wishes: readonly Wish[] | null }>(() => ({ wishes: null }))

/** Whether a product has the shopper's heart (WISH-01). */
export const useHearted = (product: string): boolean =>
  useWishes(({ wishes }) => wishes?.some((wish) => wish.product === product) ?? false)
