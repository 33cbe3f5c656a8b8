import CircleAlert from '@lucide/icons/icons/circle-alert'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import type { CartLine } from '@/domain/cart/cart'
import { formatPaise } from '@/domain/money'
import { giftsOf, type Quote, type QuotePromotion } from '@/domain/orders/quote'
import { t, translate } from '@/language/text'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { LineProblems } from './line-problems'
import type { Trouble } from './placing'

/** What of a quote stands against ordering: some line, the cart as a whole, or that nobody can take the money. */
export function obstacleOf(
  quote: Quote | undefined,
): { kind: 'lines' | 'unpayable' } | { kind: 'cart'; message: string } | null {
  if (!quote) return null
  if (quote.items.some((item) => item.problem)) return { kind: 'lines' }
  const [problem] = quote.problems
  if (problem) return { kind: 'cart', message: problem.message }
  return quote.payment_methods.some((choice) => choice.available) ? null : { kind: 'unpayable' }
}

interface CheckoutAlertsProps {
  ref: Ref<HTMLDivElement>
  lines: readonly CartLine[]
  quote: Quote | undefined
  obstacle: ReturnType<typeof obstacleOf>
  lostGift: string
  trouble: Trouble | null
  /** Why there is no quote. */
  error: unknown
  onRetry: () => void
}

/** Why this cart cannot be ordered as it is, or was not. */
export function CheckoutAlerts({
  ref,
  lines,
  quote,
  obstacle,
  lostGift,
  trouble,
  error,
  onRetry,
}: CheckoutAlertsProps) {
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="outline-none">
      {quote && obstacle?.kind === 'lines' && (
        <Attention>
          <LineProblems lines={lines} quote={quote} />
        </Attention>
      )}
      {obstacle?.kind === 'cart' && <Attention>{translate(obstacle.message)}</Attention>}
      {obstacle?.kind === 'unpayable' && (
        <Attention>{t('There is no way to pay for this order at the moment. Please write to us.')}</Attention>
      )}
      {lostGift && (
        <Attention>
          {t('The free gift, {name}, is no longer available. Your order goes out without it.', { name: lostGift })}
        </Attention>
      )}
      {trouble && <Attention>{troubleText(trouble)}</Attention>}
      {error !== null && !quote && (
        <Attention>
          <p>{errorSentence(error, t('The price of your cart did not load.'))}</p>
          <Button look="line" className="mt-3" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </Attention>
      )}
    </div>
  )
}

/** Name of the gift this cart was shown with and comes without now; empty while none was lost. */
export function useLostGift(lines: readonly CartLine[], quote: Quote | undefined): string {
  const [lost, setLost] = useState<{ lines: readonly CartLine[]; name: string } | null>(null)
  const before = useRef<{ lines: readonly CartLine[]; gift: QuotePromotion['gift'] } | null>(null)
  useEffect(() => {
    if (!quote) return
    const gift = giftsOf(quote)[0] ?? null
    const shown = before.current?.lines === lines ? before.current.gift : null
    if (shown && shown.product !== gift?.product) setLost({ lines, name: shown.name })
    else if (gift) setLost(null)
    before.current = { lines, gift }
  }, [lines, quote])
  return lost?.lines === lines ? lost.name : ''
}

function Attention({ children }: { children: ReactNode }) {
  return (
    <div className="mt-5 flex items-start gap-2.5 border-danger border-l-[3px] bg-danger-soft px-4 py-3.5">
      <Icon of={CircleAlert} className="mt-0.5 text-danger" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

function troubleText(trouble: Trouble): string {
  if (trouble.kind === 'sentence') return trouble.sentence
  const { reason } = trouble
  const amounts = { before: formatPaise(trouble.before), after: formatPaise(trouble.after) }
  if (reason && trouble.before !== trouble.after)
    return `${translate(reason)} ${t(
      'The total was {before} and is {after} now. Nothing has been ordered yet. Press Place order to order at the new total.',
      amounts,
    )}`
  if (trouble.before === trouble.after && trouble.later && !reason)
    return t('It arrives later than you were shown. Nothing has been ordered yet. Press Place order to order it so.')
  if (trouble.before === trouble.after)
    return `${translate(reason)} ${t('Nothing has been ordered yet. Press Place order to order without it.')}`.trim()
  return t(
    'Prices have changed since you opened this page: the total was {before} and is {after} now. Nothing has been ordered yet. Press Place order to order at the new total.',
    amounts,
  )
}
