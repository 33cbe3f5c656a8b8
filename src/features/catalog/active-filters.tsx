import X from '@lucide/icons/icons/x'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { toggled, valuesOf } from '@/domain/catalog/facet-values'
import { FACET_NAMES } from '@/domain/catalog/facets'
import { categoryLabel, EMPTY_VIEW, isFiltered, LIST_PAGE_SIZE, type ShopView } from '@/domain/catalog/product-filter'
import { t, translate } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { countedProducts, facetLabel } from './facet-labels'
import { countText, useListLength } from './product-list'
import { categoriesOptions } from './queries'
import type { ShopViewControl } from './shop-view'

/**
 * How many products there are, and what filters the list, each word to be taken away alone or all at once. Only screen
 * readers are told the number when nothing does.
 */
export function ActiveFilters({ control, changing }: { control: ShopViewControl; changing: boolean }) {
  const { show: _, ...filter } = control.view
  const length = useListLength(filter)
  const shown = isFiltered(control.chosen)
  const told = ({ total, corrected }: { total: number; corrected?: string }) =>
    filter.q ? countText(total, corrected) : countedProducts(total, filter.category)
  return (
    <div
      tabIndex={-1}
      className={classNames('outline-none', shown && 'flex flex-wrap items-center gap-x-3 pt-1.5 pb-2.5 text-sm')}
    >
      {/* As wide before the answer as with it: the words beside it stay where they are. */}
      <p role="status" className={shown ? 'min-w-20 pt-0.5 text-ink-3 tabular-nums' : 'sr-only'}>
        {length && !changing && told(length)}
      </p>
      {shown && <Chips control={control} />}
    </div>
  )
}

function Chips({ control: { chosen, change } }: { control: ShopViewControl }) {
  const group = useRef<HTMLDivElement>(null)
  const { data: categories } = useQuery(categoriesOptions())
  const chips: { label: string; without: Partial<ShopView> }[] = []
  // A search looks beyond the category; nothing else does.
  const wide = chosen.q !== '' && chosen.category !== ''
  // Anybody can write one into an address: what the shop does not have is given no name.
  const missing = categories?.every(({ category }) => category !== chosen.category)
  const named = missing ? `“${chosen.category}”` : translate(categoryLabel(chosen.category))
  if (wide) chips.push({ label: named, without: { category: '' } })
  if (chosen.q) chips.push({ label: `“${chosen.q}”`, without: { q: '' } })
  for (const facet of FACET_NAMES)
    for (const value of valuesOf(chosen[facet]))
      chips.push({ label: facetLabel(facet, value), without: { [facet]: toggled(facet, chosen[facet], value) } })
  if (chosen.inStock) chips.push({ label: t('In stock only'), without: { inStock: false } })
  // What was pressed goes with its filter, the last one with the group: without this the keyboard would start over at
  // the top of the page.
  const focusBeside = (left: number) =>
    (left > 0 ? group.current : group.current?.parentElement)?.focus({ preventScroll: true })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; these are buttons that take something away
    <div
      ref={group}
      role="group"
      aria-label={t('Filters in use')}
      tabIndex={-1}
      className="flex min-w-0 flex-wrap items-center gap-x-3 outline-none"
    >
      {chips.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          aria-label={t('Remove filter: {label}', { label })}
          onClick={() => {
            focusBeside(chips.length - 1)
            change({ ...without, show: LIST_PAGE_SIZE })
          }}
          className="inline-flex min-h-11 max-w-full items-center gap-1.5 pt-0.5"
        >
          <span className="link truncate">{label}</span>
          <Icon of={X} size={16} className="-mt-0.5" />
        </button>
      ))}
      <button
        type="button"
        onClick={() => {
          focusBeside(0)
          change({ ...EMPTY_VIEW, sort: chosen.sort, category: chosen.q ? '' : chosen.category })
        }}
        className="link inline-flex min-h-11 items-center pt-0.5 font-medium"
      >
        {t('Clear all')}
      </button>
    </div>
  )
}
