import { useSettings } from '@/api/settings'
import { formatPaise, type Paise } from '@/domain/money'
import { t } from '@/language/text'

/** What is missing until delivery is free (PROMO-17), where anything of this cart would make it so. */
export function UntilFree({ subtotal }: { subtotal: Paise }) {
  const { free_shipping_from } = useSettings()
  const missing = free_shipping_from - subtotal
  if (!Number.isFinite(missing) || missing <= 0) return null
  return (
    <p className="pb-3 text-ink-2 text-sm tabular-nums">
      {t('{amount} more for free delivery', { amount: formatPaise(missing) })}
    </p>
  )
}
