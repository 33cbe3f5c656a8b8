import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { PRIVACY_NOTICE_DATE } from '@/domain/account/privacy'
import { MEASURED_BY_OTHERS, showConsent } from '@/integrations/consent-view'
import { dateText } from '@/language/date'
import { t } from '@/language/text'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { MailLink } from './seller-facts'

interface Item {
  what: string
  why: string
  howLong: string
}

/**
 * The privacy notice while the shop has written none of its own (a `pages` record with the slug privacy-policy takes
 * its place): item by item what is kept, why and how long, as section 5 of the Digital Personal Data Protection Act
 * 2023 and rule 3 of its Rules ask. What it says must be what the software does: change it together with
 * `domain/limits.ts`, `hooks/account/retention.ts` and docs/decisions/0021.
 */
export function PrivacyText() {
  const settings = useSettings()
  const years = settings.orders_kept_years
  const kept: Item[] = [
    {
      what: 'Your orders: name, email, mobile number, address, what you bought, how you paid and what you wrote with it',
      why: 'To send you what you ordered, to answer questions about it and to keep the books the law asks for',
      howLong: `Name and address for ${years} financial years after the year of the order, as tax and company law ask; then they are erased. One year if the order came to nothing`,
    },
    {
      what: 'Your account: name, email, picture if you add one, addresses, cart, wishlist, reviews, comments and votes',
      why: 'So that you need not type them again, and so that others can read what you think of a product. Reviews show your name and picture, never your email',
      howLong: 'Until you delete them or the account',
    },
    {
      what: 'Messages you send through the contact page, with your name and email',
      why: 'To answer them',
      howLong: 'One year',
    },
    {
      what: 'The email you leave for our letters, the language, and the sentence you agreed to',
      why: 'To write to you, and to show that you asked for it',
      howLong: 'Until a year after you have left; 30 days if you do not confirm it',
    },
    {
      what: 'The email you leave to be told when a product is back, and which product',
      why: 'To tell you, once',
      howLong: 'Until we have told you, at most 180 days; 30 days if you do not confirm it',
    },
    {
      what: 'The email you leave to be reminded of a cart, and what is in the cart',
      why: 'To remind you, once, a day later',
      howLong: 'Until the email has gone out; three days if you do not confirm it',
    },
    {
      what: 'Emails about your orders',
      why: 'To know that they were sent',
      howLong: 'One year',
    },
    {
      what: 'Which advertisement brought you here',
      why: 'To learn which of our advertisements are worth their money. It is stored with your order',
      howLong:
        '30 days in your browser; with the order as long as that keeps your name, or until you delete your account',
    },
    {
      what: 'In your browser alone: your cart, your wishlist, your sign-in, light or dark, your privacy choices, what you have begun to type into a form, what you searched for, the PIN code you asked about, what opens your orders and the last ones you looked at, and the address of your last order if you let it be saved on this device',
      why: 'Without them the shop would forget you with every page',
      howLong:
        'Until you sign out, empty your browser, untick the box of the address, or for privacy choices half a year',
    },
    {
      what: 'How many visits the shop had on a day: a number, without who came, from where or what was looked at',
      why: 'To see how many visits lead to an order. Nothing is stored in your browser for it',
      howLong: 'The number for 400 days',
    },
    {
      what: 'Your internet address, for a few minutes',
      why: 'To stop programs that try passwords or flood the shop',
      howLong:
        'Not stored by the shop’s own software; our web host may keep access logs for up to a year to look into attacks',
    },
  ]
  return (
    <>
      <p>
        This notice says what {settings.store_name} keeps about you, why, for how long, and what you can ask of us. It
        is written to be read; if anything in it is unclear, <Link to={paths.contact()}>write to us</Link>.
      </p>
      <h2>What we keep, why and how long</h2>
      <dl className="flex flex-col">
        {kept.map(({ what, why, howLong }) => (
          <div key={what} className="border-line border-t py-4">
            <dt className="text-ink">{what}</dt>
            <Fact name="Why">{why}</Fact>
            <Fact name="How long">{howLong}</Fact>
          </div>
        ))}
      </dl>
      <p>
        An order needs your name, address, mobile number and email: we cannot send it without. Everything else is yours
        to leave out. We use it for nothing but what stands here, and we do not sell it.
      </p>
      <h2>Who else sees it</h2>
      <ul>
        <li>The courier: name, address and mobile number of a parcel.</li>
        <li>
          The payment company, when you pay online: amount, name, email and mobile number. Card and bank details go to
          it alone; we never see them.
        </li>
        <li>Our email and hosting companies, which store and carry it for us.</li>
        <li>Google, if you choose to sign in with it: it tells us your name, email and picture.</li>
        <li>
          Builder.io, if pages of this shop are made with it: it delivers words and pictures to your browser, without
          cookies and without knowing who you are.
        </li>
        <li>
          Google and Meta, only if you have agreed to analytics or advertising: which pages and products are looked at
          and bought, never your name, email, mobile number or address. With a yes to analytics Builder.io counts views
          of the pages it delivers.
        </li>
      </ul>
      <h2>Analytics and advertising</h2>
      <p>
        Nothing of the kind is loaded before you say yes, and you can change your mind at any time; the shop works the
        same either way. A browser that sends Global Privacy Control or Do Not Track has said no for you.
      </p>
      <h2>Your rights</h2>
      <ul>
        <li>
          <strong>See and take along</strong> what we hold on you: <Link to={paths.profile()}>your profile</Link>,
          “Download my data”. Without an account, open the link in your order’s email: the order’s page has “Download
          this order’s data”. Or <Link to={paths.contact()}>write to us</Link> with your order number.
        </li>
        <li>
          <strong>Correct</strong> it: in your profile, or <Link to={paths.contact()}>write to us</Link>.
        </li>
        <li>
          <strong>Erase</strong> it: “Delete account” in your profile. Orders stay, without the account, as long as the
          law asks.
        </li>
        <li>
          <strong>Withdraw</strong> a consent: “Privacy choices” at the foot of every page, where there was something to
          agree to.
        </li>
        <li>
          <strong>Name somebody</strong> who may use these rights for you if you die or cannot: write to us.
        </li>
        <li>
          <strong>Complain</strong>: to our grievance officer, who answers within 30 days, and after that to the Data
          Protection Board of India.
        </li>
      </ul>
      <Officer />
      <p>Accounts are for people aged 18 and over; we do not knowingly keep data of children.</p>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dd className="mt-1 text-ink-2 text-sm">
      <span className="text-ink-3">{name}: </span>
      {children}.
    </dd>
  )
}

function Officer() {
  const { grievance_officer_name: name, grievance_officer_email: email } = useSettings()
  if (!name && !email) return null
  return (
    <p>
      Grievance officer: {name}
      {name && email && ', '}
      {email && <MailLink address={email} />}
    </p>
  )
}

/** Below whichever words the page has: the switch that changes a choice, and of when the words are. */
export function PrivacyFoot({ changed }: { changed: string }) {
  return (
    <div className="mb-8 flex flex-col gap-4">
      <p className="text-ink-3 text-sm">{t('Version of {date}', { date: dateText(changed || PRIVACY_NOTICE_DATE) })}</p>
      {MEASURED_BY_OTHERS && <ChangeChoices />}
    </div>
  )
}

/** The server does not know what the client was built with. */
function ChangeChoices() {
  if (!useHydrated()) return null
  return (
    <div>
      <Button look="line" onClick={() => showConsent('choices')}>
        {t('Change privacy choices')}
      </Button>
    </div>
  )
}
