import Search from '@lucide/icons/icons/search'
import { useEffect, useRef, useState } from 'react'
import { cleanSearch, MAX_SEARCH_LENGTH } from '@/domain/catalog/search-text'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { CONTROL } from '@/ui/control-style'
import { Icon } from '@/ui/icon'
import { SearchInput } from '@/ui/search-input'
import { rememberSearch } from './recent-searches'

/** Pause after the last key before the search runs, ms. */
const TYPING_PAUSE_MS = 250

interface ProductSearchProps {
  /** The search in force, from the address. */
  q: string
  /** Path a submit without scripts goes to. */
  action: string
  onSearch: (q: string) => void
  className: string
}

/**
 * The search field: searches a moment after typing stops, at once on Enter, and follows the address when Back changes
 * it.
 */
export function ProductSearch({ q, action, onSearch, className }: ProductSearchProps) {
  const { field, text, setText, run, runSoon } = useTypedSearch(q, onSearch)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is unknown to the oldest phones the store runs on
    <form
      role="search"
      action={action}
      className={classNames('relative', className)}
      onSubmit={(event) => {
        event.preventDefault()
        run(text)
        rememberSearch(text)
      }}
    >
      <Icon of={Search} className="pointer-events-none absolute top-1/2 left-3.5 z-1 -translate-y-1/2 text-ink-3" />
      <SearchInput
        ref={field}
        aria-label={t('Search products')}
        placeholder={t('Search products')}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          runSoon(event.target.value)
        }}
        onClear={() => {
          setText('')
          run('')
        }}
        className={classNames(CONTROL, 'h-12! pr-11! pl-11 lg:h-11! lg:bg-transparent')}
      />
    </form>
  )
}

/** What stands in the field, also from before the page came alive, and its search: now (`run`) or once typing stops. */
function useTypedSearch(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = useRef(onSearch)
  search.current = onSearch

  const run = (value: string) => {
    clearTimeout(timer.current)
    search.current(cleanSearch(value))
  }
  const runSoon = (value: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => run(value), TYPING_PAUSE_MS)
  }
  const start = useRef({ q, runSoon })

  useEffect(() => {
    // Letters typed before the page came alive.
    const typed = field.current?.value ?? ''
    if (typed !== start.current.q) {
      setText(typed)
      start.current.runSoon(typed)
    }
    return () => clearTimeout(timer.current)
  }, [])

  const known = useRef(q)
  useEffect(() => {
    if (known.current === q) return
    known.current = q
    // What the address says counts, unless it says what is being typed already ("rose " searches for "rose").
    setText((shown) => (cleanSearch(shown) === q ? shown : q))
  }, [q])

  return { field, text, setText, run, runSoon }
}
