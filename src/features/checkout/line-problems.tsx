import { type CartLine, lineKey } from '@/domain/cart'
import type { Quote, QuoteLine } from '@/domain/quote'
import { removeLine, setQuantity } from '@/features/cart/store'
import { t, translate } from '@/language/text'
import { Button } from '@/ui/button'

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
            <LineDeeds item={item} name={item.name || nameOf(lines, item)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function nameOf(lines: readonly CartLine[], item: QuoteLine): string {
  return lines.find((line) => line.productId === item.product)?.product.name ?? t('this item')
}

function LineDeeds({ item, name }: { item: QuoteLine; name: string }) {
  const { product, color, available = 0 } = item
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
      {available > 0 && (
        <Button look="line" onClick={() => setQuantity(lineKey({ productId: product, color }), available)}>
          {t('Take {count} instead', { count: available })}
        </Button>
      )}
      <Button look={available > 0 ? 'ghost' : 'line'} onClick={() => removeLine(product, color)}>
        {t('Remove {name}', { name })}
      </Button>
    </p>
  )
}
