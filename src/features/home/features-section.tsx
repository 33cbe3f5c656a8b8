import { BuilderSlot } from '@/features/builder/builder-slot'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { Picture } from '@/ui/picture'
import { SectionHead } from '@/ui/section-head'
import ingredients from './images/feature-ingredients.webp'
import love from './images/feature-love.webp'
import quality from './images/feature-quality.webp'

const FEATURES: { title: PlainSentence; text: PlainSentence; image: string }[] = [
  {
    title: 'Natural Ingredients',
    text: 'Cold-process soap with real petals, milk and leaf. We name what goes into every bar.',
    image: ingredients,
  },
  {
    title: 'Quality Guaranteed',
    text: 'Soap cures for five weeks; bags are made in small batches. If something is not right, a person answers.',
    image: quality,
  },
  {
    title: 'Made with Love',
    text: 'Cut, printed, tied and stitched by people paid by the piece, at rates they set with us.',
    image: love,
  },
]

/** Three reasons to buy, or page-builder content `home-features` (HOME-09). */
export function FeaturesSection() {
  return <BuilderSlot model="home-features" fallback={<BuiltInFeatures />} />
}

function BuiltInFeatures() {
  return (
    <section aria-labelledby="features" className="wrap pt-section">
      <SectionHead id="features" eyebrow={t('Why Choose Us')} title={t('Crafted with Care')} />
      <ul className="grid gap-5 md:grid-cols-3 md:gap-column">
        {FEATURES.map(({ title, text, image }) => (
          <li key={title} className="flex flex-wrap items-center gap-x-4.5 gap-y-3 md:block">
            <Picture
              source={{ src: image }}
              alt=""
              className="aspect-square w-28 md:mb-4.5 md:aspect-[4/3] md:w-auto"
            />
            <div className="min-w-0 flex-[1_1_9rem]">
              <h3 className="text-accordion md:text-h3">{t(title)}</h3>
              <p className="mt-1 max-w-[40ch] text-ink-2 text-sm leading-normal md:mt-2 md:text-base">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
