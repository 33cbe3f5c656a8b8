import * as v from 'valibot'
import { type Arrangement, HOME_SECTIONS } from '../site/homepage'
import { cleanLine, isHex } from '../text'

/** Hex colours; the rest of a theme is derived of them. */
export interface Colours {
  name: string
  primary: string
  accent: string
}

export interface Look {
  arrangement: Arrangement
  colours: Colours
}

/** `GET /api/store/desk/look`, and what saving it answers. */
export interface LookAnswer {
  live: Look
  /** As it will be: of what has no draft, as it is. */
  draft: Look
  /** The drafts there are, by their keys (`draftKey`). */
  drafts: string[]
}

/** What drafts made here are called at their end, until they are published. */
export const DRAFT_MARK = ' (draft)'

/** Sets of colours to choose from, each with a paler one for its picture. */
export const COLOUR_SETS: readonly (Colours & { pale: string })[] = [
  { name: 'Warm Brown', primary: '#6f4326', accent: '#9a3f26', pale: '#e4ddd2' },
  { name: 'Indigo', primary: '#2b3f73', accent: '#8a5a00', pale: '#dfe2ea' },
  { name: 'Neem', primary: '#3c5a3a', accent: '#9a3f26', pale: '#e0e5da' },
  { name: 'Madder', primary: '#8c2f2b', accent: '#6b4b12', pale: '#eaddd6' },
  { name: 'Marigold', primary: '#e0a526', accent: '#7b3c14', pale: '#efe6d0' },
  { name: 'Ink', primary: '#2e2622', accent: '#8c2f2b', pale: '#e3dfd9' },
]

export const sameColours = (one: Colours, other: Colours): boolean =>
  one.primary.toLowerCase() === other.primary.toLowerCase() && one.accent.toLowerCase() === other.accent.toLowerCase()

export const sameArrangement = (one: Arrangement, other: Arrangement): boolean =>
  one.order.join() === other.order.join() && [...one.hidden].sort().join() === [...other.hidden].sort().join()

export const sameLook = (one: Look, other: Look): boolean =>
  sameArrangement(one.arrangement, other.arrangement) && sameColours(one.colours, other.colours)

const sections = v.array(v.picklist(HOME_SECTIONS, 'This is no section.'), 'Send the sections.')
const colour = v.pipe(
  v.string('Write a hex colour such as #6f4326.'),
  v.transform(cleanLine),
  v.check(isHex, 'Write a hex colour such as #6f4326.'),
)

const look = v.object({
  arrangement: v.object({
    order: v.pipe(
      sections,
      v.check(
        (order) => order.length === HOME_SECTIONS.length && new Set(order).size === order.length,
        'Send every section once.',
      ),
    ),
    hidden: v.pipe(sections, v.maxLength(HOME_SECTIONS.length)),
  }),
  colours: v.object({
    name: v.pipe(v.string('Write a name.'), v.transform(cleanLine), v.maxLength(50, 'At most 50 characters.')),
    primary: colour,
    accent: colour,
  }),
})

/** Body of `POST /api/store/desk/look`: the whole look as it is to be, and the draft its maker saw before. */
export const lookSchema = v.object({ ...look.entries, before: look })
