import { formatDateTime } from '@/domain/date'
import { counted } from '@/domain/desk/list-words'
import type { DeskOrder, DeskRefund } from '@/domain/desk/orders'
import { refundedWords, refundWords } from '@/domain/desk/refund-words'
import { formatPaise, type Paise } from '@/domain/money'
import { wasPaid } from '@/domain/orders/order'
import { isRealOnline, type PaymentMethod } from '@/domain/payments/providers'
import { Button } from '../parts/button'
import { SectionHead } from '../parts/head'
import { Note } from '../parts/note'
import { ProductPhoto } from '../parts/product-photo'
import { StateWord } from '../parts/state-word'
import { sentenceOf, useDeed } from './deeds'

const onHand = (pieces: number | null) => (pieces === null ? 'not counted' : `${pieces} on hand`)

/** What was bought, and how its money came about. */
export function Pieces({ order }: { order: DeskOrder }) {
  const { items, note } = order
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <section>
        <SectionHead title={counted(count, 'piece')} />
        <ul className="border-t">
          {items.map(({ product, color, color_name, name, image, quantity, unit_price, is_gift, on_hand }) => (
            <li key={`${product}:${color}:${is_gift}`} className="flex items-center gap-4 border-b py-3">
              <ProductPhoto product={product} image={image} />
              <div className="min-w-0 flex-1">
                <span className="font-medium wrap-anywhere">{name}</span>
                <span className="meta block">{[color && color_name, onHand(on_hand)].filter(Boolean).join(' · ')}</span>
              </div>
              <span className="whitespace-nowrap">
                {quantity} × {is_gift ? 'gift' : formatPaise(unit_price)}
              </span>
            </li>
          ))}
        </ul>
        <Money order={order} />
      </section>
      {note && (
        <section>
          <SectionHead title="Note of the shopper" />
          <p className="whitespace-pre-line wrap-anywhere font-display text-[17px]">{note}</p>
        </section>
      )}
    </>
  )
}

function paidWords(method: PaymentMethod, paid: boolean): string {
  if (isRealOnline(method)) return 'Paid online'
  if (method === 'test') return 'Pretend money, nothing is paid'
  return paid ? 'Paid by hand: cash, UPI or bank' : 'Cash on delivery'
}

function Money({ order }: { order: DeskOrder }) {
  const { state, paid_total, refunded_total, grand_total } = order
  const lines: readonly (readonly [name: string, amount: Paise, always?: true])[] = [
    ['Goods', order.items_total, true],
    ['Discount', -order.discount_total],
    ['Rounded for cash', order.round_off],
  ]
  const paid = wasPaid(state.payment_status)
  return (
    <div className="mt-3.5 ml-auto max-w-96">
      <dl>
        {lines.map(
          ([name, amount, always]) =>
            (always || amount !== 0) && (
              <Line key={name} name={name}>
                {formatPaise(amount)}
              </Line>
            ),
        )}
        <Line name="Delivery">{order.shipping_total === 0 ? 'Free' : formatPaise(order.shipping_total)}</Line>
        {order.cash_fee > 0 && <Line name="of it for cash">{formatPaise(order.cash_fee)}</Line>}
        <Line name="Total, taxes included" strong>
          {formatPaise(grand_total)}
        </Line>
        {paid_total > 0 && <Line name="Received">{formatPaise(paid_total)}</Line>}
        {refunded_total > 0 && <Line name="Given back">{formatPaise(-refunded_total)}</Line>}
        {!paid && state.status === 'confirmed' && (
          <Line name="To collect" strong>
            {formatPaise(grand_total)}
          </Line>
        )}
      </dl>
      <ul className="mt-2 grid gap-1 text-[13px] text-ink-2">
        <li>{paidWords(state.payment_method, paid)}</li>
        {order.payments.map(({ id, method, status, captured, error_reason, at }) => (
          <li key={id}>
            {captured > 0 ? `${formatPaise(captured)} by ${method || 'card or UPI'}` : `A try to pay: ${status}`}
            {error_reason && ` (${error_reason.replaceAll('_', ' ')})`}, {formatDateTime(at)}
          </li>
        ))}
        {order.refunds.map((refund) => (
          <Refund key={refund.id} order={order} refund={refund} />
        ))}
      </ul>
    </div>
  )
}

function Refund({ order, refund }: { order: DeskOrder; refund: DeskRefund }) {
  const deed = useDeed(order.id)
  const { shape, words } = refundWords(refund, order.now)
  const what = [refund.lines && refundedWords(refund.lines, order.items), refund.note].filter(Boolean)
  const amount = formatPaise(refund.amount)
  const note = () => {
    if (!confirm(`Have you paid ${amount} back yourself? The shopper is emailed, and it cannot be undone.`)) return
    deed.mutate({ what: 'paid-back', body: { refund: refund.id }, done: `Noted: ${amount} paid back.` })
  }
  return (
    <li className="wrap-anywhere">
      <StateWord shape={shape}>{`${amount} ${words}`}</StateWord>
      {what.length > 0 && <span className="block pl-[17px] text-ink-3">{what.join(' · ')}</span>}
      {refund.status === 'failed' && !refund.gone && (
        <Button className="my-1 ml-[17px]" busy={deed.isPending} onClick={note}>
          I paid it back
        </Button>
      )}
      {deed.error && <Note kind="bad">{sentenceOf(deed.error)}</Note>}
    </li>
  )
}

function Line({ name, strong, children }: { name: string; strong?: true; children: string }) {
  return (
    <div className={`flex justify-between gap-6 ${strong ? 'border-t pt-1.5 pb-1 font-medium' : 'pb-1'}`}>
      <dt className={strong ? undefined : 'text-ink-2'}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
