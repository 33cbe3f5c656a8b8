import { type CartLine, lineKey } from '@/domain/cart/cart'
import type { Quote } from '@/domain/orders/quote'
import { LineActions } from '@/features/cart/line-actions'
import { takeColor } from '@/features/cart/line-changes'
import { removeLine, setQuantity } from '@/features/cart/store'
import { t, translate } from '@/language/text'
import { Button } from '@/ui/button'

/** The pressed button goes with what it did. */
function settle(change: () => void): void {
  change()
  document.getElementById('main')?.focus({ preventScroll: true })
}

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
          const line = lines.find((line) => lineKey(line) === key)
          const colour = item.color && translate(line?.product.color_name ?? item.color_name)
          const name = item.name || (line?.product.name ?? t('this item'))
          // The sentence names the product alone, and only where the shop has it.
          const unsaid = [!item.name && name, colour].filter(Boolean).join(', ')
          return (
            <li key={key}>
              <p>
                {unsaid && `${unsaid}: `}
                {translate(item.problem?.message ?? '')}
              </p>
              <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
                {line &&
                  item.other_colors?.map((color) => (
                    <Button key={color.value} look="line" onClick={() => settle(() => takeColor(line, item, color))}>
                      {t('Take {colour}', { colour: translate(color.name) })}
                    </Button>
                  ))}
                <LineActions
                  look="line"
                  name={[name, colour].filter(Boolean).join(', ')}
                  available={item.available}
                  onTake={(pieces) => settle(() => setQuantity(key, pieces))}
                  onRemove={() => settle(() => removeLine(item.product, item.color))}
                />
              </p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
