/** Fields of an order as the store writes it, confirmed and to be paid in cash; without number, person and pieces. */
export const CASH_ORDER = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+919845012345',
  line1: '12 Church Street',
  city: 'Bengaluru',
  state: 'KA',
  pincode: '560001',
  status: 'confirmed',
  payment_status: 'unpaid',
  fulfilment_status: 'unfulfilled',
  payment_method: 'cod',
  currency: 'INR',
}
