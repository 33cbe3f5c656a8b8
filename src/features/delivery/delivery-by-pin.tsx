import Truck from '@lucide/icons/icons/truck'
import { type ReactNode, useId, useState } from 'react'
import { useSettings } from '@/api/settings'
import { barePincode, readPincode } from '@/domain/account/read-pincode'
import type { Delivery } from '@/domain/delivery/delivery'
import { formatPaise } from '@/domain/money'
import { type Quote, stateProblem } from '@/domain/orders/quote'
import type { PlainSentence } from '@/language/catalogue'
import { t, translate } from '@/language/text'
import { Icon } from '@/ui/icon'
import { Input } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { arrivalWords } from './arrival-words'
import { forgetPincode, keepPincode, usePincode } from './kept-pincode'

interface DeliveryByPinProps {
  /** The store's last word, maybe on another PIN code. */
  quote: Pick<Quote, 'items' | 'delivery' | 'problems'> | undefined
  /** The next one is on its way. */
  asking: boolean
  /** It did not come. */
  failed: boolean
}

/**
 * Asks for the PIN code, which is kept, and says when things arrive there, what that costs and whether they may be paid
 * in cash (DELIV-08). Nothing in a shop whose delivery is the same everywhere.
 */
export function DeliveryByPin({ quote, asking, failed }: DeliveryByPinProps) {
  const kept = usePincode()
  const [text, setTyped] = useState<string>()
  const id = useId()
  const { delivers_by_pin } = useSettings()
  if (!delivers_by_pin) return null
  // One that was typed whole is kept, until another is typed elsewhere.
  const whole = text && readPincode(text)
  const typed = whole && whole !== kept ? undefined : text
  const pincode = typed === undefined ? kept : readPincode(typed)
  const type = (text: string) => {
    const isNone = text.trim() === ''
    setTyped(isNone ? undefined : text)
    if (isNone) forgetPincode()
    else keepPincode(text)
  }
  return (
    <fieldset className="border-line border-y py-3">
      <legend className="sr-only">{t('Delivery')}</legend>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <label htmlFor={id} className="flex flex-[1_1_6rem] items-center gap-3.5 text-sm leading-tight">
          <Icon of={Truck} />
          {t('When will it come?')}
        </label>
        <div className="w-[8rem]">
          <Input
            id={id}
            aria-label={t('PIN code')}
            placeholder={t('PIN code')}
            value={typed ?? kept ?? ''}
            onChange={(event) => type(event.target.value)}
            inputMode="numeric"
            autoComplete="postal-code"
            className="tabular-nums placeholder:text-ink-3"
          />
        </div>
      </div>
      <div role="status" className="mt-2 min-h-12 text-sm">
        <Said {...{ pincode, typed: typed ?? '', asking, failed }} quote={quote} />
      </div>
    </fieldset>
  )
}

interface SaidProps extends DeliveryByPinProps {
  pincode: string | null
  typed: string
}

function Said({ pincode, typed, asking, failed, quote }: SaidProps): ReactNode {
  if (!pincode) return <span className="text-ink-2">{t(askedFor(barePincode(typed)))}</span>
  const delivery = quote?.delivery
  if (!quote || delivery?.pincode !== pincode) {
    if (asking) return <Skeleton className="h-5 w-48" />
    return failed && t('This could not be looked up just now. Delivery is worked out again at the checkout.')
  }
  const stays = delivery.deliverable && stateProblem(quote)
  if (stays) return <span className="text-danger">{translate(stays.message)}</span>
  // Nothing that can be had costs nothing to send: that is no free delivery, and no day is promised.
  const sendsNothing = delivery.deliverable && quote.items.every(({ problem }) => problem)
  return sendsNothing ? t('We deliver to {pincode}.', { pincode }) : <DeliveryWords delivery={delivery} />
}

function askedFor(typed: string): PlainSentence {
  if (typed[0] === '0') return 'PIN codes do not begin with 0.'
  return typed.length >= 6 ? 'PIN codes have six digits.' : 'Type your PIN code to see.'
}

/** What the shop says of a PIN code, in words. */
export function DeliveryWords({ delivery }: { delivery: Delivery }) {
  const { pincode, deliverable, cash, fee, earliest, latest } = delivery
  if (!deliverable) return <span className="text-danger">{t('We do not deliver to {pincode} yet.', { pincode })}</span>
  const costs = fee === 0 ? t('Free delivery') : `${t('Delivery')} ${formatPaise(fee)}`
  return (
    <>
      <span className="block font-medium text-base text-ink">
        {earliest && latest ? arrivalWords({ earliest, latest }) : t('We deliver to {pincode}.', { pincode })}
      </span>
      <span className="text-ink-2">
        {costs} · {cash ? t('cash on delivery possible') : t('no cash on delivery there')}
      </span>
    </>
  )
}
