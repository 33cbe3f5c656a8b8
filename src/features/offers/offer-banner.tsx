import Check from '@lucide/icons/icons/check'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pictureSource } from '@/api/files'
import { isForAll, promotionState, type ShownPromotion } from '@/domain/offers/promotion'
import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { Spinner } from '@/ui/spinner'
import { specialOfferOptions } from './queries'

/**
 * The running offer as a strip: gift, title, what it asks, and whether it is reached (OFFER-01 to OFFER-04). Hidden
 * when there is none or it cannot be had. Nobody has just reached it here, so nothing bursts.
 * @param reached as on the homepage (HOME-07); else as for an empty cart
 */
export function OfferBanner({ reached }: { reached?: boolean }) {
  const { data, isPending } = useQuery(specialOfferOptions())
  const offer = data?.offer

  if (isPending) {
    return (
      <aside aria-label={t('Special offer')} className="bg-sunken">
        {/* As high as the strip itself, so that nothing moves when it comes. */}
        <Spinner label={t('Loading offer...')} visible className="h-24 flex-row md:h-20" />
      </aside>
    )
  }
  if (!offer) return null
  const { active, sentence } = promotionState(offer, reached ? Number.POSITIVE_INFINITY : 0)
  return (
    <aside aria-label={t('Special offer')} className="bg-sunken">
      <div className="wrap flex min-h-24 flex-wrap items-center gap-x-3.5 py-2.5 md:min-h-20">
        {data.gift && (
          <Picture
            optional
            source={pictureSource(data.gift, data.gift.images[0])}
            alt={data.gift.name}
            sizes="56px"
            className="size-14 flex-none"
          />
        )}
        <OfferWords offer={offer} soon={data.endsSoon} />
        {/* A cart of other things would not be. */}
        {isForAll(offer) && (
          <span className="inline-flex items-center gap-1.5 font-medium text-primary-ink text-xs lg:text-sm">
            {active && <Icon of={Check} />}
            {translate(sentence)}
          </span>
        )}
      </div>
    </aside>
  )
}

function OfferWords({ offer, soon }: { offer: ShownPromotion; soon: boolean }) {
  const title = translate(offer.name)
  const [until, setUntil] = useState('')
  useEffect(() => {
    if (soon) import('./until-words').then((module) => setUntil(module.untilWords(offer.ends)), Boolean)
  }, [soon, offer.ends])
  return (
    <div className="flex min-w-[6em] flex-1 flex-wrap items-baseline gap-x-3.5 [overflow-wrap:anywhere]">
      <h2 lang={textLanguage(title)} className="text-lead leading-tight tracking-normal lg:text-accordion">
        {title}
      </h2>
      {offer.description && (
        <p lang={textLanguage(offer.description)} className="text-ink-2 text-xs lg:text-sm">
          {offer.description}
        </p>
      )}
      {/* Its line is there before its words: nothing moves. */}
      {soon && <p className="min-h-5 w-full text-xs">{until}</p>}
    </div>
  )
}
