import { queryOptions } from '@tanstack/react-query'
import { firstRecord } from '@/api/client'
import { parseDate } from '@/domain/date'
import { isObject, parseTexts } from '@/domain/json'
import { parseShownPromotion, type ShownPromotion, SOON_MS } from '@/domain/offers/promotion'

/** As much of the gift as is shown: its name and pictures. */
export interface Gift {
  id: string
  collectionId: string
  name: string
  images: string[]
}

export interface ActiveOffer {
  offer: ShownPromotion
  /** Null when the offer gives nothing away. */
  gift: Gift | null
  /** It ended within two days when it was asked for: known with the page, so that nothing moves. */
  endsSoon: boolean
  /** Its description was worked out: its maker wrote none (PROMO-32). */
  worded?: boolean
}

/**
 * The newest offer that is active and within its dates, with its gift, or null (OFFER-01): also when its gift was
 * deleted, taken off sale or is sold out.
 */
export function specialOfferOptions() {
  return queryOptions({
    queryKey: ['promotions', 'active'],
    queryFn: async ({ signal }): Promise<ActiveOffer | null> => {
      // Its rule shows those that run and need no code.
      const record = await firstRecord('promotions', { sort: '-created', expand: 'gift', signal })
      if (!record) return null
      const offer = parseShownPromotion(record)
      const found = record.kind === 'gift' && isObject(record.expand) ? record.expand.gift : undefined
      const gift = isObject(found) && found.inStock !== false && !found.sold_out ? parseGift(found) : null
      if (record.kind === 'gift' && !gift) return null
      const endsSoon = parseDate(offer.ends) - Date.now() < SOON_MS
      if (offer.description) return { offer, gift, endsSoon }
      const words = await import('./offer-words')
      const description = words.offerWords(record, gift?.name ?? '')
      return { offer: { ...offer, description }, gift, endsSoon, worded: true }
    },
  })
}

function parseGift(record: Record<string, unknown>): Gift {
  return {
    id: String(record.id),
    collectionId: String(record.collectionId),
    name: String(record.name ?? ''),
    images: parseTexts(record.images),
  }
}
