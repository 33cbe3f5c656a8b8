import { useSettings } from '@/api/settings'
import { t } from '@/language/text'
import { SectionHead } from '@/ui/section-head'

/** How a gift reaches somebody: what the checkout does. */
export function GiftWords() {
  const { delivers_by_pin } = useSettings()
  const words = [
    [t('To their door'), t('Give their address at checkout. News of the order goes to your email.')],
    [t('With your words'), t('Write a note at checkout. We read it as we pack.')],
    delivers_by_pin && [t('On the day'), t('Type their PIN code on any product’s page and see when it arrives.')],
  ]
  return (
    <section aria-labelledby="how-to-send" className="wrap py-section">
      <SectionHead id="how-to-send" title={t('How to send it')} />
      <ul className="grid gap-x-column gap-y-6.5 lg:grid-cols-3">
        {words.map(
          (word) =>
            word && (
              <li key={word[0]}>
                <h3>{word[0]}</h3>
                <p className="mt-2.5 max-w-measure text-ink-2">{word[1]}</p>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}
