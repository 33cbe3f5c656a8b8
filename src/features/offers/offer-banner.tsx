import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { pictureSource } from '@/api/files'
import type { Paise } from '@/domain/money'
import { type Promotion, promotionState } from '@/domain/offers/promotion'
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
  const reached = offer ? promotionState(offer, amount) : null
  const active = alwaysActive || reached?.active === true

  if (isPending) {
    return (
      <aside aria-label={t('Special offer')} className="bg-sunken">
        {/* As high as the strip itself, so that nothing moves when it comes. */}
        <Spinner label={t('Loading offer...')} visible className="h-24 flex-row md:h-20" />
      </aside>
    )
  }
  if (!offer) return null
  const picture = data.gift && !imageFailed ? pictureSource(data.gift, data.gift.images[0]) : null
  return (
    <aside aria-label={t('Special offer')} className="bg-sunken">
      <div
        className={classNames(
          'wrap grid min-h-24 items-center gap-x-3.5 py-2.5 md:min-h-20',
          picture ? 'grid-cols-[56px_1fr_auto]' : 'grid-cols-[1fr_auto]',
        )}
      >
        {picture && (
          <Picture
            source={picture}
            alt={data.gift?.name ?? ''}
            sizes="56px"
            className="size-14"
            onFailed={() => setImageFailed(true)}
          />
        )}
        <OfferWords offer={offer} />
        <span className="inline-flex items-center gap-1.5 font-medium text-primary-ink text-xs lg:text-sm">
          {active && <Icon of={Check} />}
          {active ? t('Eligible now') : translate(reached?.sentence ?? '')}
        </span>
      </div>
    </aside>
  )
}

function OfferWords({ offer }: { offer: Promotion }) {
  const title = translate(offer.name)
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3.5 [overflow-wrap:anywhere]">
      <h2 lang={textLanguage(title)} className="text-lead leading-tight tracking-normal lg:text-accordion">
        {title}
      </h2>
      {offer.description && (
        <p lang={textLanguage(offer.description)} className="text-ink-2 text-xs lg:text-sm">
          {offer.description}
        </p>
      )}
    </div>
  )
}
