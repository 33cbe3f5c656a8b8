import { queryOptions } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { MAX_ADDRESSES, parseSavedAddress, type SavedAddress } from '@/domain/account/saved-address'

/** The ways to sign in that the record store offers. */
export function authMethodsOptions() {
  return queryOptions({
    queryKey: ['auth_methods'],
    queryFn: async ({ signal }) => {
      const store = await recordStore()
      const methods = await store.collection('users').listAuthMethods({ signal })
      return { google: methods.oauth2.enabled && methods.oauth2.providers.some(({ name }) => name === 'google') }
    },
    staleTime: 5 * 60_000,
  })
}

/** The addresses a person keeps, the default one first (ORDER-11). */
export function addressesOptions(userId: string) {
  return queryOptions({
    queryKey: ['addresses', userId],
    queryFn: async ({ signal }): Promise<SavedAddress[]> => {
      const store = await recordStore()
      const { items } = await store
        .collection('addresses')
        .getList(1, MAX_ADDRESSES, { sort: '-is_default,created,id', skipTotal: true, signal })
      return items.map(parseSavedAddress)
    },
    enabled: userId !== '',
  })
}
