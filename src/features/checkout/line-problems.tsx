import { type CartLine, lineKey } from '@/domain/cart/cart'
import type { Quote, QuoteLine } from '@/domain/orders/quote'
import { LineActions } from '@/features/cart/line-actions'
import { removeLine, setQuantity } from '@/features/cart/store'
import { t, translate } from '@/language/text'

/** Lines that cannot be ordered as they are, each with its ways out. */
export function LineProblems({ lines, quote }: { lines: readonly CartLine[]; quote: Quote }) {
  const broken = quote.items.filter((item) => item.problem)
  if (broken.length === 0) return null
  return (
    <>
      <p className="font-medium">{t('Something in your cart cannot be ordered as it is')}</p>
      <ul className="mt-2 grid gap-4">
        {broken.map((item) => (
          <li key={`${item.product}:${item.color}`}>
            <p>{translate(item.problem?.message ?? '')}</p>
            <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
              <LineActions
                look="line"
                name={item.name || nameOf(lines, item)}
                available={item.available}
                onTake={(pieces) => setQuantity(lineKey({ productId: item.product, color: item.color }), pieces)}
                onRemove={() => removeLine(item.product, item.color)}
              />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function nameOf(lines: readonly CartLine[], item: QuoteLine): string {
  return lines.find((line) => line.productId === item.product)?.product.name ?? t('this item')
}
