/**
 * Lists of the desk that show a collection's records, by the first part of their query's key. The sheet keeps what is
 * being typed.
 */
export const DESK_LISTS: { [collection: string]: readonly string[] } = {
  bookings: ['parcels', 'order'],
  messages: ['messages', 'today'],
  orders: ['orders', 'order', 'parcels', 'today'],
  products: ['today'],
  review_comments: ['messages'],
  reviews: ['messages', 'today'],
  stock_movements: ['today'],
}
