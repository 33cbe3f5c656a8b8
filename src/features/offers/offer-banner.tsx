import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { pictureSource } from '@/api/files'
import type { Paise } from '@/domain/money'
import { type Offer, offerState } from '@/domain/offers/offer'
import { t, translate } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { Spinner } from '@/ui/spinner'
import { specialOfferOptions } from './queries'

interface OfferBannerProps {
  /** The cart's subtotal in paise. */
  amount: Paise
  /** Drawn as reached whatever the amount, as on the homepage (HOME-07). */
  alwaysActive?: boolean
}

/**
 * The running offer as a strip: gift, title, what it asks, and whether it is reached (OFFER-01 to OFFER-04). Hidden
 * when there is none or it cannot be had. Nobody has just reached it here, so nothing bursts.
 */
export function OfferBanner({ amount, alwaysActive }: OfferBannerProps) {
  const { data, isPending } = useQuery(specialOfferOptions())
  const [imageFailed, setImageFailed] = useState(false)
  const offer = data?.offer
  const reached = offer ? offerState(offer, amount) : null
  const active = alwaysActive || reached?.active === true

  if (isPending) {
    return (
      <aside aria-label={t('Special offer')} className="bg-sunken">
        {/* As high as the strip itself, so that nothing moves when it comes. */}
        <Spinner label={t('Loading offer...')} visible className="h-[140px] flex-row md:h-36" />
      </aside>
    )
  }
  if (!offer) return null
  const picture = data.gift && !imageFailed ? pictureSource(data.gift, data.gift.images[0]) : null
  return (
    <aside aria-label={t('Special offer')} className="bg-sunken">
      <div
        className={classNames(
          'wrap grid min-h-[140px] items-center gap-x-4.5 gap-y-1 py-5 md:min-h-36 md:gap-x-7 md:py-6',
          picture ? 'grid-cols-[84px_1fr] md:grid-cols-[96px_auto_1fr]' : 'grid-cols-1 md:grid-cols-[auto_1fr]',
        )}
      >
        {picture && (
          <Picture
            source={picture}
            alt={data.gift?.name ?? ''}
            sizes="96px"
            className="row-span-2 size-21 self-start md:size-24 md:self-center"
            onFailed={() => setImageFailed(true)}
          />
        )}
        <OfferWords offer={offer} />
        <span
          className={classNames(
            'inline-flex items-center gap-2 font-medium text-primary-ink text-sm md:row-span-2 md:self-stretch md:justify-self-start md:border-line md:border-l md:pl-7',
            picture && 'col-start-2 md:col-start-3',
          )}
        >
          {active && <Icon of={Check} />}
          {active ? t('Eligible now') : translate(reached?.sentence ?? '')}
        </span>
      </div>
    </aside>
  )
}

function OfferWords({ offer }: { offer: Offer }) {
  const title = translate(offer.title)
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <h2 lang={textLanguage(title)} className="text-h3 tracking-normal md:text-[1.625rem] md:leading-tight">
        {title}
      </h2>
      {offer.description && (
        <p lang={textLanguage(offer.description)} className="mt-1 text-ink-2 text-sm md:text-base">
          {offer.description}
        </p>
      )}
    </div>
  )
}
