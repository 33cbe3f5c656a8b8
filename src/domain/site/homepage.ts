/** Homepage sections in their default order (HOME-01). */
export const HOME_SECTIONS = [
  'hero',
  'featured',
  'new_arrivals',
  'features',
  'bestsellers',
  'testimonials',
  'newsletter',
] as const
export type HomeSection = (typeof HOME_SECTIONS)[number]

/** What a homepage_config record says of the sections: their order, and which are hidden. */
export interface Arrangement {
  order: readonly HomeSection[]
  hidden: readonly HomeSection[]
}

/**
 * A missing or wrong switch counts as shown, a missing or wrong order as the default; sections with the same number
 * keep their default order (HOME-01).
 */
export function arrangementOf(record: Record<string, unknown>): Arrangement {
  const places = HOME_SECTIONS.map((section, position) => {
    const order = record[`${section}_order`]
    return { section, order: typeof order === 'number' && Number.isFinite(order) ? order : position }
  })
  return {
    order: places.sort((a, b) => a.order - b.order).map(({ section }) => section),
    hidden: HOME_SECTIONS.filter((section) => record[`show_${section}`] === false),
  }
}

/** The fields of a homepage_config record. */
export const arrangementFields = ({ order, hidden }: Arrangement): { [field: string]: number | boolean } =>
  Object.fromEntries(
    order.flatMap((section, at) => [
      [`${section}_order`, at],
      [`show_${section}`, !hidden.includes(section)],
    ]),
  )

/** Sections to show, in order (HOME-01). */
export function visibleSections(record: Record<string, unknown> | null): HomeSection[] {
  const { order, hidden } = arrangementOf(record ?? {})
  return order.filter((section) => !hidden.includes(section))
}
