import Check from '@lucide/icons/icons/check'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pictureSource } from '@/api/files'
import { useSettings } from '@/api/settings'
import { deliversFree } from '@/domain/cart/delivery-fee'
import { formatPaise, type Paise } from '@/domain/money'
import { isForAll, promotionState, type ShownPromotion } from '@/domain/offers/promotion'
import type { QuoteOffer } from '@/domain/orders/quote'
import { burstConfetti } from '@/integrations/confetti'
import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { type ActiveOffer, specialOfferOptions } from './queries'

interface GiftProgressProps {
  subtotal: Paise
  /** What the store says of this very cart; left out until it has answered. */
  told?: QuoteOffer | null
}

/**
 * The running offer against a real subtotal, in cart and checkout (OFFER-05): the sewn part of the line is how far it
 * is. Whether the cart has anything of what an offer is for, and whether the shopper can have it, the store says
 * (PROMO-32). Nothing when there is no offer.
 */
export function GiftProgress({ subtotal, told }: GiftProgressProps) {
  const { data, isLoading } = useQuery(specialOfferOptions())
  const box = useRef<HTMLDivElement>(null)
  const reached = data ? progress(data.offer, subtotal, told) : null
  const active = reached?.active
  const wasActive = useRef(active)

  useEffect(() => {
    // Only the step from "not yet" to "reached" is an occasion; opening a cart that already has it is none.
    if (active && wasActive.current === false && box.current) void burstConfetti(box.current)
    wasActive.current = active
  }, [active])

  // Room for it until it is known, which stays where there is none: what is tapped below stays where it is.
  const [waited] = useState(isLoading)
  if (isLoading || (waited && !data)) return <div className="h-[7.4375rem]" />
  if (!data || !reached) return null
  return (
    <div ref={box} className="border-line border-b pt-3 pb-3.5">
      <div className="flex items-center gap-3 text-sm">
        {data.gift && (
          <Picture
            optional
            source={pictureSource(data.gift, data.gift.images[0])}
            alt={data.gift.name}
            sizes="44px"
            className="size-11 flex-none"
          />
        )}
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {/* Its line is there before its words: nothing moves. */}
          <span role="status">{translate(reached.sentence) || '\u00a0'}</span> <OfferName {...data} />
        </p>
      </div>
      <SewnLine subtotal={subtotal} goal={data.offer.minimum} inCart={reached.inCart} />
    </div>
  )
}

/**
 * How far an offer is; without `active` and words until it is known. Null for one that the store, once it has answered,
 * does not give this shopper.
 */
function progress(offer: ShownPromotion, subtotal: Paise, told: QuoteOffer | null | undefined) {
  const { active, sentence } = promotionState(offer, subtotal)
  if (told === undefined)
    return isForAll(offer) ? { active, sentence, inCart: true } : { active: undefined, sentence: '', inCart: false }
  if (told?.title !== offer.name || told.gift?.available === false) return null
  return {
    active: told.for_these && active,
    sentence: told.for_these ? sentence : told.sentence,
    inCart: told.for_these,
  }
}

/** Its name; and what it gives, where that is not for the whole cart or its name may not say it. */
function OfferName({ offer, worded }: ActiveOffer) {
  const title = translate(offer.name)
  const words = worded || !isForAll(offer) ? offer.description : ''
  return (
    <>
      <strong lang={textLanguage(title)} className="block font-medium">
        {title}
      </strong>
      {words && (
        <span lang={textLanguage(words)} className="block text-ink-2 text-xs">
          {words}
        </span>
      )}
    </>
  )
}

/** Where the first knot is at least and at most, percent: its words stand below it. */
const KNOT_FROM = 25
const KNOT_TO = 50

/**
 * A line of stitches as far as the subtotal, with a knot where delivery becomes free and one at the goal, for which
 * something of the offer is `inCart` too.
 */
function SewnLine({ subtotal, goal, inCart }: { subtotal: Paise; goal: Paise; inCart: boolean }) {
  const settings = useSettings()
  const sewn = goal > 0 ? Math.min(100, Math.round((100 * subtotal) / goal)) : inCart ? 100 : 0
  const free = deliversFree(settings)
  const from = free ? 0 : settings.free_shipping_from
  const at = Math.min(KNOT_TO, Math.max(KNOT_FROM, Math.round((100 * from) / goal)))
  const knot = goal > 0 && from < goal
  return (
    <div aria-hidden="true">
      <div className="relative mx-[9px] mt-4 h-0.5 text-line-strong">
        <div className="stitch opacity-55 forced-color-adjust-none" />
        <div className="absolute inset-y-0 left-0 overflow-hidden text-accent" style={{ width: `${sewn}%` }}>
          <div className="stitch forced-color-adjust-none" />
        </div>
        {knot && <Knot at={at} tied={free || subtotal >= from} />}
        <Knot at={100} tied={sewn === 100 && inCart} />
      </div>
      {goal > 0 && (
        <div className="relative mt-3 h-[1.125rem] text-ink-2 text-xs tabular-nums">
          {knot && (
            // Below its knot; words that are wider than the room around it begin where the line does.
            <span className="absolute left-0 whitespace-nowrap text-center" style={{ width: `${2 * at}%` }}>
              {t('Free delivery')}
            </span>
          )}
          <span className="absolute right-0 whitespace-nowrap">{formatPaise(goal)}</span>
        </div>
      )}
    </div>
  )
}

function Knot({ at, tied }: { at: number; tied: boolean }) {
  return (
    <span
      className={classNames(
        '-top-2 -ml-[9px] absolute grid size-4.5 place-items-center rounded-full border-[1.5px]',
        tied ? 'border-accent bg-accent text-page' : 'border-line-strong bg-page',
      )}
      style={{ left: `${at}%` }}
    >
      {tied && <Icon of={Check} size={11} strokeWidth={2.5} />}
    </span>
  )
}
