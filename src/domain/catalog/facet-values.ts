import { eachFacet, type Facet, type FacetChoice } from './facets'

/**
 * What there is to choose from, in the order it is offered. `price` is rupees from and below; without an end there is
 * none above.
 */
export const FACETS = {
  skin: ['dry', 'oily', 'sensitive', 'everyday'],
  scent: ['floral', 'herbal', 'woody', 'citrus', 'earthy', 'none'],
  price: ['0-200', '200-300', '300-500', '500-1000', '1000-2500', '2500-'],
  colour: ['natural', 'white', 'grey', 'black', 'brown', 'red', 'pink', 'yellow', 'green', 'blue', 'purple'],
} as const satisfies Record<Facet, readonly string[]>

/** The values of one choice. */
export const valuesOf = (chosen: string): string[] => (chosen === '' ? [] : chosen.split(','))

/** Without what is no value, and in the order it is offered: anybody can write anything into an address. */
export function withKnownFacets<Choice extends FacetChoice>(choice: Choice): Choice {
  const known = (facet: Facet) => {
    const asked = valuesOf(choice[facet])
    return FACETS[facet].filter((value) => asked.includes(value)).join()
  }
  return { ...choice, ...eachFacet(known) }
}

/** The same choice with a value put in, or taken out if it is there. */
export function toggled(facet: Facet, chosen: string, value: string): string {
  const values = valuesOf(chosen)
  return FACETS[facet].filter((one) => values.includes(one) !== (one === value)).join()
}
