import ChevronDown from '@lucide/icons/icons/chevron-down'
import SlidersHorizontal from '@lucide/icons/icons/sliders-horizontal'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { valuesOf } from '@/domain/catalog/facet-values'
import { FACET_NAMES, type Facet } from '@/domain/catalog/facets'
import { LIST_PAGE_SIZE, SHOP_SORTS, type ShopSort, type ShopView } from '@/domain/catalog/product-filter'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { lazyComponent } from '@/ui/lazy'
import { LazyOverlay } from '@/ui/lazy-overlay'
import { Select } from '@/ui/select'
import { preloadSheet } from '@/ui/sheet'
import { FACET_TITLES, facetLabel } from './facet-labels'
import type { FilterSheetProps } from './filter-sheet'
import { FILTER_BUTTON, FILTER_IN_USE } from './filter-style'
import { facetsOptions } from './queries'
import type { ShopViewControl } from './shop-view'

const FilterSheet = lazyComponent<FilterSheetProps>(() => import('./filter-sheet').then((module) => module.FilterSheet))

function preload(): void {
  preloadSheet()
  FilterSheet.preload().catch(() => undefined)
}

/** What filters and orders the shop page, in one row that stays under the header (SHOP-05, SHOP-07). */
export function FilterRow({ control }: { control: ShopViewControl }) {
  const { chosen, change } = control
  const sheet = useFilterSheet()
  const { data: rows } = useQuery(facetsOptions(chosen.category))
  const offered = FACET_NAMES.filter(
    (facet) => chosen[facet] !== '' || rows?.some(({ values }) => values.includes(`${facet}:`)),
  )
  const count = FACET_NAMES.reduce((sum, facet) => sum + valuesOf(chosen[facet]).length, chosen.inStock ? 1 : 0)
  return (
    <>
      <div className="filter-row sticky top-(--header) z-12 border-line border-b bg-page">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser */}
        <div
          role="group"
          aria-label={t('Filters')}
          className="wrap relative flex items-center gap-2 overflow-x-auto pt-1.5 pb-2 [scrollbar-width:none]"
        >
          <OpensSheet inUse={count > 0} onOpen={() => sheet.ask()}>
            <Icon of={SlidersHorizontal} size={16} className="-mt-0.5" />
            <span className="font-medium">{t('Filter')}</span>
            {count > 0 && <span className="text-ink-3 text-xs tabular-nums">{count}</span>}
          </OpensSheet>
          {offered.map((facet) => (
            <OpensSheet key={facet} inUse={chosen[facet] !== ''} onOpen={() => sheet.ask(facet)}>
              {facetSummary(facet, chosen)}
              <Icon of={ChevronDown} size={16} className="-mt-0.5" />
            </OpensSheet>
          ))}
          <label className={classNames(FILTER_BUTTON, 'relative', chosen.inStock && FILTER_IN_USE)}>
            <input
              type="checkbox"
              checked={chosen.inStock}
              onChange={(event) => change({ inStock: event.target.checked, show: LIST_PAGE_SIZE })}
              className="absolute -inset-px appearance-none rounded"
            />
            {t('In stock only')}
          </label>
          <SortChoice sort={chosen.sort} onChange={(sort) => change({ sort, show: LIST_PAGE_SIZE })} />
        </div>
      </div>
      {/* Not in the row: what waits there would lie under the header. */}
      {sheet.asked && (
        <LazyOverlay open={sheet.asked.open} title={t('Filter')} takeBack={sheet.forget} low>
          <FilterSheet key={sheet.asked.number} {...sheet.asked} control={control} onClose={sheet.close} />
        </LazyOverlay>
      )}
    </>
  )
}

/** The facet's name, with what is chosen of it. */
function facetSummary(facet: Facet, chosen: ShopView): string {
  const [first, ...more] = valuesOf(chosen[facet])
  const name = t(FACET_TITLES[facet])
  if (first === undefined) return name
  return `${name}: ${more.length > 0 ? more.length + 1 : facetLabel(facet, first)}`
}

/** Which sheet has been asked for last; it stays while it closes. */
function useFilterSheet() {
  const [asked, setAsked] = useState<{ number: number; only?: Facet; open: boolean }>()
  return {
    asked,
    ask: (only?: Facet) => {
      preload()
      setAsked((before) => ({ number: (before?.number ?? 0) + 1, only, open: true }))
    },
    close: () => setAsked((before) => before && { ...before, open: false }),
    forget: () => setAsked(undefined),
  }
}

function OpensSheet({ inUse, onOpen, children }: { inUse: boolean; onOpen: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
      className={classNames(FILTER_BUTTON, inUse && FILTER_IN_USE)}
    >
      {children}
    </button>
  )
}

function SortChoice({ sort, onChange }: { sort: ShopSort; onChange: (sort: ShopSort) => void }) {
  const id = useId()
  return (
    <div className="-my-px ml-auto flex-none rounded border border-line pl-2 hover:border-line-strong">
      <label htmlFor={id} className="sr-only">
        {t('Sort by')}
      </label>
      <Select bare id={id} value={sort} onChange={(event) => onChange(event.target.value as ShopSort)}>
        {SHOP_SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </Select>
    </div>
  )
}
