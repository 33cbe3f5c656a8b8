import type { OrderItem, OrderView } from '../../src/domain/orders/order'

/** Two bars of soap, paise. */
export const soapItem: OrderItem = {
  product: 'soap',
  name: 'Neem & Tulsi Soap',
  color: '',
  color_name: '',
  image: '',
  quantity: 2,
  unit_price: 18000,
  line_total: 36000,
  is_gift: false,
  hsn: '',
  gst_rate: 0,
}

/** A cash order of two bars of soap as the store answers it; a test changes what it is about. */
export const soapOrder: OrderView = {
  id: 'order1',
  number: 'SJ-7K2M9QXD',
  status: 'confirmed',
  payment_status: 'unpaid',
  fulfilment_status: 'unfulfilled',
  payment_method: 'cod',
  currency: 'INR',
  items: [soapItem],
  items_total: 36000,
  discount_total: 0,
  promotions: [],
  shipping_total: 0,
  round_off: 0,
  paid_total: 0,
  refunded_total: 0,
  grand_total: 36000,
  contact: { name: 'Meera Raghunathan', email: 'meera.r@example.in', phone: '+919845012345' },
  address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
  note: '',
  expires_at: '',
  payment: null,
  bill: false,
  placed_at: '2026-11-20 05:12:00.000Z',
  events: [{ type: 'placed', at: '2026-11-20 05:12:00.000Z', label: 'Order placed' }],
  tracking: null,
}
