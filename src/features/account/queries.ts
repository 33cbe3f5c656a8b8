import { queryOptions } from '@tanstack/react-query'
import { recordStore } from '@/api/client'

/** The ways to sign in that the record store offers. */
export function authMethodsOptions() {
  return queryOptions({
    queryKey: ['auth_methods'],
    queryFn: async ({ signal }) => {
      const methods = await recordStore().collection('users').listAuthMethods({ signal })
      return { google: methods.oauth2.enabled && methods.oauth2.providers.some(({ name }) => name === 'google') }
    },
    staleTime: 5 * 60_000,
  })
}
