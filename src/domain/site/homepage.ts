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

/**
 * Sections to show, in order (HOME-01). A missing or wrong switch counts as shown, a missing or wrong order as the
 * default; sections with the same number keep their default order.
 */
export function visibleSections(record: Record<string, unknown> | null | undefined): HomeSection[] {
  const source = record ?? {}
  return HOME_SECTIONS.map((section, position) => {
    const order = source[`${section}_order`]
    return { section, position, order: typeof order === 'number' && Number.isFinite(order) ? order : position }
  })
    .filter(({ section }) => source[`show_${section}`] !== false)
    .sort((a, b) => a.order - b.order || a.position - b.position)
    .map(({ section }) => section)
}
