import { useId } from 'react'
import { LIST_PAGE_SIZE, SHOP_SORTS, type ShopSort } from '@/domain/catalog/product-filter'
import { t } from '@/language/text'
import { Select } from '@/ui/select'
import type { ShopViewControl } from './shop-view'

/** What narrows and orders the shop page, in one row that stays under the header (SHOP-05). */
export function FilterRow({ control: { chosen, change } }: { control: ShopViewControl }) {
  return (
    <div className="filter-row sticky top-(--header) z-12 border-line border-b bg-page">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser */}
      <div
        role="group"
        aria-label={t('Filters')}
        className="wrap flex items-center gap-2 overflow-x-auto pt-1.5 pb-2 [scrollbar-width:none]"
      >
        <label className="relative inline-flex h-11 flex-none items-center whitespace-nowrap rounded border border-line px-3 pt-0.5 text-sm hover:border-line-strong has-checked:border-2 has-checked:border-ink has-checked:px-[11px]">
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
