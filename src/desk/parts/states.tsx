import { type ReactNode, useEffect, useState } from 'react'
import { errorStatus, fieldErrors } from '@/api/errors'
import { formatDateTime } from '@/domain/date'
import { LotusMark } from '@/ui/lotus-mark'
import { Button } from './button'
import { Note } from './note'

/** Nothing to show, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-[30rem] py-11 text-center">
      <LotusMark className="mx-auto mb-3.5 size-16 text-primary-ink" />
      <h2>{title}</h2>
      {children && <div className="mt-2 text-ink-2">{children}</div>}
    </div>
  )
}

const UNSEEN_MS = 200

/** The shape of a list that is on its way: nothing for 200 ms. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), UNSEEN_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      {seen &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: alike, and never moved
          <div key={row} aria-hidden="true" className="my-3 h-8 animate-pulse rounded bg-tile" />
        ))}
    </div>
  )
}

interface LoadStateProps {
  what: string
  rows?: number
  query: { data: unknown; error: unknown; dataUpdatedAt: number; refetch: () => void }
}

/** What stands for a part until it is there, and above it once it could not be asked for again. */
export function LoadState({ what, rows, query: { data, error, dataUpdatedAt, refetch } }: LoadStateProps) {
  if (!error) return data === undefined ? <LoadingRows rows={rows} /> : null
  return <LoadFailure {...{ what, error }} retry={refetch} from={data === undefined ? undefined : dataUpdatedAt} />
}

interface LoadFailureProps {
  what: string
  error: unknown
  retry: () => void
  /** When what stands there all the same was asked for, ms. */
  from?: number
}

/** A part that did not load; the rest of the screen stands. */
export function LoadFailure({ what, error, retry, from }: LoadFailureProps) {
  const [said = ''] = Object.values(fieldErrors(error))
  const why = errorStatus(error) === 0 ? ' There is no line to the shop.' : said && ` ${said}`
  const stands = from === undefined ? '' : ` again: this is from ${formatDateTime(new Date(from).toISOString())}`
  return (
    <div className="my-4">
      <Note kind={from === undefined ? 'bad' : 'warn'} action={<Button onClick={retry}>Try again</Button>}>
        {what} did not load{stands}.{why}
      </Note>
    </div>
  )
}
