import { DEFAULT_SETTINGS } from './settings'

/** Where a maker mends it: a step of *Setting up* at the desk; `server` is for whoever runs it. */
export type SetupStep =
  | 'seller'
  | 'tax'
  | 'products'
  | 'demo'
  | 'mail'
  | 'policies'
  | 'measuring'
  | 'payments'
  | 'admin'
  | 'backups'
  | 'server'

/** `must`: the law, money or safety is at stake. `should`: better before than after. */
export interface Finding {
  level: 'must' | 'should'
  step: SetupStep
  text: string
}

/** What `store-live` of pocketbase/hooks/running/live.ts writes about a data folder. */
export interface LiveFacts {
  smtp: boolean
  backupCron: string
  backupsElsewhere: boolean
  rateLimits: boolean
  superuserIPs: string[]
  superusers: { email: string; weak: boolean }[]
  secondFactor: boolean
  store: Record<string, unknown>
  notify: string
  /** Those that are not archived. */
  products: number
  /** Of them: without an HSN code; with one, but without a rate of their own; of the demo's catalogue. */
  uncoded: number
  unrated: number
  demoProducts: number
  /** How many on sale lack what the law wants on their label; the last two of soap alone. */
  unlabelled: { quantity: number; ingredients: number; licence: number }
  /** Products with a price that feeds leave out, and those of which they say nothing but the name. */
  unpictured: number
  undescribed: number
  demoMakers: number
  demoReviewers: number
  /** Testimonials shoppers see whose name says (demo). */
  demoTestimonials: number
  taxRates: number
  strayPayments: number
  pages: string[]
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Judge = (wrong: boolean, text: string) => Finding[]

const must =
  (step: SetupStep): Judge =>
  (wrong, text) =>
    wrong ? [{ level: 'must', step, text }] : []
const should =
  (step: SetupStep): Judge =>
  (wrong, text) =>
    wrong ? [{ level: 'should', step, text }] : []

/** Fields of the settings the law wants shown (Consumer Protection (E-Commerce) Rules 2020, rules 4 and 5). */
const LEGAL_FACTS: [field: string, what: string][] = [
  ['seller_legal_name', 'the seller’s legal name'],
  ['seller_address', 'the seller’s address'],
  ['seller_email', 'an email address for customers'],
  ['seller_phone', 'a phone number for customers'],
  ['grievance_officer_name', 'the grievance officer’s name'],
  ['grievance_officer_email', 'the grievance officer’s email address'],
  ['grievance_officer_phone', 'the grievance officer’s phone number'],
]
const DEMO_FACT = /demo|replace|example\.(com|org|net)|00000 ?00000/i
const WRITTEN_POLICIES = ['shipping-policy', 'terms-and-conditions', 'cancellations-refunds']

/** What keeps a shop from going live (`must`), and what would be better (`should`). */
export function judgeFacts(facts: LiveFacts): Finding[] {
  return [...judgeSettings(facts), ...judgeContents(facts), ...judgeAdmin(facts)]
}

function judgeSettings(facts: LiveFacts): Finding[] {
  const text = (field: string) => String(facts.store[field] ?? '').trim()
  const untaxed = facts.uncoded + (facts.taxRates === 0 ? facts.unrated : 0)
  const regular = text('gst_mode') === 'regular'
  const registered = regular || text('gst_mode') === 'composition'
  return [
    ...LEGAL_FACTS.flatMap(([field, what]) => [
      ...must('seller')(text(field) === '', `${upper(what)} is missing (${field}).`),
      ...must('seller')(
        text(field) !== '' && DEMO_FACT.test(text(field)),
        `${upper(what)} is still the demo’s (${field}).`,
      ),
    ]),
    ...should('seller')(
      ['', DEFAULT_SETTINGS.store_name].includes(text('store_name')),
      `The shop still has the demo’s name, ${DEFAULT_SETTINGS.store_name} (store_name).`,
    ),
    ...must('tax')(
      registered && text('seller_gstin') === '',
      `gst_mode is ${text('gst_mode')} and seller_gstin is empty.`,
    ),
    ...must('tax')(
      registered && text('seller_state') === '',
      'The seller’s state is empty (seller_state); bills need it to tell CGST and SGST from IGST.',
    ),
    ...must('tax')(
      text('sells_to') === 'own_state' && text('seller_state') === '',
      'sells_to is own_state and the seller’s state is empty (seller_state): nothing is held back.',
    ),
    ...must('tax')(
      regular && untaxed > 0,
      `Products without an HSN code or a GST rate: ${untaxed}, and gst_mode is regular.`,
    ),
    ...should('mail')(
      facts.notify === '',
      'No address for your own emails is set (notify_email); new orders and messages are emailed to nobody of yours.',
    ),
    ...should('demo')(
      text('footer_mission').startsWith('We make two useful things well'),
      'The mission in the footer is the demo’s (footer_mission). See whether promises and show_making are true of you.',
    ),
    ...should('measuring')(
      facts.store.consent_required === false,
      'consent_required is off; Google and Meta would measure before shoppers have agreed.',
    ),
  ]
}

/** What stands in the shop: payments nobody knows, what the demo left, words nobody has read. */
function judgeContents(facts: LiveFacts): Finding[] {
  const unwritten = WRITTEN_POLICIES.filter((slug) => !facts.pages.includes(slug))
  return [
    ...must('payments')(
      facts.strayPayments > 0,
      `${facts.strayPayments} events tell of payments of no known order: payment_events, review. See what was paid, or give it back.`,
    ),
    ...must('products')(facts.products === 0, 'There are no products.'),
    ...unlabelled(facts.unlabelled),
    ...should('products')(
      facts.unpictured > 0,
      `Products without a picture: ${facts.unpictured}. Google and Meta take them from no feed.`,
    ),
    ...should('products')(
      facts.undescribed > 0,
      `Products without a description: ${facts.undescribed}. Google and Meta ask for one.`,
    ),
    ...must('demo')(
      facts.demoProducts > 0,
      `Products of the demo catalogue on sale: ${facts.demoProducts}. Delete or archive them, or start with STORE_SEED=none.`,
    ),
    ...must('demo')(
      facts.demoReviewers > 0,
      `${facts.demoReviewers} invented reviewers of the demo are among the users. Delete them: their reviews go with them.`,
    ),
    ...must('demo')(
      facts.demoMakers > 0,
      `${facts.demoMakers} makers of the demo are shown. Write your own in makers, or switch active off.`,
    ),
    ...must('demo')(
      facts.demoTestimonials > 0,
      `${facts.demoTestimonials} testimonials of the demo are shown, which nobody has said. Delete them: testimonials.`,
    ),
    ...should('policies')(
      unwritten.length > 0,
      `The built-in words stand on ${unwritten.join(', ')}. Read whether you can keep their promises, or write your own in pages.`,
    ),
  ]
}

/** What the law wants beside a product (Legal Metrology rule 6(10), Cosmetics Rules 2020). */
function unlabelled({ quantity, ingredients, licence }: LiveFacts['unlabelled']): Finding[] {
  const say = should('products')
  return [
    ...say(quantity > 0, `Products on sale without a net quantity (net_quantity, net_unit): ${quantity}.`),
    ...say(ingredients > 0, `Soaps on sale without their ingredients (ingredients): ${ingredients}.`),
    ...say(licence > 0, `Soaps on sale without the number of the licence to make them (maker_licence): ${licence}.`),
  ]
}

function judgeAdmin(facts: LiveFacts): Finding[] {
  return [
    ...must('admin')(facts.superusers.length === 0, 'There is no account for the admin UI.'),
    ...facts.superusers.flatMap(({ email, weak }) => [
      ...must('admin')(weak, `The admin account ${email} has a password anybody would try.`),
      ...should('admin')(
        email === 'admin@example.com',
        'The demo’s admin account admin@example.com is still there; nobody would get its emails.',
      ),
    ]),
    ...should('admin')(
      !facts.secondFactor,
      'The admin UI asks for a password alone: switch on a second factor (docs/hardening.md).',
    ),
    ...should('admin')(
      facts.superuserIPs.length === 0,
      'The admin UI can be signed in to from every address: allow only yours (docs/hardening.md).',
    ),
    ...must('backups')(
      facts.backupCron === '',
      'No backups are made: set their times in the admin UI under Settings, Backups.',
    ),
    ...should('backups')(
      facts.backupCron !== '' && !facts.backupsElsewhere,
      'Backups lie on the machine they should save: copy them elsewhere, or set S3 for them.',
    ),
    ...must('admin')(!facts.rateLimits, 'Rate limits are switched off in the admin UI.'),
  ]
}
