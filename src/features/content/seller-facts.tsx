import type { ReactNode } from 'react'
import { useSettings } from '@/api/settings'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'

/**
 * Who sells, and who answers complaints, as the Consumer Protection (E-Commerce) Rules 2020 (rules 4 and 5) ask a
 * shop to show. Only what the settings hold: an empty field is left out, not made up.
 */
export function SellerFacts() {
  const settings = useSettings()
  const facts: [name: PlainSentence, value: ReactNode][] = [
    ['Sold by', settings.seller_legal_name],
    ['Address', settings.seller_address],
    ['GSTIN', settings.seller_gstin],
    ['Email', settings.seller_email && <MailLink address={settings.seller_email} />],
    ['Phone', settings.seller_phone && <PhoneLink number={settings.seller_phone} />],
    ['Grievance officer', settings.grievance_officer_name],
    ['Officer’s email', settings.grievance_officer_email && <MailLink address={settings.grievance_officer_email} />],
    ['Officer’s phone', settings.grievance_officer_phone && <PhoneLink number={settings.grievance_officer_phone} />],
  ]
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="seller-facts">
      <h2 id="seller-facts" className="!mt-0">
        {t('Who we are')}
      </h2>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[10rem_1fr] sm:gap-y-2">
        {known.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 max-sm:mt-2">{t(name)}</dt>
            <dd className="min-w-0 whitespace-pre-line break-words text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** High enough for a finger in any typeface; what is too long for a line goes on in the next. */
export const ALONE_LINK = 'link -my-3 inline-block py-3 [overflow-wrap:anywhere]'

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={ALONE_LINK}>
      {address}
    </a>
  )
}

/** Dials the digits, shows the number as the shop wrote it. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={ALONE_LINK}>
      {number}
    </a>
  )
}
