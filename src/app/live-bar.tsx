import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { follow } from '@/api/live'
import { PAGES_TOPIC } from '@/domain/site/changes'
import { t } from '@/language/text'
import { type LivePages, livePages, type Waiting } from './live-pages'

/** Says that the page has changed where showing it would move it, and shows it when asked to (LIVE-06). */
export function LiveBar() {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Waiting>('nothing')
  const page = useMemo<LivePages>(() => livePages(client, setWaiting), [client])
  useEffect(() => follow(PAGES_TOPIC, (changes) => void page.heard(changes)), [page])
  const { pathname } = useLocation()
  // Nobody looks at the page it would have moved any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page is another one
  useEffect(() => page.show(), [page, pathname])
  useEffect(() => {
    const left = () => document.visibilityState === 'hidden' && page.show()
    document.addEventListener('visibilitychange', left)
    return () => document.removeEventListener('visibilitychange', left)
  }, [page])
  // A toast that tells of a lost line could not fetch it.
  useEffect(() => void import('@/ui/toaster-view').catch(Boolean), [])
  return (
    // Above the bar with Add.
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 z-chat flex justify-center px-4"
      style={{ bottom: 80 }}
    >
      {waiting !== 'nothing' && (
        <p className="pointer-events-auto flex min-h-11 items-center gap-4 bg-ink px-4 text-page text-sm shadow-float">
          {waiting === 'prices' ? t('Prices have changed.') : t('This page has changed.')}
          <button type="button" className="min-h-11 font-medium underline" onClick={() => page.show()}>
            {t('Show')}
          </button>
        </p>
      )}
    </div>
  )
}
