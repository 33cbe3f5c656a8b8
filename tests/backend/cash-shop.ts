import type PocketBase from 'pocketbase'
import type { OrderView, PlacedOrder } from '../../src/domain/orders/order'
import type { PlaceRequestInput } from '../../src/domain/orders/order-request'
import { newKey, orderOf as onlineOrderOf, type Refused } from './paying-shop'
import { type Answer, liftLimits, type RecordStore, startStore } from './record-store'

/** A store without a payment provider, and the hands of its shoppers and its owner. */
export interface CashShop {
  store: RecordStore
  owner: PocketBase
  newProduct(fields: Record<string, unknown>, stock?: number): Promise<string>
  restock(product: string, delta: number): Promise<{ id: string }>
  call: RecordStore['call']
  post: RecordStore['post']
  place<T = PlacedOrder>(body: unknown, key?: string, headers?: Record<string, string>): Promise<Answer<T>>
  view(id: string, token?: string): Promise<Answer<OrderView & Refused>>
  /** Pieces in the ledger. */
  stockOf(product: string): Promise<number>
  close(): Promise<void>
}

/** An order of one piece at ₹180, to be paid in cash. */
export const orderOf = (product: string, change: Record<string, unknown> = {}): PlaceRequestInput =>
  onlineOrderOf(product, { payment_method: 'cod', ...change })

export async function openCashShop(): Promise<CashShop> {
  const store = await startStore({ seed: 'none' })
  await liftLimits(store)
  const owner = await store.superuser()
  const { call, post } = store
  const restock = (product: string, delta: number) =>
    owner.collection('stock_movements').create({ product, delta, reason: 'restock' })

  return {
    store,
    owner,
    call,
    post,
    restock,
    newProduct: async (fields, stock) => {
      const product = await owner.collection('products').create({ category: 'soap', inStock: true, ...fields })
      if (stock !== undefined) await restock(product.id, stock)
      return product.id
    },
    place: (body, key = newKey(), headers = {}) =>
      post('/api/store/orders', body, { 'Idempotency-Key': key, ...headers }),
    view: (id, token) =>
      call(`/api/store/orders/${id}`, token === undefined ? {} : { headers: { 'X-Order-Token': token } }),
    stockOf: async (product) => {
      const movements = await owner.collection('stock_movements').getFullList({ filter: `product = '${product}'` })
      return movements.reduce((sum, movement) => sum + movement.delta, 0)
    },
    close: () => store.stop(),
  }
}
