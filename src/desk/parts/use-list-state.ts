import { useLocation, useNavigate } from 'react-router-dom'
import { useTypedSearch } from './use-typed-search'

interface Listed {
  search: string
  tab: string
  page: number
}

/**
 * What a list shows: search, tab and page stand in the address, so that Back, reload and a link bring the same.
 * `typed` runs ahead of `search`. Another search or tab begins at its first page.
 */
export function useListState() {
  const { pathname, search: asked } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(asked)
  const state: Listed = {
    search: params.get('search') ?? '',
    tab: params.get('tab') ?? '',
    page: Math.max(1, Number(params.get('page')) || 1),
  }
  const address = (part: Partial<Listed>) => {
    const next = { ...state, page: 1, ...part }
    const written = new URLSearchParams()
    if (next.search) written.set('search', next.search)
    if (next.tab) written.set('tab', next.tab)
    if (next.page > 1) written.set('page', String(next.page))
    return `${pathname}${written.size > 0 ? `?${written}` : ''}`
  }
  const [typed, type] = useTypedSearch(state.search, (search) => navigate(address({ search }), { replace: true }))
  return {
    ...state,
    typed,
    type,
    go: (part: Partial<Listed>) => navigate(address(part)),
    href: (part: Partial<Listed>) => `#${address(part)}`,
  }
}

export type ListState = ReturnType<typeof useListState>
