import { categoryLabel, EMPTY_VIEW, isNarrowed, shopSearch } from '@/domain/catalog/product-filter'
import { ActiveFilters } from '@/features/catalog/active-filters'
import { ProductList } from '@/features/catalog/product-list'
import { ShopTools } from '@/features/catalog/shop-tools'
import { useIsEmptyCategory, useShopView } from '@/features/catalog/shop-view'
import { WorthWanting } from '@/features/catalog/worth-wanting'
import { t, translate } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'

/** Every product, by category, search, stock and order (ROUTE-02, SHOP-01 to SHOP-05). */
export default function ShopPage() {
  const control = useShopView()
  const { view, chosen, change } = control
  const { show, ...filter } = view
  const narrowed = isNarrowed(view)
  const emptyCategory = useIsEmptyCategory(view.category)
  return (
    <div className="wrap">
      <Head
        title={view.category ? translate(categoryLabel(view.category)) : t('Shop')}
        description={t(
          'Handmade soaps and bags from India: soap cured for five weeks, and bags cut and stitched in small batches.',
        )}
        path={view.category ? paths.category(view.category) : paths.shop()}
        noindex={view.q !== '' || view.inStock || view.sort !== 'featured' || emptyCategory}
      />
      <PageHead title={t('Shop')} lead={t('Soap cured for five weeks, and bags cut and stitched in small batches.')} />
      <ShopTools control={control} />
      <ActiveFilters control={control} />
      <ProductList
        filter={filter}
        show={show}
        // Its line stands from the press on: nothing moves once the list answers.
        countShown={isNarrowed(chosen)}
        changing={shopSearch({ ...chosen, show }) !== shopSearch(view)}
        onShowMore={(next) => change({ show: next }, { replace: true })}
        empty={
          <>
            <Notice
              lotus
              title={narrowed ? t('Nothing fits') : t('The shelf is empty')}
              action={
                narrowed && (
                  <Button onClick={() => change({ ...EMPTY_VIEW, sort: view.sort })}>{t('Show all products')}</Button>
                )
              }
            >
              {view.q
                ? t('No product has “{q}” in its name, category or tags. Try another word, or look at everything.', {
                    q: view.q,
                  })
                : narrowed
                  ? t('No product fits this choice at the moment.')
                  : t('New pieces are on their way. Please come back soon.')}
            </Notice>
            {narrowed && <WorthWanting className="-mt-14" />}
          </>
        }
      />
    </div>
  )
}
