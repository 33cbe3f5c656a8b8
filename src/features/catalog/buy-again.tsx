import RotateCw from '@lucide/icons/icons/rotate-cw'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { addToCart } from '@/features/cart/add-to-cart'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { toast } from '@/ui/toast'
import { lineProblem } from './line-problem'
import { productsByIdOptions } from './shared-cart-query'

/** The button for an order of things that were paid for, gifts aside; nothing where none was. */
export function buyAgain({ items }: { items: readonly (BoughtLine & { is_gift: boolean })[] }) {
  const bought = items.filter((item) => !item.is_gift)
  return bought.length > 0 && <BuyAgain items={bought} />
}

interface BoughtLine {
  product: string
  name: string
  color: string
  quantity: number
}

/**
 * Puts what was bought into the cart once more, at today's prices, and opens it (ORDER-16). What cannot be had any
 * more is named, and stays named below the button.
 */
function BuyAgain({ items }: { items: readonly BoughtLine[] }) {
  const client = useQueryClient()
  const buying = useMutation({
    mutationFn: async () => {
      const products = await client.fetchQuery(productsByIdOptions(items.map(({ product }) => product)))
      return addAgain(items, (id) => products.find((product) => product.id === id))
    },
    onSuccess: (missing) => {
      if (missing.length > 0) toast.info(t('Not everything can be bought again'), { description: missing.join(', ') })
    },
    onError: (error) => toast.error(errorSentence(error)),
  })
  return (
    <>
      <Button look="line" block busy={buying.isPending} onClick={() => buying.mutate()} className="mt-3.5">
        <Icon of={RotateCw} />
        {t('Buy again')}
      </Button>
      {buying.data?.map((line) => (
        <p key={line} className="mt-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
    </>
  )
}

/** Answers what could not be added, each with its reason. */
function addAgain(items: readonly BoughtLine[], find: (id: string) => Parameters<typeof addToCart>[0] | undefined) {
  const missing: string[] = []
  for (const { product: id, name, color, quantity } of items) {
    const product = find(id)
    const problem = lineProblem(color, product)
    if (problem || !product) missing.push(`${name}: ${problem}`)
    else if (!addToCart(product, { quantity, color })) break
  }
  return missing
}
