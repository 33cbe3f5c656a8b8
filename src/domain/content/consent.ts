/** What somebody agrees to by subscribing; it stands below the field. Kept with the address (DPDP Act 2023, s. 6). */
export const NEWSLETTER_CONSENT = 'An email asks you to confirm. You can leave by one click at any time.'
