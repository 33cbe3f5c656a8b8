import { formatPaise, type Paise } from '@/domain/money'
import type { OrderView } from '@/domain/orders/order'
import { reductions, subtotalOf } from '@/domain/orders/reductions'
import { t, translate } from '@/language/text'
import { SumRow } from '@/ui/sum-row'

interface TotalsProps {
  items_total: Paise
  discount_total: Paise
  promotions: OrderView['promotions']
  shipping_total: Paise
  /** How much of `shipping_total` is for paying in cash. */
  cash_fee?: Paise
  /** Added to reach whole rupees in cash; may be below 0. */
  round_off?: Paise
  grand_total: Paise
  refunded_total?: Paise
}

/**
 * Subtotal, reductions, delivery, rounding and total, paise: every part the shopper pays, in the order it adds up;
 * then what went back.
 */
export function Totals(totals: TotalsProps) {
  const { shipping_total, cash_fee = 0, round_off = 0, grand_total, refunded_total = 0 } = totals
  return (
    <dl className="grid gap-1 tabular-nums">
      <SumRow label={t('Subtotal')} amount={formatPaise(subtotalOf(totals))} />
      {reductions(totals).map(({ name, amount }) => (
        <SumRow key={name} label={translate(name)} amount={formatPaise(-amount)} />
      ))}
      <SumRow
        label={t('Delivery')}
        amount={shipping_total > cash_fee ? formatPaise(shipping_total - cash_fee) : t('Free')}
      />
      {cash_fee > 0 && <SumRow label={t('Fee for cash on delivery')} amount={formatPaise(cash_fee)} />}
      {round_off !== 0 && <SumRow label={t('Round-off')} amount={formatPaise(round_off)} />}
      <GrandTotal amount={grand_total} />
      {refunded_total > 0 && <SumRow label={t('Refunded')} amount={formatPaise(refunded_total)} />}
    </dl>
  )
}

/** The last line of the sum; stands in a `dl`. */
function GrandTotal({ amount }: { amount: Paise }) {
  return (
    <div className="mt-1.5 flex justify-between gap-4 border-line border-t pt-2 font-medium text-[1.125rem]">
      <dt>
        {t('Total')}
        <span className="block font-normal text-ink-3 text-xs">{t('inclusive of all taxes')}</span>
      </dt>
      <dd>{formatPaise(amount)}</dd>
    </div>
  )
}
