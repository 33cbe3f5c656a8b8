import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { pictureSource } from '@/api/files'
import { sampler } from '@/domain/catalog/sampler'
import { homeProductsOptions } from '@/features/catalog/queries'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Picture } from '@/ui/picture'
import { SectionHead } from '@/ui/section-head'

/** Ways into the shop by what things are made of (HOME-21), from the products the homepage has. */
export function SamplerSection() {
  const { data } = useInfiniteQuery(homeProductsOptions())
  const [page] = data?.pages ?? []
  const samples = page ? sampler([...page.first, ...page.bestsellers, ...page.arrivals]) : []
  if (samples.length === 0) return null
  return (
    <section aria-labelledby="sampler" className="@container pt-section">
      <div className="wrap">
        <SectionHead id="sampler" title={t('By what is in it')} />
      </div>
      <ul
        className={classNames(
          'grid grid-cols-[repeat(auto-fill,minmax(max(4.9rem,33%-2px),1fr))] gap-0.5 lg:mx-auto lg:max-w-[calc(var(--max)+2*var(--gutter))]',
          samples.length > 3 && 'lg:grid-cols-6',
        )}
      >
        {samples.map(({ tag, product, image }) => (
          <li key={tag} className="min-w-0">
            <Link to={paths.search(tag)} className="group block">
              <Picture
                source={pictureSource(product, image)}
                alt=""
                sizes="(min-width: 64em) 25vw, 50vw"
                className="aspect-square"
                imageClassName="scale-150"
              />
              <span
                lang={textLanguage(tag)}
                className="block pt-2 pb-3.5 pl-gutter font-display first-letter:uppercase group-hover:underline @min-[15rem]:in-[li:not(:nth-child(3n+1))]:pl-2.5 lg:in-[li:nth-child(n+2)]:pl-2.5"
              >
                {tag}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
