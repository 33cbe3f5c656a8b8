import { useSearchParams } from 'react-router-dom'
import { OwnCart } from '@/features/cart/own-cart'
import { SharedCart } from '@/features/catalog/shared-cart'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** A cart that somebody has shared by a link; without one, the way to the shopper's own. Opening it changes no cart. */
export default function CartPage() {
  const items = useSearchParams()[0].get('items')
  return (
    <>
      <Head title={items === null ? t('Your cart') : t('A cart shared with you')} noindex />
      {items === null ? <OwnCart /> : <SharedCart items={items} />}
    </>
  )
}
