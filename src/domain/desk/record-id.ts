import * as v from 'valibot'

/** The id of a record. @param missing what is said without one, @param wrong of what is none */
export const recordId = (missing: string, wrong: string) => v.pipe(v.string(missing), v.regex(/^[a-z0-9]{15}$/, wrong))

/** An id of a record of `orders`. */
export const orderId = recordId('Name the order', 'This is not an order')
