/** What a list can be filtered by, beside category and stock (SHOP-07), as the address calls it. */
export const FACET_NAMES = ['skin', 'scent', 'price', 'colour'] as const

export type Facet = (typeof FACET_NAMES)[number]

/** The chosen values of each, with commas between; empty for all. A product must have one of each that is chosen. */
export type FacetChoice = Record<Facet, string>

/** @param chosen of one facet */
export function eachFacet(chosen: (facet: Facet) => string): FacetChoice {
  return Object.fromEntries(FACET_NAMES.map((facet) => [facet, chosen(facet)])) as FacetChoice
}

/** A value in English, to be translated; a price has none. */
export const facetWord = (value: string): string =>
  value === 'natural' ? 'Undyed' : value.charAt(0).toUpperCase() + value.slice(1)
