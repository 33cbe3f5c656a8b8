import { newRecord } from './rows'
/**
 * A line of the order's timeline. What is not `public` is for the owner's eyes; `data` helps to look into a problem.
 */
export function addEvent(
  app: PbApp,
  order: string,
  event: { type: string; label: string; actor: string; public?: boolean; data?: object },
): void {
  app.save(newRecord(app, 'order_events', { order, public: true, ...event }))
}
