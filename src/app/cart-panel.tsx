import { CartSheet } from '@/features/cart/cart-sheet'
import { CrossSell } from '@/features/catalog/cross-sell'
import { WorthWanting } from '@/features/catalog/worth-wanting'
import { GiftProgress } from '@/features/offers/gift-progress'
import { PictureMargin } from '@/ui/picture'

/** The cart sheet with what it is handed of offers and catalogue: the cart itself knows neither. */
export function CartPanel() {
  return (
    // Small pictures in a short scroller: a margin of 50 px is enough.
    <PictureMargin value={50}>
      <CartSheet
        offer={(subtotal, told) => <GiftProgress subtotal={subtotal} told={told} />}
        crossSell={<CrossSell />}
        empty={<WorthWanting small className="pb-6" />}
      />
    </PictureMargin>
  )
}
