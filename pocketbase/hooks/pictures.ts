import { sharedStore, touchPages } from './page-store'
import { type Row, rows } from './rows'
import { answering } from './slow-clients'

/**
 * Small copies of the shop's pictures in AVIF, and well packed ones in the format every browser reads. A helper process beside the record store
 * makes them (scripts/pictures.mjs); here stands which are wanted, where they are kept and who gets which. Without the helper pictures are what
 * PocketBase makes of them.
 *
 * They are kept in PocketBase's own folder of a file's thumbnails: backups carry them, they lie in S3 where the files do, and go with the file.
 */

interface FileSystem {
  exists(key: string): boolean
  uploadFile(file: unknown, key: string): void
  deletePrefix(prefix: string): unknown
  close(): void
}
interface PictureApp extends PbApp {
  newFilesystem(): FileSystem
}
interface FileField {
  thumbs: readonly string[]
}
interface PictureRecord extends PbRecord {
  baseFilesPath(): string
  findFileFieldByFile(name: string): FileField | null
}
interface Query {
  get(name: string): string
}
interface DownloadEvent {
  record: PictureRecord
  fileField: FileField
  servedPath: string
  servedName: string
  requestEvent: {
    app: PictureApp
    request: { url: { query(): Query }; header: { get(name: string): string } }
    response: { header(): PbHeaders }
    realIP(): string
  }
  next(): void
}
interface HelperEvent extends PbRequestEvent {
  app: PictureApp
  request: PbRequestEvent['request'] & { url: { query(): Query } }
  findUploadedFiles(key: string): unknown[]
}
declare const NotFoundError: new (message?: string) => Error

/** Raise it when the helper makes other pictures than before: all are made anew. */
const VERSION = 2
/** A picture that ended the helper this often is left as it is until the next start. */
const MAX_ATTEMPTS = 3
/** How long a browser or a proxy keeps a picture whose small copies are about to be made, s. */
const BRIEFLY = 'public, max-age=60'

interface ShopPictures {
  field: string
  /** Whether the field holds several. */
  several: boolean
  turn: number
  /** Whether records carry a tiny picture of their first one. */
  placeholders: boolean
}
/** Public pictures. Never those of people. */
const SHOP_PICTURES: { [collection: string]: ShopPictures } = {
  assets: { field: 'file', several: false, turn: 0, placeholders: false },
  slider_images: { field: 'image', several: false, turn: 0, placeholders: true },
  products: { field: 'images', several: true, turn: 1, placeholders: true },
  posts: { field: 'cover', several: false, turn: 1, placeholders: true },
}
/** What is taken as a tiny picture: nothing but a picture, and no longer than a page can carry forty of. */
const PLACEHOLDER = /^data:image\/webp;base64,[A-Za-z0-9+/]{40,500}={0,2}$/

const run = (app: PbApp, sql: string, params: Row = {}) => app.db().newQuery(sql).bind(params).execute()

/** Every picture a collection's records hold, in SQL: record, file and its turn. Drawings have no small copies. */
function filesSql(collection: string): string {
  const { field, several, turn } = SHOP_PICTURES[collection] as ShopPictures
  const files = several
    ? `SELECT r.id AS record, j.value AS file, ${turn} + j.key AS turn FROM ${collection} r,
         json_each(CASE WHEN json_valid(r.${field}) THEN r.${field} ELSE '[]' END) j`
    : `SELECT r.id AS record, r.${field} AS file, ${turn} AS turn FROM ${collection} r`
  return `SELECT record, file, turn FROM (${files}) WHERE file != '' AND file NOT LIKE '%.svg'`
}

/** Writes down which pictures of a record, or of all, are there and want small copies, and forgets those that are gone. */
function lookThrough(app: PbApp, collection: string, record?: string): void {
  const one = record === undefined ? '' : ' AND record = {:record}'
  const params = record === undefined ? { collection } : { collection, record }
  run(
    app,
    `DELETE FROM picture_variants WHERE collection = {:collection}${one}
       AND (record, file) NOT IN (SELECT record, file FROM (${filesSql(collection)}) WHERE TRUE${one})`,
    params,
  )
  run(
    app,
    `INSERT OR IGNORE INTO picture_variants (collection, record, file, turn)
       SELECT {:collection}, record, file, turn FROM (${filesSql(collection)}) WHERE TRUE${one}`,
    params,
  )
}

/** Gives a record, or all, the tiny picture of their first picture, if it is made. Says whether that changed any. */
function fillPlaceholders(app: PbApp, collection: string, record?: string): boolean {
  const { field, several, placeholders } = SHOP_PICTURES[collection] as ShopPictures
  if (!placeholders) return false
  const first = several ? `CASE WHEN json_valid(r.${field}) THEN json_extract(r.${field}, '$[0]') END` : `r.${field}`
  const wanted = `(SELECT json_object(v.file, v.placeholder) FROM picture_variants v
    WHERE v.collection = {:collection} AND v.record = r.id AND v.file = ${first} AND v.placeholder != '')`
  const one = record === undefined ? '' : 'r.id = {:record} AND '
  const params = record === undefined ? { collection } : { collection, record }
  const sql = `UPDATE ${collection} AS r SET placeholders = ${wanted} WHERE ${one}NULLIF(r.placeholders, 'null') IS NOT ${wanted}`
  return run(app, sql, params).rowsAffected() > 0
}

/** After a record with pictures was created or changed. */
export function followRecord({ app, record }: PbRecordEvent): void {
  const collection = record.collection().name
  try {
    lookThrough(app, collection, record.id)
    fillPlaceholders(app, collection, record.id)
  } catch (error) {
    // Thrown here it would answer 400 to a save that stands. The next start finds what was missed.
    app.logger().error('Small copies of a picture will be late', 'error', String(error))
  }
}

/** After a record was deleted; PocketBase has removed its files, with all copies. */
export function forgetRecord({ app, record }: PbRecordEvent): void {
  try {
    run(app, 'DELETE FROM picture_variants WHERE collection = {:collection} AND record = {:record}', {
      collection: record.collection().name,
      record: record.id,
    })
  } catch (error) {
    app.logger().error('A picture that is gone is still listed', 'error', String(error))
  }
}

/** Which small copies a file may have, by its field: `600x0` and the like, nothing cropped. */
function widthsOf(field: FileField): number[] {
  const widths: number[] = []
  for (let at = 0; at < field.thumbs.length; at++) {
    const width = /^(\d+)x0$/.exec(field.thumbs[at] as string)?.[1]
    if (width !== undefined) widths.push(Number(width))
  }
  return widths
}

/** In which shapes links to what a file shows are previewed, by its field: `1200x630` and the like. */
function shapesOf(field: FileField): string[] {
  const shapes: string[] = []
  for (let at = 0; at < field.thumbs.length; at++) {
    const shape = field.thumbs[at] as string
    if (/^[1-9]\d*x[1-9]\d*$/.test(shape)) shapes.push(shape)
  }
  return shapes
}

/** Where PocketBase itself keeps the small copy it makes. */
function keyOf(record: PictureRecord, file: string, size: string): string {
  return `${record.baseFilesPath()}/thumbs_${file}/${size}_${file}`
}

/** The place of PocketBase's own small copy, and beside it ours. */
function keysOf(record: PictureRecord, file: string, width: number): { plain: string; avif: string } {
  const plain = keyOf(record, file, `${width}x0`)
  return { plain, avif: `${plain}.avif` }
}

/**
 * A small copy of a shop's picture was asked for: whoever takes AVIF gets it, if it is made. One address for both, so that pages need not know
 * what was made; caches are told by `Vary`, and what is about to be replaced is kept briefly.
 */
export function serveVariant(e: DownloadEvent): void {
  const query = e.requestEvent.request.url.query()
  const size = query.get('thumb')
  const width = Number(/^(\d+)x0$/.exec(size)?.[1] ?? 0)
  if (query.get('download') === '') {
    if (width > 0 && widthsOf(e.fileField).includes(width)) choose(e, width)
    else if (shapesOf(e.fileField).includes(size)) choosePreview(e, size)
  }
  answering(e.requestEvent, () => e.next())
}

/**
 * The picture a link is previewed with: a JPEG, since that is what every messenger reads, whatever was uploaded. Ours lies where PocketBase
 * looks for its own, which is as large as a PNG for anything but a JPEG; of an AVIF file it makes none and looks for none.
 */
function choosePreview(e: DownloadEvent, shape: string): void {
  const file = fileName(e)
  const { app, response } = e.requestEvent
  if (/\.avif$/i.test(file)) {
    const key = keyOf(e.record, file, shape)
    const files = app.newFilesystem()
    try {
      if (files.exists(key)) {
        e.servedPath = key
        e.servedName = `${shape}_${file.replace(/\.[^.]*$/, '')}.jpg`
        return
      }
    } finally {
      files.close()
    }
  }
  if (isExpected(e, file)) response.header().set('Cache-Control', BRIEFLY)
}

function choose(e: DownloadEvent, width: number): void {
  const file = fileName(e)
  if (/\.svg$/i.test(file)) return
  const { app, request, response } = e.requestEvent
  const headers = response.header()
  headers.add('Vary', 'Accept')
  // PocketBase says them of everything; of pictures they mean nothing.
  for (const name of ['X-Xss-Protection', 'Cross-Origin-Opener-Policy']) headers.del(name)
  const takesAvif = /\bimage\/avif\b/i.test(request.header.get('Accept'))
  const keys = keysOf(e.record, file, width)
  const files = app.newFilesystem()
  try {
    if (takesAvif && files.exists(keys.avif)) {
      e.servedPath = keys.avif
      e.servedName = `${width}x0_${file.replace(/\.[^.]*$/, '')}.avif`
      headers.set('Content-Type', 'image/avif')
      headers.set('Content-Disposition', `inline; filename="${e.servedName}"`)
      return
    }
    // Of an AVIF file PocketBase makes no small copies; ours are for browsers that cannot read the file itself.
    if (!takesAvif && /\.avif$/i.test(file) && files.exists(keys.plain)) {
      e.servedPath = keys.plain
      return
    }
  } finally {
    files.close()
  }
  if (isExpected(e, file)) headers.set('Cache-Control', BRIEFLY)
}

/** The name of the uploaded file: what is served may be PocketBase's own small copy of it. */
function fileName({ servedPath, record }: DownloadEvent): string {
  const [first = '', second] = servedPath.slice(record.baseFilesPath().length + 1).split('/')
  return second === undefined ? first : first.replace(/^thumbs_/, '')
}

/** Whether the helper is there and will come to this picture. */
function isExpected({ record, requestEvent: { app } }: DownloadEvent, file: string): boolean {
  if ($os.getenv('STORE_PICTURES_KEY') === '') return false
  const picture = { collection: record.collection().name, record: record.id, file }
  const [row] = rows(app, `SELECT version, attempts FROM picture_variants WHERE ${ONE}`, picture, {
    version: 0,
    attempts: 0,
  })
  return row !== undefined && Number(row.version) === 0 && Number(row.attempts) < MAX_ATTEMPTS
}

const ONE = 'collection = {:collection} AND record = {:record} AND file = {:file}'

/** @throws NotFoundError for everybody but the helper this process was started with */
function checkHelper(e: HelperEvent): void {
  const key = $os.getenv('STORE_PICTURES_KEY')
  if (key === '' || !$security.equal(e.request.header.get('X-Pictures-Key'), key)) throw new NotFoundError()
}

/** What was written past the hooks (the seed, imports, a restored backup) is found at the first question after a start; what failed gets another try. */
function lookThroughOnce(app: PbApp): void {
  const mine = $security.randomString(8)
  const store = app.store()
  if (store.getOrSet('pictures:looked', () => mine) !== mine) return
  app.runInTransaction((txApp) => {
    for (const collection of Object.keys(SHOP_PICTURES)) {
      lookThrough(txApp, collection)
      fillPlaceholders(txApp, collection)
    }
    run(
      txApp,
      'UPDATE picture_variants SET version = 0, attempts = 0 WHERE version != {:version} AND (version != 0 OR attempts != 0)',
      { version: VERSION },
    )
  })
}

interface Waiting {
  collection: string
  record: string
  file: string
}

function firstWaiting(app: PbApp): Waiting | undefined {
  // Those nobody has begun come first: a picture the helper cannot stand holds up no other.
  const [row] = rows(
    app,
    'SELECT collection, record, file FROM picture_variants WHERE version = 0 AND attempts < 3 ORDER BY attempts, turn LIMIT 1',
    {},
    { collection: '', record: '', file: '' },
  )
  return row && { collection: String(row.collection), record: String(row.record), file: String(row.file) }
}

/** `POST /.pictures/waiting`: whether there is anything to do for the helper. */
export function tellWaiting(e: HelperEvent): void {
  checkHelper(e)
  lookThroughOnce(e.app)
  e.json(200, { waiting: firstWaiting(e.app) !== undefined })
}

function recordOf(
  app: PbApp,
  { collection, record, file }: Waiting,
): { record: PictureRecord; field: FileField } | null {
  try {
    const found = app.findRecordById(collection, record) as PictureRecord
    const field = found.findFileFieldByFile(file)
    return field && { record: found, field }
  } catch {
    return null
  }
}

/** `POST /.pictures/next`: the next picture with the widths and shapes it is wanted in, or 204. Counted as begun: one that ends the helper comes up twice more. */
export function giveNext(e: HelperEvent): void {
  checkHelper(e)
  lookThroughOnce(e.app)
  for (;;) {
    const picture = firstWaiting(e.app)
    if (picture === undefined) {
      showPlaceholders()
      e.noContent(204)
      return
    }
    const there = recordOf(e.app, picture)
    if (there === null) {
      run(e.app, `DELETE FROM picture_variants WHERE ${ONE}`, { ...picture })
      continue
    }
    run(e.app, `UPDATE picture_variants SET attempts = attempts + 1 WHERE ${ONE}`, { ...picture })
    e.json(200, { ...picture, widths: widthsOf(there.field), shapes: shapesOf(there.field) })
    return
  }
}

function askedPicture(e: HelperEvent): Waiting {
  const query = e.request.url.query()
  return { collection: query.get('collection'), record: query.get('record'), file: query.get('file') }
}

const PLACED_KEY = 'pictures:placed:'

/** Pages learn of tiny pictures when the helper has made all: drawing them anew for each would cost more than it shows. */
function showPlaceholders(): void {
  for (const collection of Object.keys(SHOP_PICTURES)) {
    if (sharedStore().get(PLACED_KEY + collection) !== true) continue
    sharedStore().remove(PLACED_KEY + collection)
    touchPages(collection)
  }
}

/**
 * `POST /.pictures/made?collection&record&file&placeholder`: a form with the small copies as `plain-600`, `avif-600` and so on, and
 * `shape-1200x630`. 404 when the picture is gone meanwhile. `placeholder`: a WebP of a few pixels as a data address.
 */
export function keepVariants(e: HelperEvent): void {
  checkHelper(e)
  const picture = askedPicture(e)
  const there = SHOP_PICTURES[picture.collection] ? recordOf(e.app, picture) : null
  if (there === null) throw new NotFoundError()
  const files = e.app.newFilesystem()
  try {
    for (const width of widthsOf(there.field)) {
      const keys = keysOf(there.record, picture.file, width)
      // The one for everybody first: whoever holds it and asks again must find the other one newer.
      for (const kind of ['plain', 'avif'] as const) {
        const [made] = uploaded(e, `${kind}-${width}`)
        if (made !== undefined) files.uploadFile(made, keys[kind])
      }
    }
    for (const shape of shapesOf(there.field)) {
      const [made] = uploaded(e, `shape-${shape}`)
      if (made !== undefined) files.uploadFile(made, keyOf(there.record, picture.file, shape))
    }
    if (recordOf(e.app, picture) === null) {
      files.deletePrefix(`${there.record.baseFilesPath()}/thumbs_${picture.file}/`)
      throw new NotFoundError()
    }
  } finally {
    files.close()
  }
  const given = e.request.url.query().get('placeholder')
  run(e.app, `UPDATE picture_variants SET version = {:version}, placeholder = {:placeholder} WHERE ${ONE}`, {
    ...picture,
    version: VERSION,
    placeholder: PLACEHOLDER.test(given) ? given : '',
  })
  if (fillPlaceholders(e.app, picture.collection, picture.record))
    sharedStore().set(PLACED_KEY + picture.collection, true)
  e.noContent(204)
}

function uploaded(e: HelperEvent, name: string): unknown[] {
  try {
    return e.findUploadedFiles(name)
  } catch {
    // None under this name.
    return []
  }
}

/** `POST /.pictures/failed?collection&record&file&why`: nothing can be made of it; PocketBase's own copies stay. */
export function giveUp(e: HelperEvent): void {
  checkHelper(e)
  const picture = askedPicture(e)
  run(e.app, `UPDATE picture_variants SET attempts = {:attempts} WHERE ${ONE}`, { ...picture, attempts: MAX_ATTEMPTS })
  e.app
    .logger()
    .warn('No small copies of a picture', 'file', picture.file, 'why', e.request.url.query().get('why').slice(0, 300))
  e.noContent(204)
}
