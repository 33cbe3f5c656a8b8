import { isObject, parseJson } from '../json'
import type { OrderItem } from './order'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const whole = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

/**
 * The lines of an order, whatever stands in its record: an import or SQL may have written it. What is no line is left
 * out, what a line lacks is empty or 0.
 */
export function parseLines(stored: unknown): OrderItem[] {
  const list = parseJson(stored)
  return (Array.isArray(list) ? list : []).filter(isObject).map((line) => ({
    ...line,
    product: text(line.product),
    name: text(line.name),
    color: text(line.color),
    color_name: text(line.color_name),
    image: text(line.image),
    quantity: whole(line.quantity),
    unit_price: whole(line.unit_price),
    line_total: whole(line.line_total),
    ...(line.discount !== undefined && { discount: whole(line.discount) }),
    is_gift: line.is_gift === true,
    hsn: text(line.hsn),
    gst_rate: Number.isFinite(line.gst_rate) ? (line.gst_rate as number) : 0,
  }))
}
