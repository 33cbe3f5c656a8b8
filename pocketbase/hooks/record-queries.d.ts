/** What the hooks on asking for records use beyond pocketbase.d.ts. */

/** onRecordsListRequest: the records are found already, and not yet on their way. */
interface PbListEvent {
  collection: PbCollection
  hasSuperuserAuth(): boolean
  requestInfo(): { query: { [name: string]: string } }
  next(): void
}

/** onRealtimeSubscribeRequest: topics such as `orders/{id}?options={"query":{"fields":"id"}}`. */
interface PbSubscribeEvent {
  subscriptions: readonly string[]
  hasSuperuserAuth(): boolean
  next(): void
}
