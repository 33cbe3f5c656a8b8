import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { errorSentence, errorStatus } from '@/api/errors'
import type { Product } from '@/domain/catalog/product'
import type { Expanded } from '@/domain/json'
import { track } from '@/integrations/analytics'
import { knownProduct, productOptions } from './queries'

export type ProductState =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'failed'; sentence: string; retrying: boolean; retry: () => void }
  | { status: 'ready'; product: Product & Expanded }

/**
 * The product of a page. What a list already knows of it is shown at once, and stays where nobody answers (OFF-01); a
 * missing record is told from a failed call (ROUTE-03).
 */
export function useProduct(id: string): ProductState {
  const client = useQueryClient()
  const known = () => knownProduct(client, id)
  const query = useQuery({ ...productOptions(id), placeholderData: known })
  const { data, error } = query
  const product = data === undefined && error && errorStatus(error) === 0 ? known() : data

  const told = useRef('')
  // Before the page can be pressed: what is put into the cart has been seen first.
  useLayoutEffect(() => {
    // Once for each product and visit of the page (PROD-03), also when its own answer brings newer facts than the
    // list it was opened from.
    if (!product || told.current === product.id) return
    told.current = product.id
    const { id: item_id, name: item_name, price, category } = product
    const item = { item_id, item_name, price, quantity: 1, ...(category && { item_category: category }) }
    track({ event: 'view_item', currency: 'INR', value: price, items: [item] })
  }, [product])

  if (product === null) return { status: 'missing' }
  if (product) return { status: 'ready', product }
  if (error) {
    return {
      status: 'failed',
      sentence: errorSentence(error),
      retrying: query.isFetching,
      retry: () => void query.refetch(),
    }
  }
  return { status: 'loading' }
}
