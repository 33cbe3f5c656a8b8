import { EMPTY_VIEW, isFiltered, shopSearch } from '@/domain/catalog/product-filter'
import { ActiveFilters } from '@/features/catalog/active-filters'
import { FilterRow } from '@/features/catalog/filter-row'
import { ProductList } from '@/features/catalog/product-list'
import { ShopHead } from '@/features/catalog/shop-head'
import { ShopTools } from '@/features/catalog/shop-tools'
import { useShopView } from '@/features/catalog/shop-view'
import { WorthWanting } from '@/features/catalog/worth-wanting'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

/** Every product, by category, search, stock and order (ROUTE-02, SHOP-01 to SHOP-06). */
export default function ShopPage() {
  const control = useShopView()
  const { view, chosen, change } = control
  const { show, ...filter } = view
  const changing = shopSearch({ ...chosen, show }) !== shopSearch(view)
  const narrowed = view.category !== '' || isFiltered(view)
  return (
    <>
      <ShopHead view={view} search={<ShopTools control={control} />} />
      <FilterRow control={control} />
      <div className="wrap">
        <ActiveFilters control={control} changing={changing} />
        <ProductList
          filter={filter}
          show={show}
          told
          changing={changing}
          onShowMore={(next) => change({ show: next }, { replace: true })}
          empty={
            <>
              <Notice
                lotus
                title={narrowed ? t('Nothing fits') : t('The shelf is empty')}
                action={
                  narrowed && (
                    <Button
                      onClick={() => {
                        // It goes with the empty shelf.
                        document.getElementById('main')?.focus({ preventScroll: true })
                        change({ ...EMPTY_VIEW, sort: view.sort })
                      }}
                    >
                      {t('Show all products')}
                    </Button>
                  )
                }
              >
                {view.q && !view.category
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
    </>
  )
}
