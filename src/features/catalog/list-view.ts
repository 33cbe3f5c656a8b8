import { useEffect, useRef } from 'react'
import type { Product } from '@/domain/catalog/product'
import { useNearView } from '@/lib/near-view'
import { trackList } from './product-event'

/**
 * Tells which products of a list were seen: those it begins with once it is in view, later ones as they are added.
 * Put the ref on the list.
 */
export function useListView(name: string, products: readonly Product[]) {
  const [list, seen] = useNearView<HTMLUListElement>(0)
  const told = useRef<string[]>([])
  useEffect(() => {
    if (!seen || products.length === 0) return
    const ids = products.map((product) => product.id)
    const grown = told.current.length > 0 && told.current.every((id, index) => ids[index] === id)
    const from = grown ? told.current.length : 0
    told.current = ids
    if (from < products.length) trackList('view_item_list', name, products.slice(from), from)
  }, [seen, name, products])
  return list
}
