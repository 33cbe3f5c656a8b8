import { WorthWanting } from '@/features/catalog/worth-wanting'
import { Checkout } from '@/features/checkout/checkout'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** Contact, address and payment on one page, for guests and signed-in shoppers alike (ROUTE-10, ORDER-01). */
export default function CheckoutPage() {
  return (
    <div className="wrap">
      <Head title={t('Checkout')} noindex />
      <div className="pt-4.5 pb-3 lg:pt-8 lg:pb-6">
        <h1>{t('Checkout')}</h1>
        <p className="mt-1 max-w-[52ch] text-ink-2 text-sm">
          {t('The total is all you pay: delivery and taxes are included.')}
        </p>
      </div>
      <Checkout empty={<WorthWanting small className="-mt-14 mx-auto max-w-[26rem] pb-section" />} />
    </div>
  )
}
