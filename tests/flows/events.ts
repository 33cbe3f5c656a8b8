import { type AnalyticsEvent, receiveEvents } from '../../src/integrations/analytics'

/** Collects what the screens record from now on, in its order and before any throttle. */
export function recordEvents(): AnalyticsEvent[] {
  // What earlier screens recorded goes to nobody.
  receiveEvents(() => undefined)
  const events: AnalyticsEvent[] = []
  receiveEvents((event) => events.push(event))
  return events
}
