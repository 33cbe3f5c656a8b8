import { queryOptions } from '@tanstack/react-query'
import { firstRecord, recordStore } from '@/api/client'
import { isNotFound } from '@/api/errors'
import { isObject, parseTexts } from '@/domain/json'
import { type Offer, parseOffer } from '@/domain/offers/offer'

/** As much of the gift as is shown: its name and pictures. */
export interface Gift {
  id: string
  collectionId: string
  name: string
  images: string[]
}

export interface ActiveOffer {
  offer: Offer
  /** Null when the offer gives nothing away or its product cannot be read. */
  gift: Gift | null
}

/**
 * The newest offer that is active and within its dates, with its gift, or null (OFFER-01): also when its gift was
 * deleted or taken off sale.
 */
export function specialOfferOptions() {
  return queryOptions({
    queryKey: ['special_offers', 'active'],
    queryFn: async ({ signal }): Promise<ActiveOffer | null> => {
      const record = await firstRecord('special_offers', {
        filter: 'active = true && start_date <= @now && end_date >= @now',
        sort: '-created',
        expand: 'product',
        signal,
      })
      if (!record) return null
      const offer = parseOffer(record)
      if (offer.offer_type !== 'free_gift') return { offer, gift: null }
      const expanded = isObject(record.expand) ? record.expand.product : undefined
      // Usually the offer's product is the gift; only when it is another one does its record have to be asked for.
      const gift =
        isObject(expanded) && expanded.id === offer.gift_product_id
          ? expanded
          : await giftRecord(offer.gift_product_id, signal)
      return gift === 'gone' || gift?.inStock === false ? null : { offer, gift: gift && parseGift(gift) }
    },
  })
}

async function giftRecord(id: string, signal: AbortSignal): Promise<Record<string, unknown> | 'gone' | null> {
  if (!id) return 'gone'
  try {
    const store = await recordStore()
    return await store.collection('products').getOne(id, { fields: 'id,collectionId,name,images,inStock', signal })
  } catch (error) {
    if (signal.aborted) throw error
    // One that cannot be read now hides its picture, not the offer (OFFER-04).
    return isNotFound(error) ? 'gone' : null
  }
}

function parseGift(record: Record<string, unknown>): Gift {
  return {
    id: String(record.id),
    collectionId: String(record.collectionId),
    name: String(record.name ?? ''),
    images: parseTexts(record.images),
  }
}
