import type PocketBase from 'pocketbase'
import type { OrderView, PlacedOrder } from '../src/domain/orders/order'
import type { PlaceRequestInput } from '../src/domain/orders/order-request'

export const PRICE = 18_000

let keys = 0
/** A key no other order has. */
export const newKey = () => `test-key-${process.pid}-${String(++keys).padStart(12, '0')}`

/** An order of one piece at ₹180, to be paid online. */
export function orderOf(product: string, change: Record<string, unknown> = {}): PlaceRequestInput {
  return {
    items: [{ product, quantity: 1, color: '' }],
    contact: { name: 'मीरा रघुनाथन', email: 'Meera@Example.in', phone: '098450 12345' },
    address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560 003' },
    payment_method: 'online',
    expected_total: PRICE,
    ...change,
  } as PlaceRequestInput
}

/** Places an order as the person of this client, or as a guest; throws what is answered when it is refused. */
export async function placeOrder({ baseURL, authStore }: PocketBase, order: PlaceRequestInput): Promise<PlacedOrder> {
  const answer = await fetch(`${baseURL}/api/store/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newKey(), Authorization: authStore.token },
    body: JSON.stringify(order),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`The order was refused: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/** Pays an order with pretend money; throws when it is refused. */
export const payPretend = (client: PocketBase, { id, access_token }: PlacedOrder): Promise<OrderView> =>
  client.send(`/api/store/orders/${id}/payment/test`, {
    method: 'POST',
    headers: { 'X-Order-Token': access_token },
    body: { outcome: 'success' },
  })
