import * as v from 'valibot'
import { emailSchema } from '../account/address'
import { NAME_MAX } from '../limits'
import { characterCount, cleanLine } from '../text'
import { DESK_ROLES, type DeskRole } from './role'

/** Each role in words: what it is called, and what whoever has it can do. */
export const ROLE_WORDS: { readonly [role in DeskRole]: { readonly name: string; readonly can: string } } = {
  owner: { name: 'Owner', can: 'Everything' },
  editor: { name: 'Editor', can: 'Products, stock, CSV, messages and the look. No orders, no figures' },
  packer: { name: 'Packer', can: 'Pack, ship, count stock. No money, no settings' },
}

/** Somebody of the staff. Dates are the record store's, empty for never. */
export interface StaffMember {
  /** Empty for a superuser, who is changed in PocketBase alone. */
  id: string
  name: string
  email: string
  role: DeskRole
  disabled: boolean
  last_seen: string
  /** When they were invited. */
  created: string
  /** Whoever asks. */
  me: boolean
}

/** `GET /api/store/desk/staff`, and what each change of it answers. */
export interface StaffAnswer {
  people: StaffMember[]
  /** Whether a mail server is set: without one no invitation arrives. */
  mails: boolean
}

const role = v.picklist(DESK_ROLES, 'Choose what they can do.')
const name = v.pipe(
  v.string('Write a name.'),
  v.transform(cleanLine),
  v.check((text) => text !== '', 'Write a name.'),
  v.check((text) => characterCount(text) <= NAME_MAX, `At most ${NAME_MAX} characters.`),
)

/** Body of `POST /api/store/desk/staff`: somebody is invited. */
export const inviteSchema = v.object({
  name,
  email: emailSchema,
  role,
})

/** Body of `POST /api/store/desk/staff/{id}`. What is left out stays: somebody else may have changed it meanwhile. */
export const staffChangeSchema = v.partial(
  v.object({ name, role, disabled: v.boolean('Say whether they are let in.') }),
)

/** What a line of the log is about, for its filter. */
export const LOG_KINDS = {
  parcels: 'Parcels and orders',
  products: 'Products and stock',
  offers: 'Promotions and delivery',
  letters: 'Messages and reviews',
  look: 'Look and preview',
  staff: 'Staff and settings',
  refused: 'Not let in',
} as const
export type LogKind = keyof typeof LOG_KINDS

/** What a route is called in the log, by what its address begins with behind `/api/store/desk/`. */
export const PLACES: readonly (readonly [address: string, place: string])[] = [
  ['orders/', 'an order'],
  ['order', 'the orders'],
  ['bills/', 'a bill'],
  ['delivery', 'the delivery rules'],
  ['figures', 'the figures'],
  ['setup', 'the settings'],
  ['pins', 'the PIN codes'],
  ['staff', 'the staff'],
  ['log', 'the log'],
  ['csv/', 'the lists as CSV'],
  ['parcels', 'the parcels'],
  ['price-plans', 'the price plans'],
  ['preview', 'the preview'],
  ['look', 'the look'],
  ['promotions', 'the promotions'],
  ['products', 'the products'],
  ['stock', 'the stock'],
  ...['messages', 'reviews', 'comments', 'templates'].map((begins) => [begins, 'the messages'] as const),
]

/** A deed at the desk. */
export interface LogEntry {
  id: string
  created: string
  /** Email address, and the name it goes by; the name is empty for superusers. */
  who: string
  name: string
  what: string
  /** The desk's screen that shows it, as `#/packing`; empty for none. */
  link: string
}

/** `GET /api/store/desk/log?who&kind&before`: the newest first; `next` is the `before` of older ones, or empty. */
export interface LogAnswer {
  entries: LogEntry[]
  next: string
}

/** How many deeds of the log come at a time. */
export const LOG_PAGE = 50

/**
 * How a deed goes on after a name: `Shipped 4 parcels` is ` shipped 4 parcels`, and `SJ-1 came back` is
 * `: SJ-1 came back`.
 */
export const deedWords = (what: string): string =>
  /^[A-Z][a-z]/.test(what) ? ` ${what.charAt(0).toLowerCase()}${what.slice(1)}` : `: ${what}`
