import type { ComponentProps } from 'react'
import type { OrderView } from '@/domain/orders/order'
import { itemDetail } from './order-words'
import { LineAmount, SummaryLine } from './summary-line'
import { Totals } from './totals'

/** What was ordered, and what it comes to. */
export function OrderItems({ order, ...list }: { order: OrderView } & ComponentProps<'ul'>) {
  return (
    <>
      <ul {...list}>
        {order.items.map((item) => (
          <SummaryLine
            key={`${item.product}:${item.color}:${item.is_gift}`}
            product={item.product}
            image={item.image}
            name={item.name}
            detail={itemDetail(item)}
            amount={<LineAmount {...item} />}
          />
        ))}
      </ul>
      <div className="mt-2 border-line border-t pt-3.5">
        <Totals {...order} />
      </div>
    </>
  )
}
