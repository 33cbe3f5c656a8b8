import { describe, expectTypeOf, test } from 'vitest'
import type {
  HomepageConfigRecord,
  OrdersRecord,
  PaymentsRecord,
  ProductsRecord,
  PromotionsRecord,
  RefundsRecord,
  StoreSettingsRecord,
} from '@/api/schema'
import type { PRODUCT_FIELDS } from '@/domain/catalog/product'
import type { Promotion, PromotionKind } from '@/domain/offers/promotion'
import type { FulfilmentStatus, OrderStatus, PaymentStatus } from '@/domain/orders/order'
import type { OnlineProvider, PaymentMethod } from '@/domain/payments/providers'
import type { RefundReason } from '@/domain/payments/refund-status'
import type { HomeSection } from '@/domain/site/homepage'
import type { StoreSettings } from '@/domain/site/settings'

// Compared by `npm run check`: what the domain knows and no migration brought is a type error here.
describe('the record store knows, and knows no others:', () => {
  test('the providers of payments, in both collections', () => {
    expectTypeOf<OrdersRecord['payment_method']>().toEqualTypeOf<PaymentMethod>()
    expectTypeOf<Exclude<PaymentsRecord['provider'], 'cod'>>().toEqualTypeOf<OnlineProvider>()
  })

  test('the reasons of refunds', () => {
    expectTypeOf<Exclude<RefundsRecord['reason'], ''>>().toEqualTypeOf<RefundReason>()
  })

  test('the fields of products and promotions, and the settings', () => {
    expectTypeOf<Exclude<keyof typeof PRODUCT_FIELDS, keyof ProductsRecord>>().toBeNever()
    expectTypeOf<Exclude<keyof Promotion, keyof PromotionsRecord>>().toBeNever()
    expectTypeOf<Exclude<keyof StoreSettings, keyof StoreSettingsRecord>>().toBeNever()
  })

  test('the kinds of promotions', () => {
    expectTypeOf<PromotionsRecord['kind']>().toEqualTypeOf<PromotionKind>()
  })

  test('the states of an order', () => {
    expectTypeOf<OrdersRecord['status']>().toEqualTypeOf<OrderStatus>()
    expectTypeOf<OrdersRecord['payment_status']>().toEqualTypeOf<PaymentStatus>()
    expectTypeOf<OrdersRecord['fulfilment_status']>().toEqualTypeOf<FulfilmentStatus>()
  })

  test('the sections of the home page', () => {
    type Section<F extends string> = Extract<keyof HomepageConfigRecord, F>
    expectTypeOf<Section<`show_${string}`>>().toEqualTypeOf<`show_${HomeSection}`>()
    expectTypeOf<Section<`${string}_order`>>().toEqualTypeOf<`${HomeSection}_order`>()
  })
})
