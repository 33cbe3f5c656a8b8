import ArrowRight from '@lucide/icons/icons/arrow-right'
import { Link } from 'react-router-dom'
import type { Suggestion, Suggestions } from '@/api/catalog-routes'
import { pictureSource } from '@/api/files'
import { categoryLabel } from '@/domain/catalog/product-filter'
import { formatRupees } from '@/domain/money'
import { t, tn, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { OfferPrice } from './price'
import { Marked } from './search-marks'

export const HITS_ID = 'search-hits'

/** Id of the product at this place, for `aria-activedescendant`. */
export const hitId = (place: number) => `search-hit-${place}`

interface SearchHitsProps extends Suggestions {
  /** What is being typed; empty before. */
  q: string
  /** Place of the product the arrow keys are at. */
  active: number
  onFollow: () => void
}

/** Products to go straight to: rows on phones, squares beside each other on larger screens. */
export function SearchHits({ q, suggestions, total, corrected, active, onFollow }: SearchHitsProps) {
  const count = suggestions.length === 0 ? t('Nothing fits') : tn(total, '{count} product', '{count} products')
  return (
    <section aria-labelledby="search-count" className="min-w-0">
      <h2 id="search-count" className="pt-4 pb-1.5 font-medium font-text text-ink-3 text-sm tracking-normal">
        <span role="status">{q === '' ? t('Bestsellers') : count}</span>
      </h2>
      <div role="listbox" id={HITS_ID} aria-labelledby="search-count" className="lg:grid lg:grid-cols-6 lg:gap-0.5">
        {suggestions.map((hit, place) => (
          <Hit
            key={hit.id}
            hit={hit}
            id={hitId(place)}
            isActive={place === active}
            q={corrected || q}
            onFollow={onFollow}
          />
        ))}
      </div>
      {q !== '' && total > 1 && (
        <Link
          to={paths.search(q)}
          onClick={onFollow}
          className="flex min-h-13 items-center justify-between gap-3 font-medium lg:mt-3"
        >
          {t('All {count} for “{q}”', { count: total, q })}
          <Icon of={ArrowRight} />
        </Link>
      )}
    </section>
  )
}

interface HitProps {
  hit: Suggestion
  id: string
  isActive: boolean
  q: string
  onFollow: () => void
}

function Hit({ hit, id, isActive, q, onFollow }: HitProps) {
  const category = translate(categoryLabel(hit.category))
  return (
    <Link
      role="option"
      id={id}
      aria-selected={isActive}
      tabIndex={-1}
      to={paths.product(hit.id)}
      onClick={onFollow}
      className="group -mx-gutter grid grid-cols-[72px_1fr] items-center gap-x-3.5 border-line border-b px-gutter py-2 aria-selected:bg-sunken lg:mx-0 lg:block lg:border-0 lg:p-0 lg:aria-selected:bg-transparent"
    >
      <Picture
        source={pictureSource({ id: hit.id, collectionId: 'products' }, hit.image)}
        alt=""
        sizes="(min-width: 64em) 12vw, 72px"
        className={classNames('aspect-square lg:mb-2', hit.sold_out && 'opacity-50', hit.offer && 'row-span-2')}
      />
      <span className="flex min-w-0 flex-wrap items-center gap-x-3.5 lg:block">
        <span className="min-w-[6em] flex-1 lg:block lg:pr-2.5">
          <span
            lang={textLanguage(hit.name)}
            className="line-clamp-2 font-display text-lead lg:line-clamp-3 leading-tight underline-offset-[.2em] group-hover:underline group-aria-selected:underline lg:text-name lg:leading-tight [&_mark]:underline"
          >
            <Marked text={hit.name} q={q} />
          </span>
          <span lang={textLanguage(category)} className="block text-ink-3 text-xs">
            {hit.sold_out ? t('Out of stock') : category}
          </span>
        </span>
        <span className="whitespace-nowrap tabular-nums">{formatRupees(hit.price)}</span>
      </span>
      <OfferPrice offer={hit.offer} className="col-start-2 line-clamp-2 text-xs" />
    </Link>
  )
}
