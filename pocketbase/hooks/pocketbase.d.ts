/**
 * The part of PocketBase's JavaScript runtime that the store's hooks use, typed by hand: the declarations PocketBase writes beside
 * its data are 25,000 lines and say other things than the runtime does in places (see docs/decisions).
 */

interface PbHeaders {
  get(name: string): string
  set(name: string, value: string): void
  add(name: string, value: string): void
  del(name: string): void
}

interface PbCollection {
  readonly id: string
  readonly name: string
}

interface PbRecord {
  readonly id: string
  collection(): PbCollection
  get(field: string): unknown
  getString(field: string): string
  getInt(field: string): number
  getFloat(field: string): number
  getBool(field: string): boolean
  set(field: string, value: unknown): void
  original(): PbRecord
  isNew(): boolean
  /** Every stored field with its value, hidden ones too. */
  fieldsData(): { [field: string]: unknown }
  ignoreUnchangedFields(ignore: boolean): void
}

interface PbQuery {
  bind(params: Record<string, unknown>): PbQuery
  /** Fills the array of models made by `arrayOf(new DynamicModel(shape))`. */
  all(models: unknown): void
  execute(): { rowsAffected(): number }
}

interface PbApp {
  dataDir(): string
  db(): { newQuery(sql: string): PbQuery }
  findCollectionByNameOrId(name: string): PbCollection
  findRecordById(collection: string, id: string): PbRecord
  findRecordsByIds(collection: string, ids: string[]): PbRecord[]
  findRecordsByFilter(
    collection: string,
    filter: string,
    sort?: string,
    limit?: number,
    offset?: number,
    params?: Record<string, unknown>,
  ): PbRecord[]
  save(record: PbRecord): void
  delete(record: PbRecord): void
  /** One write transaction of the whole store. Only the app handed in may be used inside: the outer one would wait for ever. */
  runInTransaction(work: (txApp: PbApp) => void): void
  logger(): { error(message: string, ...pairs: unknown[]): void; warn(message: string, ...pairs: unknown[]): void }
}

interface PbRequestEvent {
  app: PbApp
  auth: PbRecord | null
  request: {
    method: string
    header: PbHeaders
    body: { reread(): void }
    contentLength: number
    pathValue(name: string): string
  }
  response: { header(): PbHeaders }
  json(status: number, body: unknown): void
  noContent(status: number): void
  realIP(): string
}

/** Model events (`onRecordCreate` and friends): `app` is the transaction's when there is one. */
interface PbRecordEvent {
  app: PbApp
  record: PbRecord
  next(): void
}

/** `on…Request` events: the request hides one level deeper. */
interface PbRecordRequestEvent extends PbRecordEvent {
  auth: PbRecord | null
  requestInfo(): {
    context: string
    body: Record<string, unknown>
    query: Record<string, unknown>
    headers: Record<string, string>
  }
  requestEvent: PbRequestEvent
}

declare const $app: PbApp
declare const $os: {
  getenv(name: string): string
  readFile(path: string): unknown
  writeFile(path: string, data: string, mode: number): void
}
declare const $security: {
  hs256(text: string, secret: string): string
  sha256(text: string): string
  equal(first: string, second: string): boolean
  randomString(length: number): string
  randomStringWithAlphabet(length: number, alphabet: string): string
}
declare const Record: { new (collection: PbCollection, values?: object): PbRecord }
declare const DynamicModel: { new (shape: { [field: string]: unknown }): { [field: string]: unknown } }
declare function arrayOf(model: unknown): { [field: string]: unknown }[]
declare function toString(value: unknown, maxBytes?: number): string
declare class BadRequestError extends Error {
  constructor(message?: string, data?: { [field: string]: unknown })
}
declare class ForbiddenError extends Error {
  constructor(message?: string, data?: { [field: string]: unknown })
}
declare class ValidationError extends Error {
  constructor(code: string, message: string)
}
