import { t, tn } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { setCartOpen, useCartCount } from './store'

/** The cart at an address of its own: how much is in it, and the way to its sheet. */
export function OwnCart() {
  const count = useCartCount()
  if (count === 0) {
    return (
      <Notice
        lotus
        level={1}
        title={t('Your cart is empty')}
        action={<ButtonLink to={paths.shop()}>{t('Continue Shopping')}</ButtonLink>}
      >
        {t('Add items to your cart to see them here')}
      </Notice>
    )
  }
  return (
    <Notice
      lotus
      level={1}
      title={t('Your cart')}
      action={<Button onClick={() => setCartOpen(true)}>{t('See your cart')}</Button>}
    >
      {tn(count, '{count} item', '{count} items')}
    </Notice>
  )
}
