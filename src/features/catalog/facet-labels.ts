import { type Facet, facetWord } from '@/domain/catalog/facets'
import { categoryLabel } from '@/domain/catalog/product-filter'
import { formatRupees } from '@/domain/money'
import type { PlainSentence } from '@/language/catalogue'
import { grouped, t, tn, translate } from '@/language/text'

/** Names of what lists are filtered by. */
export const FACET_TITLES: Record<Facet, PlainSentence> = {
  skin: 'Skin',
  scent: 'Scent',
  price: 'Price',
  colour: 'Colour',
}

/** A value as shoppers read it. */
export function facetLabel(facet: Facet, value: string): string {
  if (facet !== 'price') return translate(facetWord(value))
  const [from = '', below = ''] = value.split('-').map((rupees) => formatRupees(Number(rupees)).replace('.00', ''))
  if (value.endsWith('-')) return t('From {price}', { price: from })
  return value.startsWith('0-') ? t('Under {price}', { price: below }) : t('{from} to {below}', { from, below })
}

/** `5 soaps`, or `5 products` of the whole shop. */
export function countedProducts(count: number, category: string): string {
  if (category === '' || count === 0) return tn(count, '{count} product', '{count} products')
  const label = categoryLabel(category)
  const said = translate(label)
  return `${grouped(count)} ${said !== label ? said : count === 1 ? category : label.toLowerCase()}`
}
