import { BuilderSlot } from '@/features/builder/builder-slot'
import { ByPrice } from '@/features/catalog/by-price'
import { Shelf } from '@/features/catalog/shelf'
import { GiftScene } from '@/features/home/gift-scene'
import { GiftSet } from '@/features/home/gift-set'
import { GiftWords } from '@/features/home/gift-words'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { SectionHead } from '@/ui/section-head'

/** The page builder's page for this address if there is one, else products tagged `gift` (ROUTE-07). */
export default function GiftingPage() {
  return <BuilderSlot model="page" fallback={<Gifts />} />
}

function Gifts() {
  return (
    <>
      <Head title={t('Gifting')} description={t('Things to give, and to be glad of.')} path={paths.gifting()} />
      <GiftScene />
      <GiftSet />
      <section aria-labelledby="all-gifts" className="wrap pt-section">
        <SectionHead id="all-gifts" title={t('Gifts')} />
        <Shelf filter={{ tag: 'gift' }} emptyTitle={t('No gifts on the shelf yet')}>
          {t('Anything in the shop can be a gift, of course.')}
        </Shelf>
      </section>
      <ByPrice />
      <GiftWords />
    </>
  )
}
