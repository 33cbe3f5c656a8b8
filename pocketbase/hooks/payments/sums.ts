import { formatPaise } from '../../../src/domain/money'
import { plain } from '../lib/rows'

/**
 * onRecordValidate of orders, payments and bills: what their paise come to, in rupees and words, for whoever reads
 * the record. It follows the amounts of the very save; what a request sends is overwritten.
 */
export function writeSums(e: PbRecordEvent): void {
  const { record } = e
  const rupees = (field: string) => formatPaise(record.getInt(field))
  const named = (words: string, field: string, sign = 1) => {
    const amount = record.getInt(field)
    return amount === 0 ? [] : [`${words} ${formatPaise(sign * amount)}`]
  }
  switch (record.collection().name) {
    case 'orders':
      record.set('total', rupees('grand_total'))
      record.set(
        'sums',
        [
          `goods ${rupees('items_total')}`,
          ...named('discount', 'discount_total', -1),
          `delivery ${rupees('shipping_total')}`,
          ...named('of it for cash', 'cash_fee'),
          ...named('round-off', 'round_off'),
          `received ${rupees('paid_total')}`,
          ...named('given back', 'refunded_total'),
        ].join(', '),
      )
      break
    case 'payments':
      record.set(
        'sums',
        [`asked ${rupees('amount')}`, `received ${rupees('captured')}`, ...named('given back', 'refunded')].join(', '),
      )
      break
    case 'bills':
      record.set('total', formatPaise((plain(record).data as { grand_total: number }).grand_total))
      break
  }
  e.next()
}
