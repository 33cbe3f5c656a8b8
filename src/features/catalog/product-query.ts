import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { errorSentence } from '@/api/errors'
import type { Product } from '@/domain/product'
import { track } from '@/integrations/analytics'
import { knownProduct, productOptions } from './queries'

export type ProductState =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'failed'; sentence: string; retrying: boolean; retry: () => void }
  | { status: 'ready'; product: Product }

/** The product of a page. What a list already knows of it is shown at once; a missing record is told from a failed call (ROUTE-03). */
export function useProduct(id: string): ProductState {
  const client = useQueryClient()
  const query = useQuery({ ...productOptions(id), placeholderData: () => knownProduct(client, id) })
  const { data: product, error, isPlaceholderData } = query
  const seen = product && !isPlaceholderData ? product : undefined

  const seenId = seen?.id
  const name = seen?.name
  const price = seen?.price
  const category = seen?.category
  // Before the page can be pressed: what is put into the cart has been seen first.
  useLayoutEffect(() => {
    // Once for each product and visit of the page (PROD-03); a fresh answer with the same facts is no second look.
    if (seenId === undefined || name === undefined || price === undefined) return
    track({
      event: 'view_item',
      currency: 'INR',
      value: price,
      items: [{ item_id: seenId, item_name: name, price, quantity: 1, ...(category && { item_category: category }) }],
    })
  }, [seenId, name, price, category])

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
