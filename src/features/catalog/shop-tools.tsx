import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { categoryLabel, LIST_PAGE_SIZE, SHOP_SORTS, type ShopSort } from '@/domain/catalog/product-filter'
import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Checkbox } from '@/ui/checkbox'
import { Select } from '@/ui/select'
import { ProductSearch } from './product-search'
import { categoriesOptions } from './queries'
import type { ShopViewControl } from './shop-view'

/** Categories, search, stock and order of the shop page (SHOP-05). Every change begins at the top of the list again. */
export function ShopTools({ control }: { control: ShopViewControl }) {
  const { chosen, change } = control
  return (
    <div className="mb-7 grid grid-cols-1 items-center gap-y-2 border-line border-y py-2.5 lg:mb-10 lg:grid-cols-[auto_1fr_auto_auto] lg:gap-8 lg:py-3">
      <CategoryChoice control={control} />
      <ProductSearch
        q={chosen.q}
        action={paths.shop()}
        onSearch={(q) => change({ q, show: LIST_PAGE_SIZE }, { replace: chosen.q !== '' && q !== '' })}
        className="col-span-full lg:col-auto lg:w-full lg:max-w-75 lg:justify-self-end"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:contents">
        <Checkbox
          label={t('In stock only')}
          checked={chosen.inStock}
          onChange={(event) => change({ inStock: event.target.checked, show: LIST_PAGE_SIZE })}
        />
        <SortChoice sort={chosen.sort} onChange={(sort) => change({ sort, show: LIST_PAGE_SIZE })} />
      </div>
    </div>
  )
}

function CategoryChoice({ control: { chosen, change, address } }: { control: ShopViewControl }) {
  const { data } = useQuery(categoriesOptions())
  const categories = data ?? []
  // The chosen category stays in sight when the counts did not arrive or know nothing of it.
  const listed =
    chosen.category === '' || categories.some(({ category }) => category === chosen.category)
      ? categories
      : [...categories, { category: chosen.category, count: 0 }]
  const total = categories.reduce((sum, { count }) => sum + count, 0)
  // Counts are of the whole shop: beside a search they would promise what is not listed.
  const counted = chosen.q === '' && !chosen.inStock
  return (
    <nav aria-label={t('Category')} className="col-span-full min-w-0 lg:col-auto">
      <ul className="-mx-gutter flex gap-5.5 overflow-x-auto px-gutter lg:mx-0 lg:max-w-[44rem] lg:px-0">
        {[{ category: '', count: total }, ...listed].map(({ category, count }) => {
          const current = chosen.category === category
          const label = category ? translate(categoryLabel(category)) : t('All')
          return (
            <li key={category || 'all'} className="flex-none">
              <Link
                to={address({ category, show: LIST_PAGE_SIZE })}
                lang={textLanguage(label)}
                aria-current={current ? 'true' : undefined}
                onClick={(event) => {
                  // A link by meaning, to be opened elsewhere too; a plain press is answered as the other controls do.
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  change({ category, show: LIST_PAGE_SIZE })
                }}
                className={classNames(
                  'inline-flex min-h-11 min-w-11 items-center whitespace-nowrap border-b pt-0.5',
                  current ? 'border-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )}
              >
                {label}
                {count > 0 && (
                  <sup
                    className={classNames(
                      '-top-1.5 relative ml-1 text-ink-3 text-xs tabular-nums',
                      !counted && 'invisible',
                    )}
                  >
                    {count}
                  </sup>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function SortChoice({ sort, onChange }: { sort: ShopSort; onChange: (sort: ShopSort) => void }) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-1 text-sm">
      <label htmlFor={id} className="pt-0.5 text-ink-2 max-[359.9px]:sr-only">
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
