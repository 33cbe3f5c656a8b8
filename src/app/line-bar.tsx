import Check from '@lucide/icons/icons/check'
import CloudOff from '@lucide/icons/icons/cloud-off'
import { type DehydratedState, type QueryClient, type QueryState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { HEALTH_URL } from '@/api/client'
import { errorStatus, isAborted } from '@/api/errors'
import { formatTime } from '@/domain/date'
import { LIVE_AFTER_MS } from '@/domain/limits'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { watchInstall } from '@/lib/install'
import { noteKept, useKeptSince } from '@/lib/kept'
import { checkLine, lineBack, useLine } from '@/lib/line'
import { thisBuild } from '@/lib/this-build'
import { Icon } from '@/ui/icon'
import { lazyComponent } from '@/ui/lazy'
import { keepTyped } from './keep-typed'
import { noteSeen, startWorker } from './worker-client'

const LiveBar = lazyComponent(() => import('./live-bar').then((module) => module.LiveBar))

/** How long the good news stand, ms. */
const NEWS_MS = 6000

/**
 * Under the header while the store cannot be reached, and for a moment after: what is on the page is asked for again
 * then (ROUTE-26).
 */
export function LineBar({ slim }: { slim: boolean }) {
  const here = useLine()
  const client = useQueryClient()
  const [news, setNews] = useState<'none' | 'lost' | 'back'>('none')
  useEffect(() => watch(client), [client])
  const kept = useKeptSince()
  useEffect(() => startWorker(noteKept), [])
  useEffect(watchInstall, [])
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each page
  useEffect(() => keepTyped(), [pathname])
  useEffect(() => (here ? noteSeen(pathname + search) : undefined), [here, pathname, search])
  useEffect(() => {
    if (here) return
    setNews('lost')
    lineBack()
      .then(() => askAgain(client))
      .then(() => {
        noteKept(undefined)
        setNews('back')
      })
  }, [here, client])
  useEffect(() => {
    if (news !== 'back') return
    const timer = setTimeout(() => setNews('none'), NEWS_MS)
    return () => clearTimeout(timer)
  }, [news])
  const [live, setLive] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => LiveBar.preload().then(() => setLive(true), Boolean), LIVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const lost = !here || news === 'lost'
  return (
    <>
      {live && <LiveBar />}
      <div
        role="status"
        className={classNames('line-bar sticky z-chat bg-ink text-page text-sm', slim ? 'top-0' : 'top-(--header)')}
      >
        {(lost || news === 'back') && (
          <p className="wrap flex min-h-11 items-center gap-2.5">
            <Icon of={lost ? CloudOff : Check} />
            <span className="pt-0.5">
              {lost ? t('No line.') : t('The line is back. Prices checked.')}
              {lost && kept && ` ${t('You see what was here at {time}.', { time: timeOf(kept) })}`}
            </span>
          </p>
        )}
      </div>
    </>
  )
}

const askAgain = (client: QueryClient) => client.refetchQueries({ type: 'active' })

const timeOf = (at: number) => formatTime(new Date(at).toISOString())

/**
 * The page itself was kept (`data-kept`, ms since 1970): either there is no line, or it was slow and what is on the
 * page is asked for again.
 */
async function noteKeptPage(client: QueryClient): Promise<void> {
  const { dataset } = document.documentElement
  if (!dataset.kept) return
  noteKept(Number(dataset.kept))
  delete dataset.kept
  if (!(await checkLine(HEALTH_URL))) return
  await askAgain(client)
  noteKept(undefined)
}

/** Of what did not load the worker may have the page, with its records: they stand in the place of what is missing. */
async function showKept(client: QueryClient): Promise<void> {
  const cache = client.getQueryCache()
  const isMissing = ({ state }: { state: QueryState }) => state.status === 'error' && state.data === undefined
  const [href] = window.location.href.split('#')
  if (!href || !cache.getAll().some(isMissing)) return
  const html = await (await caches.match(href, { ignoreVary: true }))?.text()
  const page = new DOMParser().parseFromString(html ?? '', 'text/html')
  const records = page.getElementById('query-state')?.textContent
  const { documentElement: root } = page
  // Records in the shape of another build are not for this page's code, and some are put in words.
  if (!records || thisBuild(page) !== thisBuild() || root.lang !== document.documentElement.lang) return
  for (const { queryKey, state } of (JSON.parse(records) as DehydratedState).queries) {
    const query = cache.find({ queryKey })
    if (!query || !isMissing(query)) continue
    client.setQueryData(queryKey, state.data, { updatedAt: Number(root.dataset.kept) })
    noteKept(Number(root.dataset.kept))
  }
}

/** Whether a query got no answer. */
const isUnanswered = ({ state: { status, error } }: { state: QueryState }) =>
  status === 'error' && errorStatus(error) === 0 && !isAborted(error)

/** Asks for the line whenever there is reason to doubt it, or to hope. */
function watch(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const ask = async () => {
    if (!(await checkLine(HEALTH_URL))) await showKept(client).catch(() => undefined)
  }
  window.addEventListener('offline', ask)
  window.addEventListener('online', ask)
  // This code comes when there is nothing else to do: something may have failed before.
  if (!navigator.onLine || cache.getAll().some(isUnanswered)) void ask()
  void noteKeptPage(client)
  const stop = cache.subscribe(({ type, query }) => {
    if (type === 'updated' && isUnanswered(query)) void ask()
  })
  return () => {
    window.removeEventListener('offline', ask)
    window.removeEventListener('online', ask)
    stop()
  }
}
