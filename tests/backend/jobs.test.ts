import { expect, test } from 'vitest'
import { shared } from '../shared'
import { startStore } from './record-store'

const store = shared(startStore)

// Tests run jobs themselves (`runJob`): that they run at all in a shop is held here.
test('MAIL-02 PAY-06 DATA-06 DELIV-10 PLAN-02 SHIP-03 FEED-06 RISK-10 RUN-21 RUN-22 LIVE-01 mails, money, parcels, prices, the feed and open pages have their job each minute; what must not be missed comes again within the day', async () => {
  const jobs = (await (await store.superuser()).crons.getFullList()).filter(({ id }) => !id.startsWith('__pb'))
  // UTC.
  expect(Object.fromEntries(jobs.map(({ id, expression }) => [id, expression]))).toEqual({
    'store-alerts': '* * * * *',
    'store-couriers': '* * * * *',
    'store-expire': '* * * * *',
    'store-feed': '* * * * *',
    'store-live': '* * * * *',
    'store-outbox': '* * * * *',
    'store-prices': '* * * * *',
    'store-reconcile': '* * * * *',
    'store-refunds': '* * * * *',
    'store-visits': '* * * * *',
    'store-missed': '*/5 * * * *',
    'store-logs': '7 * * * *',
    'store-late': '30 3-14 * * *',
    'store-reviews': '30 3-14 * * *',
    'store-waits': '27 * * * *',
    'store-backup': '47 * * * *',
    'store-search': '40 21 * * *',
    retention: '17 * * * *',
  })
  await expect(store.runJob('store-nothing')).rejects.toThrow('There is no such job.')
})
