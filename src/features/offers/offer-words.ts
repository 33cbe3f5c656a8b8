import { categoryLabel } from '@/domain/catalog/product-filter'
import { formatShortRupees, toRupees } from '@/domain/money'
import { isForAll, type Promotion, parsePromotion } from '@/domain/offers/promotion'
import { t, translate } from '@/language/text'

/** `all soaps`; products and tags have no words of their own. */
function goodsOf({ products, categories, tags }: Promotion): string {
  if (products.length + tags.length > 0) return t('chosen products')
  const labels = categories.map((category) => translate(categoryLabel(category.trim())).toLowerCase())
  return t('all {goods}', { goods: labels.join(', ') })
}

/**
 * What a promotion gives, for one whose maker has not said it (PROMO-32): `10% off all soaps on orders above ₹500`.
 * @param gift the name of what it gives away, or empty
 */
export function offerWords(record: Record<string, unknown>, gift: string): string {
  const promotion = parsePromotion(record)
  const { kind, value, minimum } = promotion
  if (kind === '') return ''
  const goods = isForAll(promotion) ? '' : goodsOf(promotion)
  const isOff = kind === 'percent' || kind === 'amount'
  const amount = kind === 'percent' ? `${value}%` : formatShortRupees(value)
  const what = isOff
    ? t('{amount} off {goods}', { amount, goods: goods || t('everything') })
    : kind === 'gift'
      ? t('{name} as a gift', { name: gift })
      : t('Free delivery')
  const offer = goods && !isOff ? t('{offer} with an order of {goods}', { offer: what, goods }) : what
  if (minimum === 0) return offer
  return t('{offer} on orders above {amount}', { offer, amount: formatShortRupees(toRupees(minimum)) })
}
