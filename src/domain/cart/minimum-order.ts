import { formatPaise, type Paise } from '../money'

/**
 * The warning that blocks checkout below the minimum (SHEET-08), or null. Takes the cart's subtotal and the minimum,
 * paise.
 */
export function minimumOrderWarning(subtotal: Paise, minimum: Paise): string | null {
  if (subtotal >= minimum) return null
  const short = minimum % 100 === 0 ? formatPaise(minimum).slice(0, -3) : formatPaise(minimum)
  return `Minimum order value is ${short} (Current: ${formatPaise(subtotal)})`
}
