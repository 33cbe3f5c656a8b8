import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { RefundsText, ShippingText, TermsText } from '@/features/content/built-in-texts'
import { PrivacyFoot, PrivacyText } from '@/features/content/privacy-text'
import { SellerFacts } from '@/features/content/seller-facts'
import { TextPage } from '@/features/content/text-page'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'

interface Policy {
  title: PlainSentence
  description: PlainSentence
  builtIn: ReactNode
  foot?: (changed: string) => ReactNode
}

/** The four policies, each at an address of its own (ROUTE-09). The end of the address is the slug of its record. */
const POLICIES: Record<string, Policy> = {
  [paths.shippingPolicy()]: {
    title: 'Shipping policy',
    description: 'When your parcel is posted, how long it takes and what it costs.',
    builtIn: <ShippingText />,
  },
  [paths.terms()]: {
    title: 'Terms and conditions',
    description: 'What you agree to when you order, and what we promise.',
    builtIn: <TermsText />,
  },
  [paths.refunds()]: {
    title: 'Cancellations and refunds',
    description: 'How to cancel, what can be returned, and how you get your money back.',
    builtIn: <RefundsText />,
  },
  [paths.privacy()]: {
    title: 'Privacy policy',
    description: 'What we keep about you, why, for how long, who sees it, and how to see, correct or delete it.',
    builtIn: <PrivacyText />,
    foot: (changed) => <PrivacyFoot changed={changed} />,
  },
}

export default function PolicyPage() {
  const { pathname } = useLocation()
  // The routes match whatever the case and with a slash at the end.
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  const policy = POLICIES[path]
  if (!policy) return null
  return (
    <TextPage
      key={path}
      slug={path.slice(1)}
      path={path}
      {...policy}
      title={t(policy.title)}
      description={t(policy.description)}
      below={<SellerFacts />}
      policy
    />
  )
}
