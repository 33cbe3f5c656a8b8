import { formatDateTime, formatTime, parseDate } from '../date'
import type { Paise } from '../money'
import type { RefundLines } from '../payments/refund-pieces'
import { counted } from './list-words'
import type { StateWords } from './order-words'
import { type DeskOrder, type DeskRefund, whatWords } from './orders'

/** Whether a refund waits and can still be stopped. @param now the store's clock, ms */
export function canBeStopped({ status, send_at }: DeskRefund, now: number): boolean {
  return status === 'queued' && parseDate(send_at) > now
}

/** How much a refund of pieces is for: `2 pieces and the delivery`. */
export function piecesWords({
  pieces,
  delivery,
}: {
  pieces: readonly { quantity: number }[]
  delivery: Paise
}): string {
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  const goods = counted(count, 'piece')
  if (delivery === 0) return goods
  return count === 0 ? 'The delivery' : `${goods} and the delivery`
}

/** What a refund of pieces is for: `2 × Neem Soap · the delivery`. */
export function refundedWords({ pieces, delivery }: RefundLines, items: DeskOrder['items']): string {
  const goods = pieces.flatMap(({ product, color, quantity }) => {
    const item = items.find((one) => !one.is_gift && one.product === product && one.color === color)
    return item ? [{ ...item, quantity }] : []
  })
  return [goods.length > 0 && whatWords(goods), delivery > 0 && 'the delivery'].filter(Boolean).join(' · ')
}

/** Where a refund stands, and the way on where it did not work. */
export function refundWords(refund: DeskRefund, now: number): StateWords {
  const { status, error, send_at, processed_at } = refund
  const said = error ? `The payment company says “${error}”` : ''
  if (canBeStopped(refund, now)) return { shape: 'todo', words: `goes back at ${formatTime(send_at)}` }
  switch (status) {
    case 'processed':
      return {
        shape: 'done',
        words: `sent at ${formatTime(processed_at)}, ${formatDateTime(processed_at).split(',')[0]}`,
      }
    case 'stopped':
      return { shape: 'none', words: 'stopped, nothing was sent' }
    case 'failed':
      if (refund.gone) return { shape: 'none', words: `not sent. ${refund.gone}` }
      return {
        shape: 'stop',
        words: `not sent. ${said || 'The payment company refused it'}. Try again tomorrow, or pay it back yourself and say so here.`,
      }
    default:
      return {
        shape: said ? 'look' : 'way',
        words: said ? `not sent yet. ${said}. The shop tries again.` : 'on its way',
      }
  }
}
