import { rows, run } from '../lib/rows'
import {
  keyOf,
  keysOf,
  lookThrough,
  MAX_ATTEMPTS,
  ONE,
  SHOP_PICTURES,
  type ShopPicture,
  shapesOf,
  widthsOf,
} from './picture-list'
import { checkedPlaceholder, fillPlaceholders, notePlaceholder, showPlaceholders } from './placeholders'

/** Raise it when the helper makes other pictures than before: all are made anew. */
const VERSION = 2

/** After a record with pictures was created or changed. */
export function queuePictures({ app, record }: PbRecordEvent): void {
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

/** @throws NotFoundError for everybody but the helper this process was started with */
function checkHelper(e: PbRequestEvent): void {
  const key = $os.getenv('STORE_PICTURES_KEY')
  if (key === '' || !$security.equal(e.request.header.get('X-Pictures-Key'), key)) throw new NotFoundError()
}

/**
 * What was written past the hooks (the seed, imports, a restored backup) is found at the first question after a
 * start; what failed gets another try.
 */
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

function firstWaiting(app: PbApp): ShopPicture | undefined {
  // Those nobody has begun come first: a picture the helper cannot stand holds up no other.
  return rows(
    app,
    'SELECT collection, record, file FROM picture_variants WHERE version = 0 AND attempts < 3 ORDER BY attempts, turn LIMIT 1',
    {},
    { collection: '', record: '', file: '' },
  )[0]
}

/** `POST /.pictures/waiting`: whether there is anything to do for the helper. */
export function tellWaiting(e: PbRequestEvent): void {
  checkHelper(e)
  lookThroughOnce(e.app)
  e.json(200, { waiting: firstWaiting(e.app) !== undefined })
}

function recordOf(
  app: PbApp,
  { collection, record, file }: ShopPicture,
): { record: PbRecord; field: PbFileField } | null {
  try {
    const found = app.findRecordById(collection, record)
    const field = found.findFileFieldByFile(file)
    return field && { record: found, field }
  } catch {
    return null
  }
}

/**
 * `POST /.pictures/next`: the next picture with the widths and shapes it is wanted in, or 204. Counted as begun: one
 * that ends the helper comes up twice more.
 */
export function giveNext(e: PbRequestEvent): void {
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

function askedPicture(e: PbRequestEvent): ShopPicture {
  const query = e.request.url.query()
  return { collection: query.get('collection'), record: query.get('record'), file: query.get('file') }
}

/**
 * `POST /.pictures/made?collection&record&file&placeholder`: a form with the small copies as `plain-600`, `avif-600`
 * and so on, and `shape-1200x630`. 404 when the picture is gone meanwhile. `placeholder`: a WebP of a few pixels as a
 * data address.
 */
export function storeVariants(e: PbRequestEvent): void {
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
    placeholder: checkedPlaceholder(given),
  })
  if (fillPlaceholders(e.app, picture.collection, picture.record)) notePlaceholder(picture.collection)
  e.noContent(204)
}

function uploaded(e: PbRequestEvent, name: string): unknown[] {
  try {
    return e.findUploadedFiles(name)
  } catch {
    // None under this name.
    return []
  }
}

/** `POST /.pictures/failed?collection&record&file&why`: nothing can be made of it; PocketBase's own copies stay. */
export function giveUp(e: PbRequestEvent): void {
  checkHelper(e)
  const picture = askedPicture(e)
  run(e.app, `UPDATE picture_variants SET attempts = {:attempts} WHERE ${ONE}`, { ...picture, attempts: MAX_ATTEMPTS })
  e.app
    .logger()
    .warn('No small copies of a picture', 'file', picture.file, 'why', e.request.url.query().get('why').slice(0, 300))
  e.noContent(204)
}
