import { type CartLine, lineKey } from '@/domain/cart/cart'
import type { Quote } from '@/domain/orders/quote'
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
        {broken.map((item) => {
          const key = lineKey({ productId: item.product, color: item.color })
          const known = lines.find((line) => lineKey(line) === key)?.product
          const colour = item.color && translate(known?.color_name ?? item.color_name)
          const name = item.name || (known?.name ?? t('this item'))
          // The sentence names the product alone, and only where the shop has it.
          const unsaid = [!item.name && name, colour].filter(Boolean).join(', ')
          return (
            <li key={key}>
              <p>
                {unsaid && `${unsaid}: `}
                {translate(item.problem?.message ?? '')}
              </p>
              <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
                <LineActions
                  look="line"
                  name={[name, colour].filter(Boolean).join(', ')}
                  available={item.available}
                  onTake={(pieces) => setQuantity(key, pieces)}
                  onRemove={() => removeLine(item.product, item.color)}
                />
              </p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
