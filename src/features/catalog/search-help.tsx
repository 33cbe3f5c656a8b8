import { keepPreviousData, useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { cleanSearch } from '@/domain/catalog/search'
import { formatRupees } from '@/domain/money'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { suggestionsOptions } from './queries'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches'

const HELP_ID = 'search-help'
/** Shorter texts begin too many words. */
const SHORTEST_SUGGESTED = 2

const CHIP =
  'relative inline-flex min-h-11 max-w-64 flex-none items-center gap-1.5 rounded border border-line px-3 pt-0.5 text-sm hover:border-line-strong'

const chips = () => [...document.querySelectorAll<HTMLElement>(`#${HELP_ID} :is(a, button)`)]

/** Moves the focus to the help's part at this index; false when there is none. */
export function focusHelp(index: number): boolean {
  const chip = chips()[index]
  chip?.focus()
  return chip !== undefined
}

function moveFocus(event: KeyboardEvent): void {
  const all = chips()
  const index = all.indexOf(event.target as HTMLElement)
  const to = { ArrowDown: index + 1, ArrowRight: index + 1, ArrowUp: index - 1, ArrowLeft: index - 1 }[event.key]
  if (to === undefined && event.key !== 'Escape') return
  event.preventDefault()
  if (to !== undefined && to >= 0) all[Math.min(to, all.length - 1)]?.focus()
  else document.querySelector<HTMLElement>('[role="search"] input')?.focus()
}

interface SearchHelpProps {
  /** The search in force. */
  q: string
  /** What stands in the field; undefined until somebody goes there. */
  typed: string | undefined
  onSearch: (q: string) => void
}

/**
 * Below the search field: products to go straight to while typing, and what was searched for before while the field
 * is empty. It stands in the page and lies over nothing, and goes only when the text changes: nothing moves under a
 * finger.
 */
export function SearchHelp({ q, typed, onSearch }: SearchHelpProps) {
  const text = cleanSearch(typed ?? '')
  const asked = useDeferredValue(text)
  const enabled = asked.length >= SHORTEST_SUGGESTED
  const { data } = useQuery({ ...suggestionsOptions(asked), enabled, placeholderData: keepPreviousData })
  const [recent, setRecent] = useState<string[]>([])
  const isEmpty = typed !== undefined && text === '' && q === ''
  useEffect(() => {
    if (isEmpty) setRecent(recentSearches())
  }, [isEmpty])

  const suggestions = typed !== undefined && enabled ? (data ?? []) : []
  const earlier = isEmpty ? recent : []
  if (suggestions.length === 0 && earlier.length === 0) return null
  return (
    <nav
      id={HELP_ID}
      aria-label={earlier.length > 0 ? t('Recent searches') : t('Suggestions')}
      onKeyDown={moveFocus}
      className="col-span-full -mx-gutter min-w-0 overflow-x-auto px-gutter"
    >
      <ul className="flex gap-2 py-1">
        {suggestions.map(({ id, name, price }) => (
          <li key={id} className="flex-none">
            <Link to={paths.product(id)} lang={textLanguage(name)} onClick={() => rememberSearch(q)} className={CHIP}>
              <span className="truncate">{name}</span>
              <span className="sr-only">, </span>
              <span className="flex-none text-ink-3 tabular-nums">{formatRupees(price)}</span>
            </Link>
          </li>
        ))}
        {earlier.map((search) => (
          <li key={search} className="flex-none">
            <button type="button" lang={textLanguage(search)} onClick={() => onSearch(search)} className={CHIP}>
              <Icon of={History} small />
              <span className="truncate">{search}</span>
            </button>
          </li>
        ))}
        {earlier.length > 0 && (
          <li className="flex-none">
            <button
              type="button"
              onClick={() => {
                forgetSearches()
                setRecent([])
                document.querySelector<HTMLElement>('[role="search"] input')?.focus()
              }}
              className="link inline-flex min-h-11 items-center px-2 pt-0.5 text-sm"
            >
              {t('Forget these')}
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}
