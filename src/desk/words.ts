import type { VisitFigures } from '@/domain/desk/figures'
import { counted } from '@/domain/desk/list-words'

/** Of fewer visits no share is told: one order more would double it. */
const FEW_VISITS = 20

/** `412 visits, 9 orders online: 2 in 100 visits order`; those by phone or chat are no visit's. */
export function visitWords(visits: VisitFigures | null): string {
  if (!visits) return 'Visits are not counted'
  const { count, orders } = visits
  const ordered = orders === 0 ? 'no order' : counted(orders, 'order')
  const both = `${counted(count, 'visit')}, ${ordered} online`
  if (orders === 0 || orders > count || count < FEW_VISITS) return both
  const share = Math.round((orders / count) * 100)
  return `${both}: ${share === 0 ? 'fewer than 1' : share} in 100 visits ${share > 1 ? 'order' : 'orders'}`
}
