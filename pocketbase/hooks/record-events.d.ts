/** What the record, review and seed hooks use beyond pocketbase.d.ts; interfaces of the same name are one. */

interface PbCollection {
  readonly fields: { fieldNames(): string[]; getByName(name: string): PbField | null }
}

/** A field of a collection: number fields have `onlyInt`, file fields the last three. */
interface PbField {
  type(): string
  onlyInt?: boolean
  /** A Go slice: it has the methods of an array that read. */
  mimeTypes?: readonly string[]
  maxSize?: number
  maxSelect?: number
}

interface PbFile {
  name: string
  readonly originalName: string
  size: number
  reader: { open(): PbOpenFile }
}

interface PbRecord {
  hide(...fields: string[]): void
  isSuperuser(): boolean
  /** Sets a value as it is, an autodate's too. */
  setRaw(field: string, value: unknown): void
  setRandomPassword(): string
  /** Files of this save that are not stored yet. */
  getUnsavedFiles(field: string): PbFile[] | null
}

interface PbRecordRequestEvent {
  hasSuperuserAuth(): boolean
}

/** onRecordEnrich: a record on its way to somebody, by any route: list, view, expand, realtime. */
interface PbEnrichEvent extends PbRecordEvent {
  requestInfo: { auth: PbRecord | null }
}

interface PbOpenFile {
  close(): void
}

declare function toBytes(
  value: unknown,
  maxBytes?: number,
): { readonly length: number; readonly [position: number]: number }
declare const __hooks: string
declare const $filesystem: {
  fileFromPath(path: string): unknown
  fileFromBytes(content: Uint8Array | string, name: string): PbFile
}
declare const DateTime: { new (text: string): unknown }

/** A request of a form: with files, or without. */
interface PbFormRequest {
  multipartForm: { value: { [field: string]: string[] } } | null
  /** Go's url.Values: its fields are reached by `get` alone. */
  postForm: { get(field: string): string } | null
}
