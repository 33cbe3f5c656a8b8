import { parseText } from '../json'
import { linkTarget } from '../link'

/** A link of the header: a path of the shop, or an address that begins with https://. */
export interface MenuLink {
  label: string
  link: string
}

/** Links of the navbar, in order, with what the switch that hides each and its place are called (NAV-01, NAV-02). */
const NAV_LINKS = [
  ['Shop', '/shop', 'shop'],
  ['Bestsellers', '/bestsellers', 'bestsellers'],
  ['New Arrivals', '/new-arrivals', 'new_arrivals'],
  ['About', '/about', 'about'],
  ['Gifting', '/gifting', 'gifting'],
  ['Contact', '/contact', 'contact'],
  ['Blog', '/blog', 'blog'],
] as const

/** Links of its own a shop may have beside those. */
export const OWN_LINKS = [1, 2, 3, 4]

/** The fields of a navbar_config record that shows every link in its usual place. */
export const navigationFields = (): { [field: string]: number | boolean } => ({
  ...Object.fromEntries(NAV_LINKS.map(([, , name]) => [`show_${name}`, true])),
  ...Object.fromEntries(NAV_LINKS.map(([, , name], position) => [`${name}_order`, position + 1])),
  ...Object.fromEntries(OWN_LINKS.map((own) => [`own_${own}_order`, NAV_LINKS.length + own])),
})

/**
 * Links to show for a navbar_config record, in its order; without a record every link of the store is shown (NAV-03).
 * A missing or wrong place is the usual one; a link that leads nowhere safe is none.
 */
export function visibleLinks(record: Readonly<Record<string, unknown>> | null | undefined): MenuLink[] {
  const source = record ?? {}
  return [
    ...NAV_LINKS.map(([label, link, name]) => ({ name, label: source[`show_${name}`] !== false && label, link })),
    ...OWN_LINKS.map((own) => `own_${own}`).map((name) => ({
      name,
      label: source[`${name}_label`],
      link: source[`${name}_link`],
    })),
  ]
    .map(({ name, label, link }, position) => {
      const place = source[`${name}_order`]
      return { label: parseText(label), link: parseText(link), place: typeof place === 'number' ? place : position + 1 }
    })
    .filter(({ label, link }) => label && linkTarget(link))
    .sort((a, b) => a.place - b.place)
    .map(({ label, link }) => ({ label, link }))
}
