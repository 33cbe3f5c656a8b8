import { queryOptions } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { type Product, parseProduct } from '@/domain/catalog/product'
import { MAX_CART_LINES } from '@/domain/limits'

/**
 * Products by their ids, a cart's in one call, in no order; those that are gone are not among them. Always asked for
 * anew: it is their prices that count.
 */
export function productsByIdOptions(ids: readonly string[]) {
  const distinct = [...new Set(ids)].sort()
  return queryOptions({
    queryKey: ['products', 'some', distinct],
    queryFn: async ({ signal }): Promise<Product[]> => {
      const store = await recordStore()
      const starts = distinct.map((_, at) => at).filter((at) => at % MAX_CART_LINES === 0)
      const calls = starts.map((at) => {
        const some = distinct.slice(at, at + MAX_CART_LINES)
        const filter = some.map((value) => store.filter('id = {:value}', { value })).join(' || ')
        const query = { filter, signal, skipTotal: true }
        return store.collection('products').getList(1, MAX_CART_LINES, query)
      })
      return (await Promise.all(calls)).flatMap(({ items }) => items.map(parseProduct))
    },
    staleTime: 0,
  })
}
