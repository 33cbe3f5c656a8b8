/** What the hooks on asking for records use beyond pocketbase.d.ts. */

/** onRecordsListRequest: the records are found already, and not yet on their way. */
interface PbListEvent {
  collection: PbCollection
  hasSuperuserAuth(): boolean
  requestInfo(): { query: { [name: string]: string } }
  next(): void
}

/** Events whose answer is a record: it is expanded as the query asks. */
interface PbExpandedEvent {
  requestEvent: PbRequestEvent
  hasSuperuserAuth(): boolean
  requestInfo(): { query: { [name: string]: string } }
  next(): void
}

/** A request on its way to one of PocketBase's own routes. */
interface PbGuardedEvent {
  app: PbApp
  response: unknown
  realIP(): string
  request: {
    /** The route's, such as `GET /api/collections/{collection}/records`. */
    pattern: string
    header: PbHeaders
    /** Read once, it must be turned back for PocketBase. */
    body: { reread(): void }
    /** `get`: the first of that name, decoded, or an empty text. */
    url: { query(): { get(name: string): string } }
    pathValue(name: string): string
  }
  hasSuperuserAuth(): boolean
  next(): void
}

interface PbApp {
  /** @throws when there is none of that name or id */
  findCachedCollectionByNameOrId(nameOrId: string): PbCollection
}
