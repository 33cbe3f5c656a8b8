import { type ReactNode, useEffect, useState } from 'react'
import { formatTime, parseDate } from '@/domain/date'
import type { TodayRefund } from '@/domain/desk/today'
import { formatPaise } from '@/domain/money'
import { Button } from '../parts/button'
import { Note } from '../parts/note'
import { sentenceOf, stopping, useDeed } from './deeds'

const SECOND = 1000
const MINUTE = 60

/** Seconds until a moment of the store's clock, counted down. */
function useSecondsUntil(at: number, now: number): number {
  const [seconds, setSeconds] = useState(() => Math.ceil((at - now) / SECOND))
  useEffect(() => {
    const begun = Date.now()
    const tick = () => setSeconds(Math.max(0, Math.ceil((at - now - (Date.now() - begun)) / SECOND)))
    tick()
    const timer = setInterval(tick, SECOND)
    return () => clearInterval(timer)
  }, [at, now])
  return seconds
}

interface WaitingRefundProps {
  refund: Omit<TodayRefund, 'number'>
  now: number
  /** The way to its order, where that is not what is seen. */
  children?: ReactNode
}

/** A refund that waits: how long it can still be stopped, told aloud once a minute. */
export function WaitingRefund({ refund, now, children }: WaitingRefundProps) {
  const deed = useDeed(refund.order)
  const seconds = useSecondsUntil(parseDate(refund.send_at), now)
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE]
  const amount = formatPaise(refund.amount)
  return (
    <Note
      kind="warn"
      action={
        <Button
          busy={deed.isPending}
          aria-disabled={seconds === 0 || undefined}
          onClick={() => deed.mutate(stopping(refund))}
        >
          Stop the refund
        </Button>
      }
    >
      <b>
        {amount} goes back to {refund.name} at {formatTime(refund.send_at)}.
      </b>{' '}
      {children}
      <span aria-hidden="true">
        {seconds > 0 ? `Nothing has left yet: you have ${minutes} min ${rest} s to stop it.` : 'It is about to go.'}
      </span>
      <span className="sr-only" aria-live="polite">
        {seconds > 0
          ? `Nothing has left yet: you have ${minutes + 1} ${minutes === 0 ? 'minute' : 'minutes'} at most to stop it.`
          : 'It is about to go.'}
      </span>
      {deed.error && <p className="text-danger">{sentenceOf(deed.error)}</p>}
    </Note>
  )
}
