import type { Offer, Purpose } from '@/integrations/consent'

const LABELS: Record<Purpose, string> = { analytics: 'Analytics', advertising: 'Advertising' }

export const purposeLabel = ({ purpose }: Offer): string => LABELS[purpose]

/** What a yes would mean, and who would hear of what. */
export function purposeDetail({ purpose, by }: Offer): string {
  const who = by.join(' and ')
  const learn = by.length > 1 ? 'learn' : 'learns'
  return purpose === 'analytics'
    ? `${who} ${learn} which pages and products are looked at and bought, so that we see what works in the shop.`
    : `${who} ${learn} the same, to show our advertisements and to count what came of them.`
}

/** One sentence for the notice. */
export function askingSentence(offers: readonly Offer[]): string {
  const deeds = offers.map(({ purpose, by }) =>
    purpose === 'analytics' ? `count visits with ${by.join(' and ')}` : `measure advertising with ${by.join(' and ')}`,
  )
  return `We would like to ${deeds.join(' and ')}. Nothing of theirs is loaded unless you agree, and the shop works the same either way.`
}
