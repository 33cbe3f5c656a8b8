import { onSessionChange, storedSession } from '@/api/stored-session'
import type { Product } from '@/domain/catalog/product'
import { WISHLIST_KEY } from '@/features/account/session'
import { t } from '@/language/text'
import { storedJson } from '@/lib/stored-json'
import { sayNotOpened } from '@/ui/lazy-overlay'

/** Keeping them is no part of a page's first load. */
const keeper = () => import('./keeper')

/** Gives a product the shopper's heart, or takes it away. @param color as chosen; empty where nobody chose */
export const pressHeart = (product: Product, color = ''): void =>
  void keeper().then(
    ({ press }) => press(product, color),
    () => sayNotOpened(t('Wishlist')),
  )

/** Reads what is kept as soon as there may be any: in this browser, by another tab, or with an account. */
export function startHearts(): void {
  const read = () => void keeper().catch(Boolean)
  onSessionChange(read)
  window.addEventListener('storage', ({ key }) => key === WISHLIST_KEY && read())
  if (storedSession() || storedJson(WISHLIST_KEY).read()) read()
}
