import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { registeredRoutes } from '../attack/routes'
import { type RecordStore, startStore } from './record-store'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

let store: RecordStore

beforeAll(async () => {
  store = await startStore({ seed: 'demo' })
})
afterAll(() => store.stop())

describe('the routes of the desk', () => {
  test('DESK-03 are not there for guests and shoppers, and are for superusers', async () => {
    const routes = (await registeredRoutes()).filter((route) => route.includes(' /api/store/desk/'))
    expect(routes.length).toBeGreaterThan(0)
    const shopper = await store.newUser()
    const owner = await store.superuser()
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const ask = (token: string) =>
        fetch(`${store.url}${path.replace(/\{\w+\}/, 'none00000000001')}`, {
          method,
          headers: { Authorization: token, 'Content-Type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        })
      const nothing = { status: 404, message: "The requested resource wasn't found.", data: {} }
      for (const token of ['', 'no token', shopper.pb.authStore.token]) {
        const answer = await ask(token)
        expect([answer.status, await answer.json()], route).toEqual([404, nothing])
      }
      const answer = await ask(owner.authStore.token)
      expect(answer.status, route).toBeLessThan(500)
      expect(await answer.json(), route).not.toEqual(nothing)
    }
  })
})
