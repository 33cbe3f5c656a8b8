import { describe, expect, onTestFinished, test } from 'vitest'
import { shared } from '../shared'
import { openCashShop } from './cash-shop'
import type { Refused } from './paying-shop'
import { startStore } from './record-store'

const shop = shared(openCashShop)

describe('payment webhook', () => {
  test('ORDER-04 PAY-02 an event without a good signature is refused and stored nowhere', async () => {
    const before = (await shop.owner.collection('payment_events').getList(1, 1)).totalItems
    for (const headers of [{}, { 'X-Razorpay-Signature': '' }, { 'X-Razorpay-Signature': 'a'.repeat(64) }]) {
      const answer = await shop.post<Refused>(
        '/api/store/webhooks/razorpay',
        { event: 'order.paid' },
        headers as Record<string, string>,
      )
      expect(answer.status).toBe(401)
    }
    expect((await shop.owner.collection('payment_events').getList(1, 1)).totalItems).toBe(before)
  })

  test('ORDER-04 a signed event of any shape is kept; one that cannot be is answered 500, so that it comes again', async () => {
    const { createHmac } = await import('node:crypto')
    const other = await startStore({ seed: 'none', env: { RAZORPAY_WEBHOOK_SECRET: 'secret' } })
    onTestFinished(() => other.stop())
    const send = async (body: string, id: string) => {
      const signature = createHmac('sha256', 'secret').update(body).digest('hex')
      const headers = { 'X-Razorpay-Event-Id': id, 'X-Razorpay-Signature': signature }
      const response = await fetch(`${other.url}/api/store/webhooks/razorpay`, { method: 'POST', body, headers })
      return response.status
    }
    expect([await send('{}', 'evt_1'), await send('no JSON', 'evt_2'), await send('null', 'evt_3')]).toEqual([
      200, 200, 200,
    ])
    expect(await send('{"event":"order.paid"}', 'e'.repeat(200))).toBe(500)
    const kept = await (await other.superuser()).collection('payment_events').getFullList()
    expect(kept.map((event) => event.kind)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('ORDER-04 PAY-01 a signed event is stored once, however often it comes; the previous secret still counts', async () => {
    const { createHmac } = await import('node:crypto')
    const other = await startStore({
      seed: 'none',
      env: { RAZORPAY_WEBHOOK_SECRET: 'new secret', RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old secret' },
    })
    onTestFinished(() => other.stop())
    const body = JSON.stringify({ event: 'payment.captured', note: 'मीरा 🪔' })
    const send = (secret: string) =>
      fetch(`${other.url}/api/store/webhooks/razorpay`, {
        method: 'POST',
        body,
        headers: {
          'X-Razorpay-Event-Id': 'evt_1',
          'X-Razorpay-Signature': createHmac('sha256', secret).update(body).digest('hex'),
        },
      })
    const answers = await Promise.all([
      send('new secret'),
      send('old secret'),
      send('new secret'),
      send('third secret'),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 401])
    const events = await (await other.superuser()).collection('payment_events').getFullList()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ event_id: 'evt_1', kind: 'payment.captured', provider: 'razorpay' })
  })
})
