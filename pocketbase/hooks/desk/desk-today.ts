import type { TodayAnswer } from '../../../src/domain/desk/today'
import { rows } from '../lib/rows'
import { deskRoute } from './desk-caller'

/** GET /api/store/desk/today: what waits. */
export function today(e: PbRequestEvent): void {
  deskRoute(e, ['owner', 'editor', 'packer'], (): TodayAnswer => {
    const [found] = rows(
      e.app,
      `SELECT COUNT(*) AS pieces FROM orders WHERE status = 'confirmed' AND fulfilment_status = 'unfulfilled'`,
      {},
      { pieces: 0 },
    )
    return { to_pack: Number(found?.pieces) }
  })
}
