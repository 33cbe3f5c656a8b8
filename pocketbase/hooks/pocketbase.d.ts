/**
 * The part of PocketBase's JavaScript runtime that the store's hooks use, typed by hand: the declarations PocketBase
 * writes beside its data are 25,000 lines and say other things than the runtime does in places (see docs/decisions).
 * What Node imports too (`page-headers.ts`, `schema-shape.ts`) uses none of it.
 */

/** A Go byte slice: made, measured and handed on, seldom read. */
interface PbBytes {
  readonly length: number
  readonly [position: number]: number
}

// Records

interface PbOAuth2Provider {
  name: string
  clientId: string
  clientSecret: string
  authURL: string
  tokenURL: string
  userInfoURL: string
}

interface PbCollection {
  readonly id: string
  readonly name: string
  /** PocketBase's own. */
  readonly system: boolean
  readonly fields: { fieldNames(): string[]; getByName(name: string): PbField | null }
  /** Pointers of Go's: text only after `String`. */
  readonly listRule: object | null
  readonly viewRule: object | null
  readonly createRule: object | null
  readonly updateRule: object | null
  isAuth(): boolean
  /** Of collections of accounts only. */
  readonly oauth2: { enabled: boolean; providers: PbOAuth2Provider[] }
  readonly mfa?: { enabled: boolean }
}

/** A field of a collection: number fields have `onlyInt`, file fields the others. */
interface PbField {
  type(): string
  onlyInt?: boolean
  /** A Go slice: it has the methods of an array that read. */
  mimeTypes?: readonly string[]
  maxSize?: number
  maxSelect?: number
}

interface PbFileField {
  thumbs: readonly string[]
}

interface PbOpenFile {
  close(): void
}

interface PbFile {
  name: string
  readonly originalName: string
  size: number
  reader: { open(): PbOpenFile }
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
  /** Sets each of them. */
  load(values: { [field: string]: unknown }): void
  /** Sets a value as it is, an autodate's too. */
  setRaw(field: string, value: unknown): void
  original(): PbRecord
  /** What its JSON is made of. */
  publicExport(): { [field: string]: unknown }
  isNew(): boolean
  unhide(...fields: string[]): void
  /** Whether its JSON has what was set beside its collection's fields. */
  withCustomData(state: boolean): PbRecord
  ignoreUnchangedFields(ignore: boolean): void
  /** Files of this save that are not stored yet. */
  getUnsavedFiles(field: string): PbFile[] | null
  baseFilesPath(): string
  findFileFieldByFile(name: string): PbFileField | null
  // Of accounts only:
  isSuperuser(): boolean
  setEmail(email: string): void
  setPassword(password: string): void
  setRandomPassword(): string
  /** Opens for a few minutes the files this account may see. */
  newFileToken(): string
  /** Ends every session and makes every link worthless. */
  refreshTokenKey(): void
  validatePassword(password: string): boolean
  /** Changes with the password and the email address: what was signed with it then is worth nothing any more. */
  tokenKey(): string
}

// The app

interface PbQuery {
  bind(params: Record<string, unknown>): PbQuery
  /** Fills the array of models made by `arrayOf(new DynamicModel(shape))`. */
  all(models: unknown): void
  execute(): { rowsAffected(): number }
}

interface PbQueries {
  newQuery(sql: string): PbQuery
}

/** What Go's `database/sql` offers on a pool of connections. */
interface PbPool {
  setMaxOpenConns(count: number): void
  setMaxIdleConns(count: number): void
  /** Nanoseconds; 0: never closed for being idle. */
  setConnMaxIdleTime(nanoseconds: number): void
  /** Takes one out of the pool, opening it if need be; `close` puts it back. */
  conn(context: unknown): { execContext(context: unknown, sql: string): void; close(): void }
}

interface PbDatabase {
  db(): PbPool
}

interface PbSettings {
  meta: { appName: string; appURL: string; senderName: string; senderAddress: string }
  smtp: { enabled: boolean; host: string; port: number; username: string; password: string; tls: boolean }
  trustedProxy: { headers: string[]; useLeftmostIP: boolean }
  backups: { cron: string; s3: { enabled: boolean } }
  rateLimits: {
    enabled: boolean
    /** The first with one of these labels, and whether there is one. */
    findRateLimitRule(labels: string[]): [{ maxRequests: number; duration: number }, boolean]
  }
  superuserIPs: string[]
}

/** Shared by all engine instances of the process; reading and then writing is not one step. */
interface PbStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
  remove(key: string): void
  keys(): string[]
  length(): number
  /** A copy of the table, not of what stands in it. */
  getAll(): { [key: string]: unknown }
  /**
   * Sets what `change` makes of the stored value (null when there is none) in one step; the store is locked
   * meanwhile: nothing may be read from it.
   */
  setFunc(key: string, change: (stored: unknown) => unknown): void
  /** Atomic: of two that ask at once, both get what one of them has set. */
  getOrSet(key: string, make: () => unknown): unknown
}

interface PbFilesystem {
  exists(key: string): boolean
  list(prefix: string): { key: string; size: number; modTime: { unixMilli(): number } }[]
  getReader(key: string): PbOpenFile
  uploadFile(file: unknown, key: string): void
  /** The errors of what it could not remove. */
  deletePrefix(prefix: string): { readonly length: number }
  close(): void
}

interface PbMailClient {
  send(message: PbMailerMessage): void
  onSend(): { unbindAll(): void }
}

interface PbRealtimeClient {
  /** `auth`: whose session follows, a record; nothing for guests, and once the session has ended. */
  get(name: 'auth'): unknown
  id(): string
  subscriptions(): { [topic: string]: unknown }
  /** Returns when the connection has taken it; it has been written later. Nothing happens on a closed one. */
  send(message: PbSubscriptionMessage): void
}

interface PbSubscriptionMessage {
  name: string
  data: string
}

interface PbApp {
  dataDir(): string
  settings(): PbSettings
  store(): PbStore
  logger(): { error(message: string, ...pairs: unknown[]): void; warn(message: string, ...pairs: unknown[]): void }
  newFilesystem(): PbFilesystem
  newBackupsFilesystem(): PbFilesystem
  newMailClient(): PbMailClient
  cron(): { jobs(): { id(): string; expression(): string; run(): void }[] }
  subscriptionsBroker(): {
    totalClients(): number
    chunkedClients(size: number): PbRealtimeClient[][]
    /** @throws when it has gone */
    clientById(id: string): PbRealtimeClient
  }
  db(): PbQueries
  /** The database of the logs. */
  auxDB(): PbQueries
  concurrentDB(): PbDatabase
  nonconcurrentDB(): PbDatabase
  auxConcurrentDB(): PbDatabase
  auxNonconcurrentDB(): PbDatabase
  /**
   * One write transaction of the whole store. Only the app handed in may be used inside: the outer one would wait for
   * ever.
   */
  runInTransaction(work: (txApp: PbApp) => void): void
  isTransactional(): boolean

  findAllCollections(...types: string[]): PbCollection[]
  findCollectionByNameOrId(nameOrId: string): PbCollection
  /** @throws when there is none of that name or id */
  findCachedCollectionByNameOrId(nameOrId: string): PbCollection
  importCollections(collections: unknown[], deleteMissing: boolean): void

  findRecordById(collection: string, id: string): PbRecord
  findRecordsByIds(collection: string, ids: readonly string[]): PbRecord[]
  findRecordsByFilter(
    collection: string,
    filter: string,
    sort?: string,
    limit?: number,
    offset?: number,
    params?: Record<string, unknown>,
  ): PbRecord[]
  findAllRecords(collection: string, ...conditions: unknown[]): PbRecord[]
  findAuthRecordByEmail(collection: string, email: string): PbRecord
  countRecords(collection: string, ...conditions: unknown[]): number
  canAccessRecord(record: PbRecord, info: unknown, rule: object | null): boolean
  expandRecords(
    records: readonly PbRecord[],
    expands: string[],
    fetch: (collection: PbCollection, ids: string[]) => PbRecord[],
  ): unknown
  save(model: PbRecord | PbCollection | PbSettings): void
  /** Also where what a record refers to is gone. */
  saveNoValidate(model: PbRecord): void
  delete(record: PbRecord): void
}

// Requests

interface PbHeaders {
  get(name: string): string
  set(name: string, value: string): void
  add(name: string, value: string): void
  del(name: string): void
}

/** Go's url.Values: reached by `get` alone, the first of that name, decoded, or an empty text. */
interface PbValues {
  has(name: string): boolean
  get(name: string): string
}

interface PbRequest {
  method: string
  /** As the client named it, with a port where it has one. */
  host: string
  /** The route's, such as `GET /api/collections/{collection}/records`. */
  pattern: string
  url: { path: string; rawQuery: string; query(): PbValues }
  header: PbHeaders
  /** Read once, it must be turned back for PocketBase. */
  body: { reread(): void }
  contentLength: number
  /** @param memory bytes of its files that are kept there */
  parseMultipartForm(memory: number): void
  /** Of a form with files. */
  multipartForm: { value: { [field: string]: string[] } } | null
  /** Of a form without. */
  postForm: PbValues | null
  pathValue(name: string): string
}

interface PbRequestEvent {
  app: PbApp
  auth: PbRecord | null
  request: PbRequest
  response: { header(): PbHeaders }
  realIP(): string
  isTLS(): boolean
  hasSuperuserAuth(): boolean
  /** @throws when none came under this name */
  findUploadedFiles(key: string): unknown[]
  json(status: number, body: unknown): void
  html(status: number, text: string): void
  string(status: number, text: string): void
  blob(status: number, type: string, body: PbBytes | string): void
  fileFS(files: unknown, name: string): void
  noContent(status: number): void
  redirect(status: number, location: string): void
  flush(): void
}

/** A request on its way to one of PocketBase's own routes. */
interface PbGuardedEvent extends PbRequestEvent {
  next(): void
}

// Events of records

/** Model events (`onRecordCreate` and friends): `app` is the transaction's when there is one. */
interface PbRecordEvent {
  app: PbApp
  record: PbRecord
  next(): void
}

/** onRecordAfter…Error. */
interface PbFailedSaveEvent {
  app: PbApp
  error: unknown
  next(): void
}

interface PbRequestInfo {
  context: string
  body: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, string>
}

/** `on…Request` events: the request hides one level deeper. */
interface PbRecordRequestEvent extends PbRecordEvent {
  auth: PbRecord | null
  hasSuperuserAuth(): boolean
  requestInfo(): PbRequestInfo
  requestEvent: PbRequestEvent
}

/** onRecordAuthWithPasswordRequest. */
interface PbSignInEvent extends PbRecordRequestEvent {
  collection: PbCollection
  identity: string
}

/** onRecordsListRequest: the records are found already, and not yet on their way. */
interface PbListEvent {
  app: PbApp
  collection: PbCollection
  records: readonly PbRecord[]
  hasSuperuserAuth(): boolean
  requestInfo(): { query: { [name: string]: string } }
  next(): void
}

/** Events whose answer is a record: it is expanded as the query asks. */
interface PbExpandedEvent {
  app: PbApp
  record: PbRecord
  requestEvent: PbRequestEvent
  hasSuperuserAuth(): boolean
  requestInfo(): { query: { [name: string]: string } }
  next(): void
}

/** onFileDownloadRequest: headers that stand before `next` are not replaced. */
interface PbDownloadEvent {
  record: PbRecord
  fileField: PbFileField
  servedPath: string
  servedName: string
  requestEvent: PbRequestEvent
  next(): void
}

/** onRealtimeSubscribeRequest: topics such as `orders/{id}?options=…`. */
interface PbSubscribeEvent {
  requestEvent: PbRequestEvent
  subscriptions: readonly string[]
  hasSuperuserAuth(): boolean
  next(): void
}

/** onRealtimeMessageSend. */
interface PbMessageEvent {
  app: PbApp
  requestEvent: PbRequestEvent
  client: PbRealtimeClient
  message: { name: string }
  next(): void
}

/** onMailerSend. */
interface PbMailerEvent {
  app: PbApp
  message: { to: { address: string }[]; subject: string; text: string; html: string }
}

/** onModelCreate of `_logs`. */
interface PbLogEvent {
  app: PbApp
  /** A line that is to be written. Of a request it has a `type` and its status, which is 0 when a hook failed. */
  model: { message: string; data: { get(name: string): unknown; set(name: string, value: unknown): void } }
  next(): void
}

// What stands in every engine

declare const $app: PbApp
declare const $apis: { enrichRecords(e: unknown, records: PbRecord[]): void }
declare const $dbx: {
  exp(sql: string, params?: Record<string, unknown>): unknown
  hashExp(values: { [column: string]: unknown }): unknown
}
declare const $filesystem: {
  fileFromPath(path: string): unknown
  fileFromBytes(content: Uint8Array | string, name: string): PbFile
}
declare const $http: {
  /** Throws when no whole answer came within `timeout` seconds. */
  send(request: {
    url: string
    method: string
    body?: string
    headers?: { [name: string]: string }
    timeout: number
  }): { statusCode: number; body: unknown; headers: { [name: string]: string[] } }
}
declare const $os: {
  args: string[]
  getenv(name: string): string
  readFile(path: string): PbBytes
  readDir(
    path: string,
  ): { name(): string; isDir(): boolean; info(): { size(): number; modTime(): { unix(): number } } }[]
  dirFS(path: string): unknown
  mkdirAll(path: string, mode: number): void
  writeFile(path: string, data: PbBytes | string, mode: number): void
  remove(path: string): void
  removeAll(path: string): void
  exit(code: number): never
}
declare const $mails: {
  /** By the template of the record's collection, with a link that lets its reader choose a password. */
  sendRecordPasswordReset(app: PbApp, record: PbRecord): void
}
declare const $template: {
  /** Go's `html/template`, with `raw` for what stands as it is. */
  loadString(text: string): { render(data: unknown): string }
}
declare const $security: {
  hs256(text: string, secret: string): string
  sha256(text: string): string
  equal(first: string, second: string): boolean
  randomString(length: number): string
  randomStringWithAlphabet(length: number, alphabet: string): string
  /** AES-256-GCM. */
  encrypt(text: string, key: string): string
  /** @throws when it was sealed with another key */
  decrypt(sealed: string, key: string): string
  createJWT(payload: { [claim: string]: unknown }, key: string, seconds: number): string
  /** @throws when it is no token, has run out or was signed with another key */
  parseJWT(token: string, key: string): { [claim: string]: unknown }
  /** @throws when it is no token */
  parseUnverifiedJWT(token: string): { [claim: string]: unknown }
}
declare const __hooks: string
declare function require(path: string): unknown
declare function sleep(milliseconds: number): void
declare function toString(value: unknown, maxBytes?: number): string
declare function toBytes(value: unknown, maxBytes?: number): PbBytes
declare function arrayOf(model: unknown): { [field: string]: unknown }[]
declare const DynamicModel: { new (shape: { [field: string]: unknown }): { [field: string]: unknown } }
declare const Record: { new (collection: PbCollection, values?: object): PbRecord }
declare const RequestInfo: { new (values: object): unknown }
declare const Context: { new (): unknown }
declare const DateTime: { new (text: string): unknown }
interface PbMailerMessage {
  from: { name: string; address: string }
  to: { address: string }[]
  subject: string
  text: string
  html?: string
  headers?: { [name: string]: string }
}
declare const MailerMessage: { new (message: PbMailerMessage): PbMailerMessage }
declare const SubscriptionMessage: { new (message: PbSubscriptionMessage): PbSubscriptionMessage }
declare class ApiError extends Error {
  constructor(status: number, message: string, data?: object)
}
declare class BadRequestError extends Error {
  constructor(message?: string, data?: { [field: string]: unknown })
}
declare class ForbiddenError extends Error {
  constructor(message?: string, data?: { [field: string]: unknown })
}
declare class NotFoundError extends Error {
  constructor(message?: string)
}
declare class ValidationError extends Error {
  constructor(code: string, message: string)
}
/** The rest of what other engines have, as far as it is here. */
declare const console: { log(text: string): void; error(text: string): void }
declare const Buffer: {
  from(text: string): { toString(encoding: 'base64'): string }
  /** A copy of a Go byte slice in the engine's own memory. */
  from(bytes: PbBytes): Uint8Array
}
