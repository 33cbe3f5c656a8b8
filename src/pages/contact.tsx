import { Link } from 'react-router-dom'
import { ContactForm } from '@/features/content/contact-form'
import { ContactWays } from '@/features/content/contact-ways'
import { SellerFacts } from '@/features/content/seller-facts'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

export default function Contact() {
  return (
    <>
      <Head title={t('Contact')} description={t('How to reach us, and who answers.')} path={paths.contact()} />
      <div className="wrap pb-section">
        <PageHead
          title={t('Contact')}
          lead={rich('A person reads and answers. If it is about a parcel, {link} first: the answer is often there.', {
            link: (
              <Link to={paths.trackOrder()} className="link text-ink">
                {t('track your order')}
              </Link>
            ),
          })}
        />
        <div className="grid gap-12 lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-18">
          <ContactForm />
          <ContactWays />
        </div>
        <div className="prose mt-12">
          <SellerFacts />
        </div>
      </div>
    </>
  )
}
