import { valuesOf } from './facet-values'
import type { Facet, FacetChoice } from './facets'

/** How many products of a category are alike in everything a list can be filtered by. */
export interface FacetRow {
  /** `skin:dry`, `price:0-200`, and `inStock` of what can be bought now, with spaces between. */
  values: string
  count: number
}

export type Filter = FacetChoice & { inStock: boolean }

/** How many products a filter leaves. */
export function countFitting(rows: readonly FacetRow[], filter: Filter): number {
  const { inStock, ...choice } = filter
  const wanted = (Object.keys(choice) as Facet[])
    .filter((facet) => choice[facet] !== '')
    .map((facet) => valuesOf(choice[facet]).map((value) => `${facet}:${value}`))
  if (inStock) wanted.push(['inStock'])
  return rows
    .filter(({ values }) => {
      const own = values.split(' ')
      return wanted.every((any) => any.some((value) => own.includes(value)))
    })
    .reduce((sum, { count }) => sum + count, 0)
}
