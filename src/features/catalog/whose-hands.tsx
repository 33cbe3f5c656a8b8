import type { Maker } from '@/domain/catalog/maker'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { MakerFacts, MakerPicture } from './maker'

/** Who makes the product of a page (PROD-09). */
export function WhoseHands({ makers }: { makers: readonly Maker[] }) {
  if (makers.length === 0) return null
  return (
    <section
      aria-label={t('Whose hands')}
      className="-mx-gutter mt-14 bg-sunken lg:mt-24 [&+section]:mt-0 [&+section]:border-t-0"
    >
      {makers.map((maker) => (
        <div key={maker.id} className="grid md:grid-cols-2">
          <MakerPicture
            maker={maker}
            sizes="(min-width: 48em) 50vw, 100vw"
            className="aspect-[4/3] lg:aspect-auto lg:h-115"
          />
          <div className="px-gutter pt-5 pb-6 text-ink-2 md:self-center lg:max-w-lg">
            <p className="eyebrow">{t('Whose hands')}</p>
            <h2 lang={textLanguage(maker.name)} className="mb-2 text-ink">
              {maker.name}
            </h2>
            <MakerFacts maker={maker} />
          </div>
        </div>
      ))}
    </section>
  )
}
