import { financialYear, startOfDay } from '../date'

/** Version of the built-in privacy notice: the day its words were last changed in substance. */
export const PRIVACY_NOTICE_DATE = '2026-11-29'

/** Stands where the email address of an order's buyer stood; `.invalid` can belong to nobody. */
export const ERASED_EMAIL = 'erased@customer.invalid'

/**
 * Orders placed before this moment may lose their buyer's name: `years` whole financial years (April to March, in
 * India's time) have passed since the end of their own. An order of 2025-26 with 8 years: from 1 April 2034 on.
 * @param now ms since 1970; so is the answer
 */
export function ordersErasedBefore(now: number, years: number): number {
  return startOfDay(`${financialYear(now) - years}-04-01`)
}
