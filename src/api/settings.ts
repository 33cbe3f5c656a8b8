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

/** Until its records have come a shop is called as its page is, which the build of a static host has asked for. */
const BEFORE = { ...DEFAULT_SETTINGS, store_name: globalThis.document?.title ?? '' }

/** The shop's settings; the defaults (CART-15, SHEET-08) until they have arrived and when they cannot be had. */
export function useSettings(): StoreSettings {
  return useQuery(settingsOptions()).data ?? BEFORE
}

/** Address of a chat with the shop, its first words, else the shop's greeting, filled in; empty without a number. */
export function useChatAddress(words?: string): string {
  const { chat_number, chat_greeting } = useSettings()
  const digits = chat_number.replace(/\D/g, '')
  const text = words ?? chat_greeting
  return digits && `https://wa.me/${digits}${text && `?text=${encodeURIComponent(text)}`}`
}
