import { useQuery } from '@tanstack/react-query'
import { BuilderSlot } from '@/features/builder/builder-slot'
import { t } from '@/language/text'
import { Skeleton } from '@/ui/skeleton'
import { Spinner } from '@/ui/spinner'
import { PHOTO_BOX } from './hero-picture'
import { HeroSlider } from './hero-slider'
import { slidesOptions } from './queries'

/**
 * The hero: page-builder content `home-hero` if there is any, else the slider (HOME-03).
 * @param making whether the page tells how things are made
 */
export function Hero({ making }: { making: boolean }) {
  return <BuilderSlot model="home-hero" fallback={<BuiltInHero making={making} />} />
}

/** The slider: showing, loading or empty (HOME-06). */
function BuiltInHero({ making }: { making: boolean }) {
  const { data, isPending } = useQuery(slidesOptions())
  if (data && data.length > 0) return <HeroSlider slides={data} making={making} />
  return (
    <section aria-label={t('Featured')} className="relative bg-page">
      <Skeleton className={PHOTO_BOX} />
      <div className="absolute inset-0 grid place-items-center">
        {isPending ? (
          <Spinner label={t('Loading slides')} />
        ) : (
          <p className="text-ink-2">{t('No slider images available')}</p>
        )}
      </div>
    </section>
  )
}
