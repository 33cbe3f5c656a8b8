import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { recordStore } from '@/api/client'
import { pictureSource } from '@/api/files'
import { parseProduct } from '@/domain/catalog/product'
import { categoryLabel } from '@/domain/catalog/product-filter'
import { grouped, t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Picture } from '@/ui/picture'
import { categoriesOptions } from './queries'

/** The first product in the order of each category, and of the gifts; null where there is none. */
function firstProductsOptions(categories: readonly string[]) {
  return queryOptions({
    queryKey: ['products', 'first', categories],
    queryFn: async ({ signal }) => {
      const store = await recordStore()
      const filters = categories.map((category) => store.filter('category = {:category}', { category }))
      return Promise.all(
        [...filters, 'gift = true'].map(async (filter) => {
          const query = { filter, sort: '-place,@rowid', skipTotal: true, signal }
          const { items } = await store.collection('products').getList(1, 1, query)
          return items[0] ? parseProduct(items[0]) : null
        }),
      )
    },
    staleTime: 5 * 60_000,
  })
}

/** The two largest categories and the gifts, each by the picture of its first product; an empty one is left out. */
export function CategoryPictures() {
  const { data: categories = [], isError: areUnknown, isSuccess } = useQuery(categoriesOptions())
  const largest = categories.slice(0, 2)
  const first = firstProductsOptions(largest.map(({ category }) => category))
  const { data: products, isError } = useQuery({ ...first, enabled: isSuccess })
  if (areUnknown || isError) return null
  // Its place is kept while the pictures are on their way.
  if (!products) return <div className="mb-11 aspect-9/4 bg-tile md:aspect-4/1 short:hidden" />
  const shelves = largest.map(({ category, count }, place) => ({
    to: paths.category(category),
    label: translate(categoryLabel(category)),
    count: grouped(count),
    product: products[place],
  }))
  shelves.push({ to: paths.gifting(), label: t('Gifts'), count: '', product: products.at(-1) })
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-0.5 *:min-w-0 short:hidden">
      {shelves.map(
        ({ to, label, count, product }) =>
          product && (
            <Link key={to} to={to} className="group block">
              <Picture
                source={pictureSource(product, product.images[0])}
                alt=""
                sizes="34vw"
                className="aspect-3/4 md:aspect-4/3"
              />
              <span className="flex flex-wrap items-baseline justify-between gap-x-2 py-2.5 pr-1.5 pl-2.5 group-first:pl-gutter">
                <span lang={textLanguage(label)} className="font-display text-lead leading-tight">
                  {label}
                </span>
                <span className="text-ink-3 text-xs tabular-nums">{count}</span>
              </span>
            </Link>
          ),
      )}
    </div>
  )
}
