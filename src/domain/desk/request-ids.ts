import * as v from 'valibot'
import { IDEMPOTENCY_KEY, recordId } from '../record-id'

export const orderId = recordId('Name the order', 'This is not an order')

export const importKey = v.pipe(v.string('Name the import.'), v.regex(IDEMPOTENCY_KEY, 'This is no key of an import.'))
