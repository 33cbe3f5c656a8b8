import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { firstRecord } from '@/api/client'
import { visibleLinks } from '@/domain/site/navigation'

/** What the frame shows changes a few times a year. */
const STALE_MS = 5 * 60_000

/** The links the active navigation record shows, in its order (NAV-02); without one every link (NAV-03). */
export function navigationOptions() {
  return queryOptions({
    queryKey: ['navbar_config'],
    queryFn: async ({ signal }) =>
      visibleLinks(await firstRecord('navbar_config', { filter: 'is_active = true', signal })),
    staleTime: STALE_MS,
  })
}

/** The newest active theme record as tokens of both themes, or null: then Warm Brown stays (THEME-02). */
export function themeOptions() {
  return queryOptions({
    queryKey: ['theme_settings'],
    queryFn: async ({ signal }) => {
      // A rendered page brings the tokens: what makes them of a record is no part of its first load.
      const [record, { deriveTheme }] = await Promise.all([
        firstRecord('theme_settings', { filter: 'is_active = true', sort: '-created', signal }),
        import('@/domain/site/theme'),
      ])
      return record && deriveTheme(record)
    },
    staleTime: STALE_MS,
  })
}

/** The record of the shop's logo, or null (NAV-07). */
export function logoOptions() {
  return queryOptions({
    queryKey: ['assets', 'logo'],
    queryFn: async ({ signal }): Promise<{ id: string; collectionId: string; file: string; alt: string } | null> => {
      const record = await firstRecord('assets', { filter: 'key = "logo"', signal })
      if (!record?.file) return null
      return {
        id: String(record.id),
        collectionId: String(record.collectionId),
        file: String(record.file),
        alt: String(record.alt ?? ''),
      }
    },
    staleTime: STALE_MS,
  })
}

/** Starts what the frame of every page asks for. Must not throw. */
export function frameRequests(client: QueryClient): void {
  void client.prefetchQuery(navigationOptions())
  void client.prefetchQuery(themeOptions())
  void client.prefetchQuery(logoOptions())
}
