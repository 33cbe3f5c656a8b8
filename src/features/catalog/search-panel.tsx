import ArrowLeft from '@lucide/icons/icons/arrow-left'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import { cleanSearch, MAX_SEARCH_LENGTH } from '@/domain/catalog/search-text'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { IconButton } from '@/ui/icon-button'
import { LoadFailed } from '@/ui/load-failed'
import { SearchInput } from '@/ui/search-input'
import { SheetDialog } from '@/ui/sheet-dialog'
import { rememberSearch } from './recent-searches'
import { HITS_ID, hitId, SearchHits } from './search-hits'
import { SearchTerms } from './search-terms'
import { suggestionsOptions } from './suggestions'

/** Shorter texts begin too many words. */
const SHORTEST_SUGGESTED = 2

/**
 * The search over every page (FIND-08): while typing, words to search for and products to go straight to, for arrow
 * keys too; before, what was searched for in this browser, and bestsellers (FIND-04).
 */
export function SearchPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <SheetDialog open={open} onOpenChange={onClose} title={t('Search')} side="top">
      <Search onClose={onClose} />
    </SheetDialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useTypedSearch()
  const asked = useDeferredValue(cleanSearch(typed))
  const suggestions = suggestionsOptions(asked.length < SHORTEST_SUGGESTED ? '' : asked)
  const query = useQuery({ ...suggestions, placeholderData: keepPreviousData })
  const { data } = query
  const [active, setActive] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const type = (text: string) => {
    setTyped(text)
    setActive(-1)
  }
  useEffect(() => {
    // Returns a promise in new browsers, which is no clean-up.
    document.getElementById(hitId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is unknown to the oldest phones the store runs on */}
      <form
        role="search"
        action={paths.shop()}
        className="grid h-15 flex-none grid-cols-[44px_1fr] items-center border-line border-b px-2 has-[input:focus-visible]:border-ink lg:h-18 lg:px-[calc(max(var(--gutter),(100%-var(--max))/2)-12px)]"
        onSubmit={(event) => {
          event.preventDefault()
          rememberSearch(typed)
          void navigate(paths.search(cleanSearch(typed)))
        }}
      >
        <IconButton label={t('Close')} icon={ArrowLeft} onClick={onClose} />
        <SearchInput
          ref={field}
          // No combobox by role: it is a searchbox to whoever looks for one, and may point at an option all the same.
          aria-label={t('Search products')}
          aria-autocomplete="list"
          aria-controls={HITS_ID}
          aria-activedescendant={active < 0 ? undefined : hitId(active)}
          placeholder={t('Search products')}
          maxLength={MAX_SEARCH_LENGTH}
          data-focus-first
          value={typed}
          onChange={(event) => type(event.target.value)}
          onClear={() => type('')}
          onKeyDown={(event) => chooseByKey(event, active, setActive, data?.suggestions.length ?? 0)}
          className="h-14 w-full appearance-none bg-transparent pt-0.5 pr-11 text-lead outline-none lg:font-display lg:text-title"
        />
      </form>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-[max(var(--gutter),(100%-var(--max))/2)] pb-6 lg:grid lg:grid-cols-[3fr_9fr] lg:gap-14 lg:pb-10">
        <SearchTerms q={data?.q ?? asked} terms={data?.terms ?? []} onForgotten={() => field.current?.focus()} />
        {data && <SearchHits {...data} active={active} onFollow={() => rememberSearch(data.q)} />}
        {!data && query.error && (
          <LoadFailed title={t('The shelf did not load')} busy={query.isFetching} onRetry={() => void query.refetch()}>
            {errorSentence(query.error)}
          </LoadFailed>
        )}
      </div>
    </>
  )
}

/** What stands in the field: at first the search of the page below. */
function useTypedSearch() {
  const { pathname, search } = useLocation()
  return useState(() => (pathname === paths.shop() ? (new URLSearchParams(search).get('q') ?? '') : ''))
}

/** Up and down walk along the offered products, Enter follows the one they are at. */
function chooseByKey(event: KeyboardEvent, active: number, setActive: (index: number) => void, count: number): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) setActive(Math.max(-1, Math.min(active + step, count - 1)))
  // An Enter that ends a word of an input method chooses nothing.
  else if (event.key === 'Enter' && active >= 0 && !event.nativeEvent.isComposing)
    document.getElementById(hitId(active))?.click()
  else return
  event.preventDefault()
}
