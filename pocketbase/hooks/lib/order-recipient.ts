import type { OrderView } from '@/domain/orders/order'

/** Whom an order's record is for and where it goes. */
export function orderRecipient(order: PbRecord): Pick<OrderView, 'contact' | 'address'> {
  const text = (field: string) => order.getString(field)
  return {
    contact: { name: text('name'), email: text('email'), phone: text('phone') },
    address: {
      line1: text('line1'),
      line2: text('line2'),
      landmark: text('landmark'),
      city: text('city'),
      state: text('state'),
      pincode: text('pincode'),
    },
  }
}
