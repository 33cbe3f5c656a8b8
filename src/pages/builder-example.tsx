import { type ReactNode, useState } from 'react'
import { BuilderSlot } from '@/features/builder/builder-slot'
import { ProductList } from '@/features/catalog/product-list'
import { FeaturesSection } from '@/features/home/features-section'
import { NewsletterSection } from '@/features/home/newsletter-section'
import { TestimonialsSection } from '@/features/home/testimonials-section'
import { OfferBanner } from '@/features/offers/offer-banner'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'

/** How many products the example's list shows first. */
const SAMPLE = 4

/**
 * The page builder's page for this address if there is one, else the pieces it may place, drawn with the shop's own
 * records (ROUTE-19).
 */
export default function BuilderExample() {
  return <BuilderSlot model="page" fallback={<Pieces />} />
}

function Pieces() {
  const [show, setShow] = useState(SAMPLE)
  return (
    <>
      <Head title={t('Page builder example')} path={paths.builderExample()} noindex />
      <div className="wrap">
        <PageHead
          title={t('Page builder example')}
          lead={t('The pieces a page builder can place on a page of this shop, drawn with the shop’s own records.')}
        />
      </div>
      <Piece name="Products" text="A shelf of products: a category, the bestsellers, what is new, or a tag.">
        <div className="wrap">
          <ProductList
            filter={{ bestseller: true }}
            show={show}
            onShowMore={setShow}
            empty={<Notice title={t('No bestseller products found')} lotus />}
          />
        </div>
      </Piece>
      <Piece name="Offer" text="The special offer that runs now; nothing while there is none.">
        <OfferBanner />
      </Piece>
      <Piece name="Features" text="Why people choose the shop.">
        <FeaturesSection />
      </Piece>
      <Piece name="Testimonials" text="What people say.">
        <TestimonialsSection />
      </Piece>
      <Piece name="Newsletter" text="A field for an email address.">
        <NewsletterSection />
      </Piece>
    </>
  )
}

function Piece({ name, text, children }: { name: PlainSentence; text: PlainSentence; children: ReactNode }) {
  return (
    <div className="border-line border-t pt-9 pb-12">
      <div className="wrap pb-7">
        <h2 className="text-h3">{t(name)}</h2>
        <p className="mt-1.5 text-ink-2">{t(text)}</p>
      </div>
      {children}
    </div>
  )
}
