import * as v from 'valibot'

export const RECORD_ID = /^[a-z0-9]{15}$/

/** The id of a record. @param missing what is said without one, @param wrong of what is none */
export const recordId = (missing: string, wrong: string) => v.pipe(v.string(missing), v.regex(RECORD_ID, wrong))

/** What names an order to be placed, or an import, so that it is done once: 16 to 64 of these characters. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{16,64}$/
