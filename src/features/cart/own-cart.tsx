import { t, tn } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { setCartOpen, useCartCount, useCartReady } from './store'

/** The cart at an address of its own: how much is in it, and the way to its sheet. */
export function OwnCart() {
  const ready = useCartReady()
  const count = useCartCount()
  // Each with a key: what is centred and becomes longer in its place would count as moved.
  if (!ready) {
    return (
      <Notice
        key="waiting"
        lotus
        level={1}
        title={t('Your cart')}
        action={<Spinner label={t('Loading your cart')} />}
      />
    )
  }
  if (count === 0) {
    return (
      <Notice
        key="empty"
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
      key="full"
      lotus
      level={1}
      title={t('Your cart')}
      action={<Button onClick={() => setCartOpen(true)}>{t('See your cart')}</Button>}
    >
      {tn(count, '{count} item', '{count} items')}
    </Notice>
  )
}
