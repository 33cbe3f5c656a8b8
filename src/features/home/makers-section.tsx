import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { recordStore } from '@/api/client'
import { type Maker, parseMaker } from '@/domain/catalog/maker'
import { MakerFacts, MakerPicture } from '@/features/catalog/maker'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { SectionHead } from '@/ui/section-head'

/** Makers on the homepage (HOME-20). */
const MAKERS_SHOWN = 6

/** Who makes what is sold, in their order (HOME-20). */
export function makersOptions() {
  return queryOptions({
    queryKey: ['makers'],
    queryFn: async ({ signal }): Promise<Maker[]> => {
      const store = await recordStore()
      const query = { filter: 'active = true', sort: 'order', expand: 'products', skipTotal: true, signal }
      return (await store.collection('makers').getList(1, MAKERS_SHOWN, query)).items.map(parseMaker)
    },
  })
}

/** Who makes what is sold (HOME-20): to be swiped on phones, three beside each other from 1024 px on. */
export function MakersSection() {
  const { data: makers = [] } = useQuery(makersOptions())
  if (makers.length === 0) return null
  return (
    <section aria-labelledby="makers" className="pt-section [div:not(:has(~section,~div))>&]:pb-section">
      <div className="wrap">
        <SectionHead id="makers" title={t('Whose hands')} />
      </div>
      <ul
        aria-label={t('Makers')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by the keyboard as well
        tabIndex={0}
        className="flex gap-0.5 overflow-x-auto overscroll-x-contain [scrollbar-width:none] lg:mx-auto lg:grid lg:max-w-[calc(var(--max)+2*var(--gutter))] lg:grid-cols-3 lg:overflow-visible"
      >
        {makers.map((maker, index) => (
          <li key={maker.id} className="flex-[0_0_82vw] pb-2 sm:flex-[0_0_44vw]">
            <MakerPicture
              maker={maker}
              sizes="(min-width: 64em) 33vw, (min-width: 37.5em) 44vw, 82vw"
              className="aspect-[4/5] lg:aspect-square"
            />
            <div
              className={classNames(
                'px-4 pt-3 text-ink-2 text-sm leading-normal in-[li:first-child]:pl-gutter',
                index % 3 === 0 && 'lg:pl-gutter',
                index % 3 === 2 && 'lg:pr-gutter',
              )}
            >
              <h3 lang={textLanguage(maker.name)} className="text-ink">
                {maker.name}
              </h3>
              <MakerFacts maker={maker} />
              {maker.product && (
                <Link
                  to={paths.product(maker.product.id)}
                  lang={textLanguage(maker.product.name)}
                  className="link inline-block py-3 font-medium text-ink"
                >
                  {maker.product.name}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
