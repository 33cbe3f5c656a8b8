import { inIndia, parseDate } from '../date'
import { RECORD_ID } from '../record-id'
import { HOME_SECTIONS, type HomeSection } from '../site/homepage'
import { shortMoment } from './day-words'

/** One kind of draft: a record that is not switched on. Another kind is another line. */
interface PreviewKind {
  readonly collection: string
  /** The switch, and the field it is called by. */
  readonly on: string
  readonly name: string
  /** What it is, before its name. */
  readonly word: string
  /** Only one can be on: another one goes off for it. */
  readonly single?: true
  /** Fields with the dates from and until which it is seen while it is on. */
  readonly begins?: string
  readonly ends?: string
}

const PREVIEW_KINDS = {
  home: { collection: 'homepage_config', on: 'is_active', name: 'name', word: 'Home', single: true },
  colours: { collection: 'theme_settings', on: 'is_active', name: 'name', word: 'Colours', single: true },
  menu: { collection: 'navbar_config', on: 'is_active', name: 'name', word: 'Menu', single: true },
  slide: { collection: 'slider_images', on: 'active', name: 'title', word: 'Slide' },
  promotion: {
    collection: 'promotions',
    on: 'active',
    name: 'name',
    word: 'Promotion',
    begins: 'starts',
    ends: 'ends',
  },
  plan: { collection: 'price_plans', on: 'active', name: 'name', word: 'Price plan', begins: 'starts', ends: 'ends' },
  post: { collection: 'posts', on: 'published', name: 'title', word: 'Post', begins: 'published_at' },
  page: { collection: 'pages', on: 'published', name: 'title', word: 'Page' },
  promise: { collection: 'promises', on: 'active', name: 'title', word: 'Promise' },
  testimonial: { collection: 'testimonials', on: 'active', name: 'name', word: 'Letter' },
} as const satisfies { readonly [kind: string]: PreviewKind }
export type DraftKind = keyof typeof PREVIEW_KINDS
export const DRAFT_KINDS = Object.keys(PREVIEW_KINDS) as DraftKind[]

export const kindOf = (kind: DraftKind): PreviewKind => PREVIEW_KINDS[kind]

/** A draft as a link names it: `slide:abc123def456ghi`. */
export const draftKey = ({ kind, id }: { kind: DraftKind; id: string }): string => `${kind}:${id}`

/** `undefined` for what names no draft. */
export function draftOf(key: string): { kind: DraftKind; id: string } | undefined {
  const [kind = '', id = ''] = key.split(':')
  return DRAFT_KINDS.includes(kind as DraftKind) && RECORD_ID.test(id) ? { kind: kind as DraftKind, id } : undefined
}

/** What is kept, but not switched on. */
export interface Draft {
  kind: DraftKind
  id: string
  name: string
  /** Record dates; empty for none. */
  begins: string
  ends: string
  updated: string
  /** Of an arrangement of the home page: what it shows, in order. */
  sections?: HomeSection[]
  /** Of a price plan or a promotion: what it does while it is on, in words. */
  does?: string
}

/** What will begin or end by itself. `at` is a record date. */
export interface Turn {
  kind: DraftKind
  id: string
  name: string
  at: string
  ends: boolean
  /** Of a price plan or a promotion: what differs from then on, in words. */
  does?: string
}

/** `GET /api/store/desk/preview`. Drafts: the newest first. Turns: the next first. */
export interface PreviewAnswer {
  drafts: Draft[]
  turns: Turn[]
  /** What is on, of the kinds of which only one can be. */
  live: Draft[]
}

/** `POST /api/store/desk/preview/link`. */
export interface PreviewLink {
  /** To open here. */
  path: string
  /** To hand on. */
  link: string
  /** Record date. */
  until: string
}

/** A link names no more drafts: its token travels with every request. */
export const MAX_DRAFTS = 30
/** How far ahead a preview looks, ms: two years. */
export const AHEAD_MS = 2 * 366 * 24 * 60 * 60_000

/** Body and answer of `POST /api/store/desk/preview/publish`; the answer, sent the other way round, undoes it. */
export interface Published {
  on: string[]
  off: string[]
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
export const ordinal = (place: number): string => ORDINALS[place] ?? `${place + 1}th`

/** Sections as their maker calls them. */
export const SECTION_NAMES: { readonly [section in HomeSection]: string } = {
  hero: 'Slides',
  featured: 'Featured product',
  new_arrivals: 'Just Arrived',
  features: 'Why Choose Us',
  bestsellers: 'Our Bestsellers',
  testimonials: 'Letters and quotes',
  newsletter: 'Newsletter',
}

/** Sections that have changed places: as few as explain the rest, which kept its order. */
export function movedSections(before: readonly HomeSection[], after: readonly HomeSection[]): HomeSection[] {
  const both = after.filter((section) => before.includes(section))
  const stayed = longestRun(both.map((section) => before.indexOf(section)))
  return both.filter((section) => !stayed.includes(before.indexOf(section)))
}

/** What another arrangement changes, of what each shows. */
export function sectionChanges(before: readonly HomeSection[], after: readonly HomeSection[]): string[] {
  const moved = movedSections(before, after)
  return HOME_SECTIONS.flatMap((section) => {
    const [was, is] = [before.indexOf(section), after.indexOf(section)]
    const named = `“${SECTION_NAMES[section]}”`
    if (was >= 0 && is < 0) return [`${named} is hidden`]
    if (was < 0 && is >= 0) return [`${named} is shown, as the ${ordinal(is)}`]
    return moved.includes(section) ? [`${named} moves from ${ordinal(was)} to ${ordinal(is)}`] : []
  })
}

/** The longest part of a list of different numbers that grows. */
function longestRun(numbers: readonly number[]): number[] {
  let longest: number[] = []
  const ending: number[][] = []
  numbers.forEach((number, at) => {
    const before = ending.slice(0, at).filter((run) => (run.at(-1) ?? 0) < number)
    const run = [...before.reduce<number[]>((a, b) => (b.length > a.length ? b : a), []), number]
    ending.push(run)
    if (run.length > longest.length) longest = run
  })
  return longest
}

const nameOf = ({ name }: { name: string }) => (name === '' ? 'without a name' : `“${name}”`)

/** `['2026-11-27', '18:00']` in India. @param time ms since 1970 */
export function dayAndMinute(time: number): [day: string, minute: string] {
  const [day = '', clock = ''] = inIndia(time).toISOString().split('T')
  return [day, clock.slice(0, 5)]
}

/** ms since 1970 of a day and a minute in India; NaN for what is none. */
export const momentOf = (day: string, minute: string): number => Date.parse(`${day}T${minute}:00.000+05:30`)

function draftDifference(draft: Draft, live: readonly Draft[], at: number, now: number): string[] {
  const { kind, begins, ends } = draft
  const { word, single } = kindOf(kind)
  const before = live.find((one) => one.kind === kind)
  if (kind === 'home') return sectionChanges(before?.sections ?? HOME_SECTIONS, draft.sections ?? [])
  if (single) return [`${word} ${nameOf(draft)}${before ? ` instead of ${nameOf(before)}` : ''}`]
  if (begins && parseDate(begins) > at) return [`${word} ${nameOf(draft)}, but not before ${shortMoment(begins, now)}`]
  if (ends && parseDate(ends) < at) return [`Not ${nameOf(draft)}: it ends on ${shortMoment(ends, now)}`]
  return [draft.does ?? `${word} ${nameOf(draft)} is there`]
}

/**
 * What differs from now, in words: what begins and ends until then, and what the drafts bring.
 * @param at ms since 1970
 */
export function differences(
  { drafts, turns, live }: PreviewAnswer,
  chosen: readonly string[],
  at: number,
  now: number,
): string[] {
  const until = at || now
  const past = turns.filter((turn) => parseDate(turn.at) <= until)
  const isPast = (key: string, ends: boolean) => past.some((turn) => turn.ends === ends && draftKey(turn) === key)
  const turned = past
    // What begins and ends until then is not seen now and not seen then.
    .filter((turn) => !isPast(draftKey(turn), !turn.ends))
    .map((turn) => turn.does ?? `${kindOf(turn.kind).word} ${nameOf(turn)} ${turn.ends ? 'has ended' : 'has begun'}`)
  const brought = drafts
    .filter((draft) => chosen.includes(draftKey(draft)))
    .flatMap((draft) => draftDifference(draft, live, until, now))
  return [...turned, ...brought]
}
