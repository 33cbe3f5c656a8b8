import { queryOptions, useQuery } from '@tanstack/react-query'
import { DEFAULT_SETTINGS, parseSettings, type StoreSettings } from '@/domain/site/settings'
import { firstRecord } from './client'

/** What merchandisers set for the whole shop; every room above needs some of it, so it is asked for here, once. */
export function settingsOptions() {
  return queryOptions({
    queryKey: ['store_settings'],
    queryFn: async ({ signal }): Promise<StoreSettings> =>
      parseSettings(await firstRecord('store_settings', { signal })),
    staleTime: 5 * 60_000,
  })
}

/** The shop's settings; the defaults (CART-15, SHEET-08) until they have arrived and when they cannot be had. */
export function useSettings(): StoreSettings {
  return useQuery(settingsOptions()).data ?? DEFAULT_SETTINGS
}
