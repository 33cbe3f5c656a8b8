import { useQuery } from '@tanstack/react-query'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { Picture } from '@/ui/picture'
import { Skeleton } from '@/ui/skeleton'
import { heroPicture } from './hero-picture'
import { slidesOptions } from './queries'

/** From 1024 px on as tall as the home page's. */
const BOX = 'aspect-[3/2] w-full lg:aspect-auto lg:h-[clamp(520px,100svh-240px,820px)]'

/**
 * Top of the gifting page (ROUTE-07): heading and lead, from 1024 px on over the wide picture of the slide that leads
 * here, whose left is empty as every slide's. Without such a slide the words stand alone.
 */
export function GiftScene() {
  const { data: slides, isPending } = useQuery(slidesOptions())
  const slide = slides?.find(({ link }) => link.trim() === paths.gifting())
  const picture = slide && heroPicture({ ...slide, image_phone: '' })
  const [title, lead] = [t('Gifting'), t('Things to give, and to be glad of.')]
  if (!isPending && !picture?.source) {
    return (
      <div className="wrap">
        <PageHead title={title} lead={lead} />
      </div>
    )
  }
  const dark = slide?.needsOverlay
  return (
    <div className="relative">
      {picture?.source ? (
        <Picture {...picture} alt="" priority className={BOX} imageClassName="object-[89%_20%] lg:object-[100%_46%]" />
      ) : (
        <Skeleton className={BOX} />
      )}
      {dark && (
        <div className="absolute inset-0 hidden bg-linear-to-r from-[rgb(34_29_25/.68)] from-50% to-[rgb(34_29_25/0)] to-85% lg:block" />
      )}
      <div className="pt-5 lg:absolute lg:inset-0 lg:flex lg:items-center lg:p-0">
        <div className={classNames('wrap', dark ? 'lg:text-paper' : 'lg:text-on-photo')}>
          <h1>{title}</h1>
          <p className={classNames('mt-2.5 text-ink-2 text-lead', dark ? 'lg:text-paper' : 'lg:text-on-photo-2')}>
            {lead}
          </p>
        </div>
      </div>
    </div>
  )
}
