import type { Offer, Purpose } from '@/integrations/consent'
import type { PlainSentence } from '@/language/catalogue'
import { t, tn } from '@/language/text'

const LABELS: Record<Purpose, PlainSentence> = { analytics: 'Analytics', advertising: 'Advertising' }

export const purposeLabel = ({ purpose }: Offer): string => t(LABELS[purpose])

const names = (by: readonly string[]) => by.join(` ${t('and')} `)

/** What a yes would mean, and who would hear of what. */
export function purposeDetail({ purpose, by }: Offer): string {
  const who = names(by)
  return purpose === 'analytics'
    ? tn(
        by.length,
        '{who} learns which pages and products are looked at and bought, so that we see what works in the shop.',
        '{who} learn which pages and products are looked at and bought, so that we see what works in the shop.',
        { who },
      )
    : tn(
        by.length,
        '{who} learns the same, to show our advertisements and to count what came of them.',
        '{who} learn the same, to show our advertisements and to count what came of them.',
        { who },
      )
}

/** One sentence for the notice. */
export function askingSentence(offers: readonly Offer[]): string {
  const who = (purpose: Purpose) => names(offers.find((offer) => offer.purpose === purpose)?.by ?? [])
  const counting = who('analytics')
  const advertising = who('advertising')
  if (counting && advertising) {
    return t(
      'We would like to count visits with {counting} and measure advertising with {advertising}. Nothing of theirs is loaded unless you agree, and the shop works the same either way.',
      { counting, advertising },
    )
  }
  return counting
    ? t(
        'We would like to count visits with {counting}. Nothing of theirs is loaded unless you agree, and the shop works the same either way.',
        { counting },
      )
    : t(
        'We would like to measure advertising with {advertising}. Nothing of theirs is loaded unless you agree, and the shop works the same either way.',
        { advertising },
      )
}
