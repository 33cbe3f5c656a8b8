import { useEffect, useState } from 'react'

/** What a link of one of the store's mails carries in the address: which deed, and the token that allows it. */
export interface MailToken {
  kind: string
  token: string
}

/**
 * Reads the token of a mail's link (`#token=…`, for older links `?token=…`) and takes it out of the address bar, so that it is
 * neither shown, shared nor kept in the history. `undefined` until the browser has looked, null when there is none.
 * @param kinds names it may stand under; the first that is there counts
 */
export function useMailToken(...kinds: string[]): MailToken | null | undefined {
  const [found, setFound] = useState<MailToken | null | undefined>(undefined)
  const names = kinds.join(' ')
  useEffect(() => {
    const fragment = new URLSearchParams(window.location.hash.slice(1))
    const query = new URLSearchParams(window.location.search)
    const kind = names.split(' ').find((name) => fragment.get(name) || query.get(name))
    if (kind === undefined) {
      // The second run of an effect in development finds the address cleaned already.
      setFound((before) => before ?? null)
      return
    }
    setFound({ kind, token: fragment.get(kind) ?? query.get(kind) ?? '' })
    query.delete(kind)
    const rest = query.size > 0 ? `?${query}` : ''
    window.history.replaceState(window.history.state, '', window.location.pathname + rest)
  }, [names])
  return found
}
