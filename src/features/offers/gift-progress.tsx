import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pictureSource } from '@/api/files'
import type { Paise } from '@/domain/money'
import { offerState } from '@/domain/offer'
import { burstConfetti } from '@/integrations/confetti'
import { translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Picture } from '@/ui/picture'
import { specialOfferOptions } from './queries'

/** The running offer against a real subtotal, in cart and checkout (OFFER-05): the sewn part of the stitch is how far it is. Nothing when there is no offer. */
export function GiftProgress({ subtotal }: { subtotal: Paise }) {
  const { data } = useQuery(specialOfferOptions())
  const [imageFailed, setImageFailed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const offer = data?.offer
  const reached = offer ? offerState(offer, subtotal) : null
  const active = reached?.active
  const wasActive = useRef(active)

  useEffect(() => {
    // Only the step from "not yet" to "reached" is an occasion; opening a cart that already has it is none.
    if (active && wasActive.current === false && box.current) void burstConfetti(box.current)
    wasActive.current = active
  }, [active])

  if (!offer || !reached) return null
  const title = translate(offer.title)
  const picture = data.gift && !imageFailed ? pictureSource(data.gift, data.gift.images[0]) : null
  const sewn = offer.min_order_value > 0 ? Math.min(100, Math.round((100 * subtotal) / offer.min_order_value)) : 100
  return (
    <div ref={box} className="flex items-center gap-3.5 border-line border-b py-4">
      {picture && (
        <Picture
          source={picture}
          alt={data.gift?.name ?? ''}
          sizes="56px"
          className="size-14 flex-none"
          onFailed={() => setImageFailed(true)}
        />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <strong lang={textLanguage(title)} className="block font-display font-normal text-name">
          {title}
        </strong>
        <span role="status">{translate(reached.sentence)}</span>
        <div aria-hidden="true" className="relative mt-2">
          <div className="stitch text-line-strong opacity-50" />
          <div className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${sewn}%` }}>
            <div className="stitch text-accent-ink" />
          </div>
        </div>
      </div>
    </div>
  )
}
