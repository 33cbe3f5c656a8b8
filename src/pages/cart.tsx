import { useSearchParams } from 'react-router-dom'
import { OwnCart } from '@/features/cart/own-cart'
import { CrossSell } from '@/features/catalog/cross-sell'
import { SharedCart } from '@/features/catalog/shared-cart'
import { WorthWanting } from '@/features/catalog/worth-wanting'
import { GiftProgress } from '@/features/offers/gift-progress'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** A cart that somebody has shared by a link, which changes no cart; without one, the shopper's own. */
export default function CartPage() {
  const items = useSearchParams()[0].get('items')
  return (
    <>
      <Head title={items === null ? t('Your cart') : t('A cart shared with you')} noindex />
      {items === null ? (
        <OwnCart
          offer={(subtotal, told) => <GiftProgress subtotal={subtotal} told={told} />}
          crossSell={<CrossSell roomy />}
          empty={<WorthWanting className="wrap -mt-14 pb-section" />}
        />
      ) : (
        <SharedCart items={items} />
      )}
    </>
  )
}
