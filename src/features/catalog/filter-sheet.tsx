import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import { countFitting, type FacetRow, type Filter } from '@/domain/catalog/facet-count'
import { FACETS, toggled, valuesOf } from '@/domain/catalog/facet-values'
import { eachFacet, FACET_NAMES, type Facet } from '@/domain/catalog/facets'
import { categoryLabel, hasFacets, LIST_PAGE_SIZE, type ShopView } from '@/domain/catalog/product-filter'
import { grouped, t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { LoadFailed } from '@/ui/load-failed'
import { Sheet } from '@/ui/sheet'
import { countedProducts, FACET_TITLES, facetLabel } from './facet-labels'
import { FILTER_BUTTON, FILTER_IN_USE } from './filter-style'
import { categoriesOptions, facetsOptions } from './queries'
import type { ShopViewControl } from './shop-view'

export interface FilterSheetProps {
  open: boolean
  /** One of the facets; all without. */
  only?: Facet
  control: ShopViewControl
  onClose: () => void
}

/**
 * What the list can be filtered by, each with how many it would leave (SHOP-07). Nothing changes before `Show` is
 * pressed, which says how many there will be.
 */
export function FilterSheet({ open, only, control, onClose }: FilterSheetProps) {
  const { view, chosen, change } = control
  const { category } = view
  const query = useQuery(facetsOptions(category))
  const { data } = query
  // How many of a search there are is known when it is asked.
  const rows = view.q === '' ? data : undefined
  const [draft, setDraft] = useState<Filter>(() => filterOf(chosen))
  const facets = only ? [only] : FACET_NAMES
  return (
    <Sheet
      open={open}
      onOpenChange={onClose}
      title={t(only ? FACET_TITLES[only] : 'Filter')}
      low
      foot={
        <div className="flex items-center gap-4">
          {(draft.inStock || hasFacets(draft)) && (
            <Button
              look="ghost"
              className="flex-none"
              onClick={() => setDraft({ ...eachFacet(() => ''), inStock: false })}
            >
              {t('Clear all')}
            </Button>
          )}
          <Button
            block
            large
            onClick={() => {
              // In the place of the sheet's entry of the history.
              change({ ...draft, show: LIST_PAGE_SIZE }, { replace: true })
              onClose()
            }}
          >
            {rows
              ? t('Show {products}', { products: countedProducts(countFitting(rows, draft), category) })
              : t('Show products')}
          </Button>
        </div>
      }
    >
      {!only && category === '' && <Categories onFollow={onClose} />}
      {facets.map((facet) => (
        <Options key={facet} facet={facet} all={data ?? []} rows={rows} draft={draft} onDraft={setDraft} />
      ))}
      {!data && query.error && <NotLoaded query={query} />}
      {!only && (
        <Checkbox
          label={t('In stock only')}
          checked={draft.inStock}
          onChange={(event) => setDraft({ ...draft, inStock: event.target.checked })}
          className="my-2"
        />
      )}
    </Sheet>
  )
}

function NotLoaded({ query: { error, isFetching, refetch } }: { query: UseQueryResult }) {
  return (
    <LoadFailed title={t('The filters did not load')} busy={isFetching} onRetry={() => void refetch()}>
      {errorSentence(error)}
    </LoadFailed>
  )
}

function filterOf({ inStock, ...view }: ShopView): Filter {
  return { ...eachFacet((facet) => view[facet]), inStock }
}

interface OptionsProps {
  facet: Facet
  /** Of the category, to know what occurs in it. */
  all: readonly FacetRow[]
  /** To count with; undefined where that says nothing. */
  rows: readonly FacetRow[] | undefined
  draft: Filter
  onDraft: (draft: Filter) => void
}

/** What there is none of comes last and cannot be chosen. The order stays while one chooses. */
function Options({ facet, all, rows, draft, onDraft }: OptionsProps) {
  const count = (value: string) => rows && countFitting(rows, { ...draft, [facet]: value })
  const taken = valuesOf(draft[facet])
  const occurring = FACETS[facet].filter(
    (value) => taken.includes(value) || all.some(({ values }) => values.split(' ').includes(`${facet}:${value}`)),
  )
  const [last] = useState(() => new Set<string>(occurring.filter((value) => count(value) === 0)))
  if (occurring.length === 0) return null
  const inOrder = [...occurring.filter((value) => !last.has(value)), ...occurring.filter((value) => last.has(value))]
  return (
    <Group title={t(FACET_TITLES[facet])}>
      {inOrder.map((value) => {
        const pressed = taken.includes(value)
        const found = count(value)
        return (
          <button
            key={value}
            type="button"
            aria-pressed={pressed}
            disabled={found === 0 && !pressed}
            onClick={() => onDraft({ ...draft, [facet]: toggled(facet, draft[facet], value) })}
            className={classNames(FILTER_BUTTON, pressed && FILTER_IN_USE)}
          >
            {facetLabel(facet, value)} <Count of={found} />
          </button>
        )
      })}
    </Group>
  )
}

/** The whole shop leads to its categories. */
function Categories({ onFollow }: { onFollow: () => void }) {
  const { data: categories = [] } = useQuery(categoriesOptions())
  if (categories.length === 0) return null
  return (
    <Group title={t('Category')}>
      {categories.map(({ category, count }) => {
        const label = translate(categoryLabel(category))
        return (
          <Link
            key={category}
            to={paths.category(category)}
            lang={textLanguage(label)}
            onClick={onFollow}
            className={FILTER_BUTTON}
          >
            {label} <Count of={count} />
          </Link>
        )
      })}
    </Group>
  )
}

function Count({ of }: { of: number | undefined }) {
  return of !== undefined && <span className="text-ink-3 text-xs tabular-nums">{grouped(of)}</span>
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mt-3.5 min-w-0 border-line border-b pb-4">
      <legend className="mb-2.5 font-medium text-sm">{title}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  )
}
