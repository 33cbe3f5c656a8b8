import { DAY_MS, dayAfter, startOfDay } from '../date'
import type { Day } from './calendar'

/** What the shopper was told when an order was placed; empty where nothing was. */
export interface Promised {
  /** The day it has to leave. */
  leaves_on: Day | ''
  arrives_from: Day | ''
  arrives_until: Day | ''
}

/** When an order arrives, as can be said today. */
export interface Arrives {
  earliest: Day
  latest: Day
  /** What was told can no longer be held; the days are those of a parcel that leaves today. */
  late: boolean
}

/**
 * What can be said today of an order's arrival; null where nothing was told. A parcel that is still with the maker is
 * late when even the quickest way no longer brings it in time, one on its way when its last day is over.
 */
export function arrivesNow(
  { leaves_on, arrives_from, arrives_until }: Promised,
  { today, shipped }: { today: Day; shipped: boolean },
): Arrives | null {
  if (!leaves_on || !arrives_from || !arrives_until) return null
  const onTheWay = (until: Day) => Math.round((startOfDay(until) - startOfDay(leaves_on)) / DAY_MS)
  const told = { earliest: arrives_from, latest: arrives_until }
  if (shipped) return { ...told, late: today > arrives_until }
  const earliest = dayAfter(today, onTheWay(arrives_from))
  if (earliest <= arrives_until) return { ...told, late: false }
  return { earliest, latest: dayAfter(today, onTheWay(arrives_until)), late: true }
}
