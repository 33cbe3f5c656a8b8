import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SheetAnswer } from '@/domain/desk/sheet'
import { type Paise, toPaise } from '@/domain/money'
import { useAsk, useHost } from '../session'

/** Chosen products whose names are asked for. */
const MOST_NAMES = 50

export interface Named {
  id: string
  name: string
  price: number
}

/** Names of products by their ids, as far as they are known. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, Named> {
  const { store } = useHost()
  const asked = ids.filter(Boolean).slice(0, MOST_NAMES)
  const { data } = useQuery({
    queryKey: ['product-names', asked.join()],
    queryFn: () =>
      store.collection('products').getList<Named>(1, MOST_NAMES, {
        filter: asked.map((id) => store.filter('id = {:id}', { id })).join(' || '),
        fields: 'id,name,price',
        requestKey: null,
      }),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map(data?.items.map((product) => [product.id, product]))
}

/** The shop's categories, and one product of a category (of all: empty) with what it costs. */
export function useGoods(category: string): {
  categories: SheetAnswer['categories']
  example: { name: string; price: Paise } | null
} {
  const ask = useAsk()
  const { data } = useQuery({
    queryKey: ['promotion-goods', category],
    queryFn: () => ask<SheetAnswer>('products', { query: { search: '', category, page: 1 } }),
    placeholderData: keepPreviousData,
  })
  const first = data?.rows.find(({ draft, asked }) => !draft && asked > 0)
  return {
    categories: data?.categories ?? [],
    example: first ? { name: first.name, price: toPaise(first.asked) ?? 0 } : null,
  }
}
