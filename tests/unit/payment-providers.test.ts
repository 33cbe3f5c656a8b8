import { expectTypeOf, test } from 'vitest'
import type { OrdersRecord, PaymentsRecord } from '@/api/schema'
import type { OnlineProvider, PaymentMethod } from '@/domain/payments/providers'

// Compared by `npm run check`: a provider without its migration, in one of the two collections, is a type error here.
test('the record store knows the providers of the domain, and no others', () => {
  expectTypeOf<OrdersRecord['payment_method']>().toEqualTypeOf<PaymentMethod>()
  expectTypeOf<Exclude<PaymentsRecord['provider'], 'cod'>>().toEqualTypeOf<OnlineProvider>()
})
