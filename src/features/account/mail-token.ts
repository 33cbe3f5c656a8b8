import { useLayoutEffect, useState } from 'react'

/**
 * Reads the token of a mail's link (`#token=…`, for older links `?token=…`) and takes it out of the address bar with
 * what it is for, so that it is neither shown, shared nor kept in the history. `undefined` until the browser has
 * looked, null when there is none.
 */
export function useMailToken(): string | null | undefined {
  const [found, setFound] = useState<string | null | undefined>(undefined)
  // Before the page answers to anything: a press made while it came alive must find the token.
  useLayoutEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const token = new URLSearchParams(window.location.hash.slice(1)).get('token') || query.get('token')
    if (!token) {
      // The second run of an effect in development finds the address cleaned already.
      setFound((before) => before ?? null)
      return
    }
    setFound(token)
    query.delete('token')
    query.delete('mail')
    const rest = query.size > 0 ? `?${query}` : ''
    window.history.replaceState(window.history.state, '', window.location.pathname + rest)
  }, [])
  return found
}
