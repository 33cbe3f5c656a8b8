import { useQuery } from '@tanstack/react-query'
import { fileUrl, pictureSource } from '@/api/files'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { HERO_SIZES } from './hero-slide'
import { slidesOptions } from './queries'

/** What the homepage says about itself; the first slide's picture is fetched with the HTML and shared with links. */
export function HomeHead() {
  const slide = useQuery(slidesOptions()).data?.[0]
  const source = slide && pictureSource(slide, slide.image, { fullWidth: 1920 })
  return (
    <Head
      description="Cold-process soaps and block-printed, jute and canvas bags, made by hand in India in small batches."
      path={paths.home()}
      image={slide && fileUrl(slide, slide.image, 'large')}
      preload={source ? { src: source.src, srcSet: source.srcSet, sizes: HERO_SIZES } : undefined}
    />
  )
}
