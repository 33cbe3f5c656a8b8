/** Reasons after which the bank may still say yes: the money may be on its way, so nobody is asked to pay again yet. */
const UNDECIDED = new Set(['payment_timed_out', 'payment_pending', 'gateway_technical_error', 'bank_technical_error'])

/**
 * The provider's reason of a payment that did not go through → a sentence with the way on. Its own description is
 * never shown.
 */
const SENTENCES = new Map<string, string>([
  ['payment_cancelled', 'The payment was cancelled before it was made.'],
  ['user_cancelled', 'The payment was cancelled before it was made.'],
  ['insufficient_fund', 'There was not enough money in the account. Another account or card may do.'],
  ['insufficient_funds', 'There was not enough money in the account. Another account or card may do.'],
  ['card_declined', 'The bank declined this card. Another card, or UPI, may do.'],
  ['card_not_enrolled', 'This card is not set up for payments online. Another card, or UPI, may do.'],
  ['card_disabled_for_online_payments', 'This card is not set up for payments online. Another card, or UPI, may do.'],
  ['card_expired', 'This card has expired. Another card, or UPI, may do.'],
  ['card_number_invalid', 'The card number was not right.'],
  ['incorrect_card_details', 'The card’s details were not right.'],
  ['incorrect_card_expiry_date', 'The card’s expiry date was not right.'],
  ['incorrect_cvv', 'The card’s security code was not right.'],
  ['incorrect_cardholder_name', 'The name was not the one on the card.'],
  ['invalid_otp', 'The one-time password was not right.'],
  ['incorrect_otp', 'The one-time password was not right.'],
  ['otp_expired', 'The one-time password came too late.'],
  ['incorrect_pin', 'The PIN was not right.'],
  ['invalid_vpa', 'This UPI address does not exist.'],
  ['authentication_failed', 'The bank could not make sure that it was you.'],
  ['payment_declined', 'The bank declined the payment. Another way to pay may do.'],
  ['payment_risk_check_failed', 'The bank declined the payment. Another way to pay may do.'],
  ['transaction_limit_exceeded', 'The amount is above the limit of this account. Another way to pay may do.'],
  [
    'transaction_daily_limit_exceeded',
    'The amount is above the daily limit of this account. Another way to pay may do.',
  ],
  ['bank_not_available', 'This bank could not be reached. Another bank or way to pay may do.'],
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
  return SENTENCES.get(reason) ?? 'The payment did not go through. Another way to pay may do.'
}
