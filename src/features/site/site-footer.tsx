import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { MEASURED_BY_OTHERS, showConsent } from '@/integrations/consent-view'
import type { PlainSentence } from '@/language/catalogue'
import { ownWords, t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { ChatLink } from './chat-link'
import { LanguageChoice } from './language-choice'
import { Logo } from './logo'
import { SocialIcons } from './social-icons'

const LINK = 'inline-block min-w-11 py-[9px] text-left underline-offset-4 hover:underline'

const SHOP: FooterLink[] = [
  { label: 'All Products', to: paths.shop() },
  { label: 'Bestsellers', to: paths.bestsellers() },
  { label: 'New Arrivals', to: paths.newArrivals() },
  { label: 'Wishlist', to: paths.wishlist() },
  { label: 'Track an order', to: paths.trackOrder() },
]

const POLICIES: FooterLink[] = [
  { label: 'Shipping', to: paths.shippingPolicy() },
  { label: 'Cancellations and refunds', to: paths.refunds() },
  { label: 'Terms and conditions', to: paths.terms() },
  { label: 'Privacy', to: paths.privacy() },
]

/**
 * Mission, social icons, Shop and Policies columns and the copyright line, on every page (FOOT-01, ROUTE-22); `slim`
 * leaves out what leads away.
 */
export function SiteFooter({ slim }: { slim?: boolean }) {
  const settings = useSettings()
  const own = settings.footer_copyright
  const mission = ownWords(settings.footer_mission)
  return (
    <footer className="bg-sunken">
      <div className="print-band" />
      <div className="wrap">
        <div
          className={
            slim
              ? 'py-6 [&_ul]:flex [&_ul]:flex-wrap [&_ul]:gap-x-6'
              : 'grid grid-cols-pairs gap-x-6 gap-y-10 pt-12 pb-10 lg:grid-cols-[6fr_3fr_3fr] lg:pt-20 lg:pb-16'
          }
        >
          {!slim && (
            <>
              <div className="col-span-full min-w-0 lg:col-span-1">
                <Logo className="h-7" />
                {mission && (
                  <p
                    lang={textLanguage(mission)}
                    className="mt-4.5 max-w-[32ch] break-words font-display text-name-lg leading-normal"
                  >
                    {mission}
                  </p>
                )}
                <SocialIcons settings={settings} className="mt-5" />
              </div>
              <FooterColumn title="Shop" links={SHOP} last={<ChatLink className={LINK} />} />
            </>
          )}
          <FooterColumn title="Policies" links={POLICIES} last={MEASURED_BY_OTHERS && <PrivacyChoices />} />
        </div>
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-t pt-4.5 pb-7 text-ink-3 text-sm lg:items-center lg:pt-3 lg:pb-5">
          <span lang={own ? textLanguage(own) : undefined} className="min-w-0 break-words">
            {own || t('© {name}. All rights reserved.', { name: settings.store_name })}
          </span>
          <span>{t('Prices in Indian rupees, inclusive of all taxes.')}</span>
          <LanguageChoice className="basis-full lg:basis-auto" />
        </div>
      </div>
    </footer>
  )
}

/** Changes what was answered about measuring (STAT-05). The server does not know what the client was built with. */
function PrivacyChoices() {
  if (!useHydrated()) return null
  return (
    <button type="button" onClick={() => showConsent('choices')} className={LINK}>
      {t('Privacy choices')}
    </button>
  )
}

interface FooterLink {
  label: PlainSentence
  to: string
}

interface FooterColumnProps {
  title: PlainSentence
  links: FooterLink[]
  last: ReactNode
}

function FooterColumn({ title, links, last }: FooterColumnProps): ReactNode {
  return (
    <nav aria-label={t(title)}>
      <h2 className="mb-2 font-medium font-text text-ink-3 text-sm tracking-normal">{t(title)}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={LINK}>
              {t(label)}
            </Link>
          </li>
        ))}
        {last && <li>{last}</li>}
      </ul>
    </nav>
  )
}
