import { useQuery } from '@tanstack/react-query'
import { BuilderSlot } from '@/features/builder/builder-slot'
import { t } from '@/language/text'
import { Skeleton } from '@/ui/skeleton'
import { Spinner } from '@/ui/spinner'
import { PHOTO_BOX } from './hero-slide'
import { HeroSlider } from './hero-slider'
import { slidesOptions } from './queries'

/** The hero: page-builder content `home-hero` if there is any, else the slider (HOME-03). */
export function Hero() {
  return <BuilderSlot model="home-hero" fallback={<BuiltInHero />} />
}

/** The slider: showing, loading or empty (HOME-06). */
function BuiltInHero() {
  const { data, isPending } = useQuery(slidesOptions())
  if (data && data.length > 0) return <HeroSlider slides={data} />
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
