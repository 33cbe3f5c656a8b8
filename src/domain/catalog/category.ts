/** A category as its products make it. */
export interface CategoryFacts {
  /** As products have it: `soap`. */
  category: string
  count: number
  /** Rupees: the lowest price, 0 where none has one. */
  from: number
}
