/** `GET /api/store/desk/today`. */
export interface TodayAnswer {
  /** Confirmed orders whose parcel nobody has packed. */
  to_pack: number
}
