import { answering } from '../guard/slow-clients'
import { hasRow } from '../lib/rows'
import { keyOf, keysOf, MAX_ATTEMPTS, ONE, shapesOf, widthsOf } from './picture-list'

/** How long a browser or a proxy keeps a picture whose small copies are about to be made, s. */
const BRIEFLY = 'public, max-age=60'

/**
 * A small copy of a shop's picture was asked for: whoever takes AVIF gets it, if it is made. One address for both, so
 * that pages need not know what was made; caches are told by `Vary`, and what is about to be replaced is kept
 * briefly.
 */
export function serveVariant(e: PbDownloadEvent): void {
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
 * The picture a link is previewed with: a JPEG, since that is what every messenger reads, whatever was uploaded. Ours
 * lies where PocketBase looks for its own, which is as large as a PNG for anything but a JPEG; of an AVIF file it
 * makes none and looks for none.
 */
function choosePreview(e: PbDownloadEvent, shape: string): void {
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

function choose(e: PbDownloadEvent, width: number): void {
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
function fileName({ servedPath, record }: PbDownloadEvent): string {
  const [first = '', second] = servedPath.slice(record.baseFilesPath().length + 1).split('/')
  return second === undefined ? first : first.replace(/^thumbs_/, '')
}

/** Whether the helper is there and will come to this picture. */
function isExpected({ record, requestEvent: { app } }: PbDownloadEvent, file: string): boolean {
  if ($os.getenv('STORE_PICTURES_KEY') === '') return false
  const picture = { collection: record.collection().name, record: record.id, file }
  const waits = `FROM picture_variants WHERE ${ONE} AND version = 0 AND attempts < ${MAX_ATTEMPTS}`
  return hasRow(app, waits, picture)
}
