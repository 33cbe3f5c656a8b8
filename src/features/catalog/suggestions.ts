import { queryOptions } from '@tanstack/react-query'
import { suggestProducts } from '@/api/catalog-routes'

/** What is offered while a search is being typed, and before (empty). The answer says what it was asked for. */
export function suggestionsOptions(q: string) {
  return queryOptions({
    queryKey: ['products', 'suggestions', q],
    queryFn: ({ signal }) => suggestProducts(q, signal).then((answer) => ({ ...answer, q })),
    staleTime: 60_000,
  })
}
