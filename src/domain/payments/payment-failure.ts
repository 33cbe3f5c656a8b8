/** Reasons after which the bank may still say yes: the money may be on its way, so nobody is asked to pay again yet. */
const UNDECIDED = new Set(['payment_timed_out', 'payment_pending', 'gateway_technical_error', 'bank_technical_error'])

/**
 * The provider's reason of a payment that did not go through → a sentence with the way on. Its own description is
 * never shown.
 */
const SENTENCES = new Map<string, string>([
  ['payment_cancelled', 'The payment was cancelled before it was made.'],
  ['user_cancelled', 'The payment was cancelled before it was made.'],
  ['insufficient_fund', 'There was not enough money in the account. Try another account or card.'],
  ['insufficient_funds', 'There was not enough money in the account. Try another account or card.'],
  ['card_declined', 'The bank declined this card. Try another card, or UPI.'],
  ['card_not_enrolled', 'This card is not set up for online payment. Try another card, or UPI.'],
  ['card_disabled_for_online_payments', 'This card is not set up for online payment. Try another card, or UPI.'],
  ['card_expired', 'This card has expired. Try another card, or UPI.'],
  ['card_number_invalid', 'The card number was not right. Check it and try again.'],
  ['incorrect_card_details', 'The card’s details were not right. Check them and try again.'],
  ['incorrect_card_expiry_date', 'The card’s expiry date was not right. Check it and try again.'],
  ['incorrect_cvv', 'The card’s security code was not right. Check it and try again.'],
  ['incorrect_cardholder_name', 'The name was not the one on the card. Check it and try again.'],
  ['invalid_otp', 'The OTP was not right. Try again.'],
  ['incorrect_otp', 'The OTP was not right. Try again.'],
  ['otp_expired', 'The OTP came too late. Try again.'],
  ['incorrect_pin', 'The PIN was not right. Try again.'],
  ['invalid_vpa', 'This UPI ID does not exist. Check it and try again.'],
  ['authentication_failed', 'The bank could not make sure that it was you. Try again.'],
  ['payment_declined', 'The bank declined the payment. Try another way to pay.'],
  ['payment_risk_check_failed', 'The bank declined the payment. Try another way to pay.'],
  ['transaction_limit_exceeded', 'The amount is above the limit of this account. Try another way to pay.'],
  ['transaction_daily_limit_exceeded', 'The amount is above the daily limit of this account. Try another way to pay.'],
  ['bank_not_available', 'This bank could not be reached. Try another bank or way to pay.'],
])

/** Whether a failure with this reason may still turn into a payment. */
export function isUndecided(reason: string): boolean {
  return UNDECIDED.has(reason)
}

/**
 * Why a payment did not go through, for shoppers (ORDER-04). @param reason the provider's code, such as
 * `card_declined`; anything else is kept to ourselves
 */
export function failureSentence(reason: string): string {
  return SENTENCES.get(reason) ?? 'The payment did not go through. Try another way to pay.'
}
