import { queryOptions } from '@tanstack/react-query'
import type { Product } from '@/domain/catalog/product'
import { CROSS_SELL_SIZE, MAX_CART_LINES } from '@/domain/limits'
import { listPage, productFilter } from './queries'

/**
 * Products of these categories, one call for each (SHEET-05), for Frequently Bought Together and related products.
 * @param excluded how many of them may have to be left out, as what is in the cart is
 */
export function crossSellOptions(categories: readonly string[], excluded = MAX_CART_LINES) {
  const distinct = [...new Set(categories)].filter((category) => category !== '').sort()
  return queryOptions({
    queryKey: ['products', 'cross-sell', excluded, distinct],
    queryFn: async ({ signal }): Promise<Product[]> => {
      const found = await Promise.all(
        distinct.map(async (category) => {
          // Not `> 0`: the record store would look for the price's index and sort what it finds there.
          const filter = `${await productFilter({ category, inStock: true })} && price != 0`
          const query = { filter, sort: '-bestseller,-place,@rowid', signal, skipTotal: true }
          return listPage(1, query, CROSS_SELL_SIZE + excluded)
        }),
      )
      return found.flatMap(({ products }) => products)
    },
  })
}

/** What stands below a product's page: more of its category, whose list may hold itself. */
export const relatedOptions = ({ category }: Pick<Product, 'category'>) => ({
  ...crossSellOptions([category], 1),
  enabled: category !== '',
})
