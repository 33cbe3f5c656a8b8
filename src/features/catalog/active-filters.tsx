import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { categoryLabel, EMPTY_VIEW, isNarrowed, LIST_PAGE_SIZE, type ShopView } from '@/domain/catalog/product-filter'
import { t, translate } from '@/language/text'
import { Icon } from '@/ui/icon'
import type { ShopViewControl } from './shop-view'

/** What narrows the list, each to be taken away alone or all at once. Nothing when nothing does. */
export function ActiveFilters({ control: { chosen, change } }: { control: ShopViewControl }) {
  const group = useRef<HTMLDivElement>(null)
  if (!isNarrowed(chosen)) return null
  const chips: { label: string; without: Partial<ShopView> }[] = []
  if (chosen.category) chips.push({ label: translate(categoryLabel(chosen.category)), without: { category: '' } })
  if (chosen.q) chips.push({ label: `“${chosen.q}”`, without: { q: '' } })
  if (chosen.inStock) chips.push({ label: t('In stock only'), without: { inStock: false } })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; these are buttons that take something away
    <div
      ref={group}
      role="group"
      aria-label={t('Filters in use')}
      tabIndex={-1}
      className="-mt-3 mb-6 flex flex-wrap items-center gap-2 outline-none"
    >
      {chips.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          aria-label={t('Remove filter: {label}', { label })}
          onClick={() => {
            // The chip goes with its filter; without this the keyboard would start over at the top of the page.
            group.current?.focus({ preventScroll: true })
            change({ ...without, show: LIST_PAGE_SIZE })
          }}
          className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded border border-line px-3 pt-0.5 text-sm hover:border-line-strong"
        >
          <span className="truncate">{label}</span>
          <Icon of={X} small className="-mt-0.5" />
        </button>
      ))}
      <button
        type="button"
        onClick={() => change({ ...EMPTY_VIEW, sort: chosen.sort })}
        className="link ml-2 inline-flex min-h-11 items-center pt-0.5 font-medium text-sm"
      >
        {t('Clear all')}
      </button>
    </div>
  )
}
