import type { OrderItem } from '../../../src/domain/orders/order'
import { parseLines } from '../../../src/domain/orders/order-lines'
import { plain } from './rows'

/** What was bought with an order. */
export const linesOf = (order: PbRecord): OrderItem[] => parseLines(plain(order).items)
