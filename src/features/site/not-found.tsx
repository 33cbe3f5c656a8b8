import { Link } from 'react-router-dom'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Picture } from '@/ui/picture'
import photo from './market-jhola.webp'

const ELSEWHERE: { label: PlainSentence; to: string }[] = [
  { label: 'Bestsellers', to: paths.bestsellers() },
  { label: 'New Arrivals', to: paths.newArrivals() },
  { label: 'Track an order', to: paths.trackOrder() },
]

/** For an address no screen stands behind (ROUTE-20). */
export function NotFound() {
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
        <p className="mt-3.5 mb-6.5 max-w-[36ch] text-ink-2 text-lead">
          {t('The address may be old, or have a letter out of place. The shop is where it always was.')}
        </p>
        <ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>
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
