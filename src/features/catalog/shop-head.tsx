import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { useSettings } from '@/api/settings'
import type { Product } from '@/domain/catalog/product'
import { categoryLabel, isFiltered, type ShopView } from '@/domain/catalog/product-filter'
import { grouped, ownWords, t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { breadcrumbs } from '@/lib/breadcrumbs'
import { paths } from '@/lib/paths'
import { Head, HeadContext } from '@/ui/head'
import { useListLength } from './product-list'
import { categoriesOptions, productListOptions } from './queries'

/** Products a category is described with. */
const NAMED = 3
/** Products a category names to search engines. */
const LISTED = 24

/** The shop's heading, or the category's own (SHOP-06), its search, and what the page says of itself. */
export function ShopHead({ view, search }: { view: ShopView; search: ReactNode }) {
  const { show: _, ...filter } = view
  const { category } = view
  const { data: categories } = useQuery(categoriesOptions())
  const { data } = useInfiniteQuery(productListOptions(filter))
  const filtered = isFiltered(view)
  const total = category
    ? categories?.find((known) => known.category === category)?.count
    : categories?.reduce((sum, { count }) => sum + count, 0)
  const found = useListLength(filter)?.total
  // Anybody can write one into an address: it is given no name, and search engines shall keep none of those.
  const missing = category !== '' && categories !== undefined && total === undefined
  const title = category && !missing ? translate(categoryLabel(category)) : t('Shop')
  const mission = ownWords(useSettings().footer_mission)
  return (
    <>
      <ShopMeta
        view={view}
        title={title}
        products={filtered ? [] : (data?.pages[0]?.products ?? [])}
        missing={missing}
      />
      <div className="wrap flex flex-wrap items-baseline gap-x-3 gap-y-2 pt-4 pb-2 lg:items-end lg:pt-9 lg:pb-4.5">
        <h1 lang={textLanguage(title)} className="min-w-0 text-[2.125rem] lg:text-[3.5rem]">
          {title}
        </h1>
        <span className="flex-none text-ink-3 text-sm tabular-nums lg:pb-1.5">
          {total !== undefined && filtered && found !== undefined
            ? t('{number} of {total}', { number: found, total })
            : grouped(total ?? found ?? '')}
        </span>
        <div className="flex basis-full items-end gap-8 lg:ml-auto lg:basis-auto">
          {!category && mission && (
            <p lang={textLanguage(mission)} className="hidden max-w-[44ch] text-ink-2 lg:block">
              {mission}
            </p>
          )}
          {search}
        </div>
      </div>
    </>
  )
}

interface ShopMetaProps {
  view: ShopView
  title: string
  products: readonly Product[]
  /** Nothing is in the category. */
  missing: boolean
}

function ShopMeta({ view, title, products, missing }: ShopMetaProps) {
  const { origin } = useContext(HeadContext)
  const { category } = view
  const mission = ownWords(useSettings().footer_mission)
  const names = products.slice(0, NAMED).map(({ name }) => name)
  return (
    <Head
      title={title}
      description={
        category && names.length > 0 ? t('{category}: {names}.', { category: title, names: names.join(', ') }) : mission
      }
      path={category ? paths.category(category) : paths.shop()}
      noindex={isFiltered(view) || view.sort !== 'featured'}
      missing={missing}
      jsonLd={category && products.length > 0 ? categoryData(category, products, origin) : undefined}
    />
  )
}

/** The category and its place in the shop for search engines (schema.org), from the records alone. */
function categoryData(category: string, products: readonly Product[], origin: string): object[] {
  const name = categoryLabel(category)
  const url = origin + paths.category(category)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name,
      url,
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: products.slice(0, LISTED).map((product, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: product.name,
          url: origin + paths.product(product.id),
        })),
      },
    },
    breadcrumbs([
      ['Shop', origin + paths.shop()],
      [name, url],
    ]),
  ]
}
