import { useSearchParams } from 'react-router-dom'
import { OwnWishlist } from '@/features/catalog/own-wishlist'
import { SharedWishlist } from '@/features/catalog/shared-wishlist'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** A wishlist that somebody has shared by a link, which changes nobody's; without one, the shopper's own. */
export default function WishlistPage() {
  const items = useSearchParams()[0].get('items')
  return (
    <>
      <Head title={items === null ? t('Wishlist') : t('A wishlist shared with you')} noindex />
      {items === null ? <OwnWishlist /> : <SharedWishlist items={items} />}
    </>
  )
}
