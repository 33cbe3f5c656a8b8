import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { facetWord } from '@/domain/catalog/facets'
import type { Label, LabelRow } from '@/domain/catalog/label'
import type { Product } from '@/domain/catalog/product'
import type { PlainSentence } from '@/language/catalogue'
import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Accordion } from '@/ui/accordion'

interface ProductFactsProps {
  product: Product
  /** Stands above: what it says is not said again. */
  label: Label | null
}

/** What there is to know about a product beside its description (PROD-01). Only what the record has is shown. */
export function ProductFacts({ product, label }: ProductFactsProps) {
  const specifications = specificationRows(product).filter((fact) => !label?.rows.some((row) => saysTheSame(row, fact)))
  const { cleaning, storage } = product.care_instructions
  const { recommended_use, pro_tips } = product.usage_guidelines
  const cared = product.care.length + cleaning.length + storage.length > 0
  const used = recommended_use.length + pro_tips.length > 0
  return (
    <div className="@container">
      {product.features.length > 0 && (
        <Accordion title={t('Details')} open>
          <PlainList items={product.features} />
        </Accordion>
      )}
      {specifications.length > 0 && (
        <Accordion title={t('Specifications')} open>
          <Specifications rows={specifications} />
        </Accordion>
      )}
      {cared && (
        <Accordion title={t('Care')}>
          <Sections
            sections={[
              { items: product.care },
              { heading: 'Cleaning', items: cleaning },
              { heading: 'Storing', items: storage },
            ]}
          />
        </Accordion>
      )}
      {used && (
        <Accordion title={t('How to use it')}>
          <Sections
            sections={[
              { heading: 'Good for', items: recommended_use },
              { heading: 'Worth knowing', items: pro_tips },
            ]}
          />
        </Accordion>
      )}
      {product.tags.length > 0 && <Tags tags={product.tags} />}
    </div>
  )
}

/** A bar's weight is mostly its net quantity. */
const saysTheSame = (row: LabelRow, { term, value }: Specification) =>
  row.value === value && (row.term === term || (row.term === 'Net quantity' && term === 'Weight'))

interface Specification {
  term: PlainSentence
  value: string
}

function specificationRows(product: Product): Specification[] {
  const { specifications: facts } = product
  // The record has these two twice; they usually say the same.
  const both = (first: string, second: string) => [...new Set([first, second].filter((text) => text !== ''))].join('; ')
  const words = (values: string[]) => values.map((value) => translate(facetWord(value))).join(', ')
  const rows: Specification[] = [
    { term: 'Material', value: both(facts.material, product.material) },
    { term: 'Skin', value: words(product.skin_type) },
    { term: 'Scent', value: words(product.scent) },
    { term: 'Size', value: both(facts.dimensions, product.dimensions) },
    { term: 'Weight', value: facts.weight },
    { term: 'Capacity', value: facts.capacity },
    { term: 'Style', value: facts.style },
    { term: 'Pattern', value: facts.pattern },
    { term: 'Closure', value: facts.closure },
    { term: 'Water-resistant', value: facts.waterResistant ? t('Yes') : '' },
  ]
  return rows.filter(({ value }) => value !== '')
}

function Specifications({ rows }: { rows: Specification[] }) {
  return (
    <dl className={FACTS}>
      {rows.map(({ term, value }) => (
        <Fact key={term} term={term} value={value} />
      ))}
    </dl>
  )
}

/** A list of facts, their terms as wide as the widest; above their values where letters are large (ACCESS-04). */
export const FACTS = 'grid @min-[15rem]:grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-7 gap-y-2'

interface FactProps extends Specification {
  /** The value is the store's own words, not the record's. */
  said?: boolean
}

/** One line of `FACTS`. */
export function Fact({ term, value, said = false }: FactProps) {
  return (
    <div className="col-span-full grid grid-cols-subgrid">
      <dt className="text-ink-3">{t(term)}</dt>
      <dd lang={said ? undefined : textLanguage(value)} className="min-w-0 text-ink [overflow-wrap:anywhere]">
        {said ? translate(value) : value}
      </dd>
    </div>
  )
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <ul aria-label={t('Tags')} className="mt-6 flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={paths.search(tag)}
            lang={textLanguage(tag)}
            className="inline-flex min-h-11 items-center rounded border border-line px-3 [overflow-wrap:anywhere] pt-0.5 text-sm hover:border-line-strong"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Sections({ sections }: { sections: { heading?: PlainSentence; items: string[] }[] }): ReactNode {
  const filled = sections.filter(({ items }) => items.length > 0)
  return filled.map(({ heading, items }) => (
    <div key={heading ?? 'plain'} className="mt-4 first:mt-0">
      {heading && filled.length > 1 && <p className="mb-1.5 font-medium text-ink text-sm">{t(heading)}</p>}
      <PlainList items={items} />
    </div>
  ))
}

/** Lines with a short stitch before each. */
function PlainList({ items }: { items: string[] }) {
  return (
    <ul className="grid grid-cols-1 gap-1.5">
      {items.map((item) => (
        <li
          key={item}
          lang={textLanguage(item)}
          className="relative pl-5 before:absolute before:top-[.72em] before:left-0 before:h-0.5 before:w-[9px] before:bg-primary"
        >
          {item}
        </li>
      ))}
    </ul>
  )
}
