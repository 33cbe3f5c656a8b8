import History from '@lucide/icons/icons/rotate-ccw-clock'
import SearchIcon from '@lucide/icons/icons/search'
import X from '@lucide/icons/icons/x'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent-searches'
import { Marked } from './search-marks'

const MAX_TERMS = 3

interface SearchTermsProps {
  /** What is being typed; empty before. */
  q: string
  terms: readonly string[]
  /** What had the focus is gone. */
  onForgotten: () => void
}

/** Searches to run: earlier ones, each of which can be forgotten, and while typing those that go on from it. */
export function SearchTerms({ q, terms, onForgotten }: SearchTermsProps) {
  const [kept, setKept] = useState(recentSearches)
  const started = q.toLowerCase()
  const recent = kept.filter((search) => search.toLowerCase() !== started && search.toLowerCase().includes(started))
  const offered = q === '' ? [] : terms.filter((term) => !recent.includes(term)).slice(0, MAX_TERMS)
  const earlier = q === '' ? recent : recent.slice(0, MAX_TERMS - offered.length)
  const forget = (forgetting: () => void) => () => {
    forgetting()
    setKept(recentSearches())
    onForgotten()
  }
  if (offered.length + earlier.length === 0) return <div />
  return (
    <nav aria-labelledby="search-terms">
      <h2 id="search-terms" className="pt-4 pb-1.5 font-medium font-text text-ink-3 text-sm tracking-normal">
        {q === '' ? t('Recent searches') : t('Try')}
      </h2>
      <ul className="[&_mark]:font-medium">
        {[...offered, ...earlier].map((term) => (
          <li key={term} className="flex border-line border-b">
            <Link
              to={paths.search(term)}
              lang={textLanguage(term)}
              onClick={() => rememberSearch(term)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-name"
            >
              <Icon of={earlier.includes(term) ? History : SearchIcon} className="text-ink-3" />
              <span className="truncate pt-0.5">
                <Marked text={term} q={q} />
              </span>
            </Link>
            {earlier.includes(term) && (
              <IconButton
                label={t('Forget “{q}”', { q: term })}
                icon={X}
                size={16}
                className="-mr-3.5"
                onClick={forget(() => forgetSearch(term))}
              />
            )}
          </li>
        ))}
      </ul>
      {q === '' && (
        <button type="button" onClick={forget(forgetSearches)} className="link min-h-11 pt-0.5 text-ink-2 text-sm">
          {t('Forget these')}
        </button>
      )}
    </nav>
  )
}
