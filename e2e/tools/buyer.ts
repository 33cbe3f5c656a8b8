/** What a shopper types at the checkout, by the labels of its fields. */
export const FORM = {
  'Full name': 'Meera Raghunathan',
  Email: 'meera.r@example.in',
  'Mobile number': '98450 12345',
  'PIN code': '560003',
  City: 'Bengaluru',
  'Address line 1': '14, 3rd Cross, Malleshwaram',
}
