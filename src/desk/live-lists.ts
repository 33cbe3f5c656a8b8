import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DESK_LISTS } from '@/domain/desk/live-lists'
import { DESK_TOPIC, readChanges } from '@/domain/site/changes'
import { usePageVisible } from '@/lib/page-visible'
import { useHost } from './session'

/** Asks for the open lists again when others have changed what they show, while the desk is in view (LIVE-08). */
export function useLiveLists(): void {
  const { store } = useHost()
  const client = useQueryClient()
  const visible = usePageVisible()
  useEffect(() => {
    if (!visible) return
    const again = (lists: readonly string[]) =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => lists.includes(String(queryKey[0])) })
    const followed = store.realtime
      .subscribe(DESK_TOPIC, (message) => again(readChanges(message).changed.flatMap((name) => DESK_LISTS[name] ?? [])))
      // Lists are right without it: they are asked for whenever they are opened.
      .catch(() => undefined)
    return () => void followed.then((stop) => stop?.()).catch(() => undefined)
  }, [visible, store, client])
}
