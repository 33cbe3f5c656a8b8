import Heart from '@lucide/icons/icons/heart'
import type { Product } from '@/domain/catalog/product'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { buttonClass } from '@/ui/button-style'
import { Icon } from '@/ui/icon'
import { pressHeart } from './hearts'
import { useHearted } from './store'

/** A product's heart with its name beside it, where a colour may be chosen (WISH-01). */
export function HeartButton({ product, color }: { product: Product; color: string }) {
  const kept = useHearted(product.id)
  return (
    <button
      type="button"
      aria-pressed={kept}
      className={buttonClass({ look: 'ghost' })}
      onClick={() => pressHeart(product, color)}
    >
      <Icon of={Heart} size={16} className={classNames('-mt-0.5', kept && 'fill-current')} />
      {t('Wishlist')}
    </button>
  )
}
