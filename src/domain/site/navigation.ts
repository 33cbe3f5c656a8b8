/** Links of the navbar, in order, with the switch that hides each (NAV-01, NAV-02). */
export const NAV_LINKS = [
  { name: 'shop', label: 'Shop', field: 'show_shop' },
  { name: 'bestsellers', label: 'Bestsellers', field: 'show_bestsellers' },
  { name: 'newArrivals', label: 'New Arrivals', field: 'show_new_arrivals' },
  { name: 'about', label: 'About', field: 'show_about' },
  { name: 'gifting', label: 'Gifting', field: 'show_gifting' },
  { name: 'contact', label: 'Contact', field: 'show_contact' },
  { name: 'blog', label: 'Blog', field: 'show_blog' },
] as const

export type NavLink = (typeof NAV_LINKS)[number]

/** Links to show for a navbar_config record; without a record every link is shown (NAV-03). */
export function visibleLinks(record: Record<string, unknown> | null | undefined): NavLink[] {
  return NAV_LINKS.filter(({ field }) => record?.[field] !== false)
}
