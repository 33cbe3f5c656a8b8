import { BuilderSlot } from '@/features/builder/builder-slot'
import { ByPrice } from '@/features/catalog/by-price'
import { ProductList } from '@/features/catalog/product-list'
import { useShopView } from '@/features/catalog/shop-view'
import { GiftScene } from '@/features/home/gift-scene'
import { GiftSet } from '@/features/home/gift-set'
import { GiftWords } from '@/features/home/gift-words'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'
import { SectionHead } from '@/ui/section-head'

/** The page builder's page for this address if there is one, else products tagged `gift` (ROUTE-07). */
export default function GiftingPage() {
  return <BuilderSlot model="page" fallback={<Gifts />} />
}

function Gifts() {
  const { view, change } = useShopView()
  return (
    <>
      <Head title={t('Gifting')} description={t('Things to give, and to be glad of.')} path={paths.gifting()} />
      <GiftScene />
      <GiftSet />
      <section aria-labelledby="all-gifts" className="wrap pt-section">
        <SectionHead id="all-gifts" title={t('Gifts')} />
        <ProductList
          filter={{ tag: 'gift' }}
          show={view.show}
          onShowMore={(show) => change({ show }, { replace: true })}
          empty={
            <Notice
              lotus
              title={t('No gifts on the shelf yet')}
              action={<ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>}
            >
              {t('Anything in the shop can be a gift, of course.')}
            </Notice>
          }
        />
      </section>
      <ByPrice />
      <GiftWords />
    </>
  )
}
