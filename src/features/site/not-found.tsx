import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { MAX_SEARCH_LENGTH } from '@/domain/catalog/search-text'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'
import { Picture } from '@/ui/picture'
import photo from './market-jhola.webp'

const ELSEWHERE: { label: PlainSentence; to: string }[] = [
  { label: 'Go to the shop', to: paths.shop() },
  { label: 'Bestsellers', to: paths.bestsellers() },
  { label: 'New Arrivals', to: paths.newArrivals() },
  { label: 'Track an order', to: paths.trackOrder() },
]

/** For an address no screen stands behind (ROUTE-20): what was meant is looked for, or the shop opened (ROUTE-27). */
export function NotFound() {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(paths.search(`${new FormData(event.currentTarget).get('q')}`))
  }
  return (
    <section className="wrap grid gap-2 pb-16 lg:grid-cols-2 lg:items-center lg:gap-18 lg:pt-14 lg:pb-26">
      <Picture
        source={{ src: photo }}
        alt={t('A striped market jhola hanging from a wooden peg')}
        priority
        className="-mx-gutter aspect-square lg:order-2 lg:mx-0"
        imageClassName="object-[50%_20%] lg:object-center"
      />
      <div className="pt-6">
        <h1>{t('Page not found')}</h1>
        <p className="mt-3.5 mb-6.5 max-w-measure text-ink-2 text-lead">
          {t('The address may be old, or have a letter out of place. The shop is where it always was.')}
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: the search element is unknown to the oldest phones the store runs on */}
        <form role="search" action={paths.shop()} onSubmit={search} className="flex max-w-[30rem] flex-wrap gap-3">
          <Input
            type="search"
            name="q"
            aria-label={t('Search products')}
            placeholder={t('Search products')}
            enterKeyHint="search"
            maxLength={MAX_SEARCH_LENGTH}
            className="min-w-0 flex-[1_1_10rem]"
          />
          <Button type="submit">{t('Search')}</Button>
        </form>
        <ul className="mt-5 flex flex-wrap gap-x-7">
          {ELSEWHERE.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className="link inline-block py-2.5">
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
