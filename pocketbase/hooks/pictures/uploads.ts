import { cleanPicture, type PictureKind, type PictureProblem } from '../../../src/domain/pictures/picture'
import { shopperOf } from '../guard/order-access'
import { picturesProblem } from '../guard/rate-limits'
import type { Problems } from '../lib/record-problems'

/**
 * The kinds of picture that PocketBase's own check of a field's types lets in and that nothing here opens: never
 * decoded, and served inert.
 */
const UNOPENED = ['image/avif', 'image/svg+xml']

/**
 * Uploaded pictures, by their own bytes: what is no picture of a kind that the field takes, is damaged, or would cost
 * too much memory to make smaller copies of is refused; of the others only the picture is kept. Where it was taken,
 * when and with what, comments, previews and whatever was hung on behind are cut off, and the name ends as its kind
 * does: one that ends in `.js` would be served as a script.
 */
export function pictureProblems(e: Pick<PbRecordRequestEvent, 'record' | 'hasSuperuserAuth'>): Problems {
  const fields = e.record.collection().fields
  const problems: Problems = {}
  for (const name of fields.fieldNames()) {
    const field = fields.getByName(name)
    if (field?.type() !== 'file' || !field.mimeTypes?.includes('image/jpeg')) continue
    const files = e.record.getUnsavedFiles(name) ?? []
    const most = Math.max(1, field.maxSelect ?? 1)
    if (files.length > most) {
      problems[name] = `At most ${most} ${most === 1 ? 'picture' : 'pictures'}, please.`
      continue
    }
    for (const file of files) {
      const problem = cleanUpload(file, field, e.hasSuperuserAuth() ? file.originalName : name)
      if (problem) problems[name] = problem
    }
  }
  return problems
}

/**
 * Pictures shoppers add fill the disk: they are for confirmed accounts, and so many a day. Before anything is read of
 * them. An account Google opens brings its own picture.
 */
export function shareProblems(e: PbRecordRequestEvent): Problems {
  if (e.hasSuperuserAuth() || e.requestInfo().context === 'oauth2') return {}
  const names = e.record.collection().fields.fieldNames()
  const added = names.flatMap((name) => (e.record.getUnsavedFiles(name) ?? []).map(({ size }) => ({ name, size })))
  const [first] = added
  if (!first) return {}
  const shopper = shopperOf(e)
  if (!shopper?.getBool('verified'))
    return { [first.name]: 'Please confirm your email first: then you can add pictures.' }
  const sizes = added.map(({ size }) => size)
  const problem = picturesProblem(e.app, shopper.id, sizes)
  return problem ? { [first.name]: problem } : {}
}

/** Leaves of the file what `cleanPicture` does, under the name given, or answers with a sentence. */
function cleanUpload(file: PbFile, field: PbField, name: string): string | undefined {
  const most = field.maxSize || DEFAULT_FILE_BYTES
  if (file.size > most) return `A picture may have at most ${Math.floor(most / 1024 / 1024)} MB.`
  const content = file.reader.open()
  try {
    // The engine's own bytes are many times slower to walk through.
    const cleaned = cleanPicture(Buffer.from(toBytes(content, most)))
    if (!cleaned) {
      if (UNOPENED.some((type) => field.mimeTypes?.includes(type))) return undefined
      return 'Choose a picture: a JPEG, PNG or WebP file.'
    }
    if ('problem' in cleaned) return pictureSentence(cleaned)
    const kept = $filesystem.fileFromBytes(cleaned.bytes, pictureName(name, cleaned.kind))
    file.reader = kept.reader
    file.size = kept.size
    file.name = kept.name
    return undefined
  } finally {
    content.close()
  }
}

/** What PocketBase takes a file field's limit to be when it has none. */
const DEFAULT_FILE_BYTES = 5 * 1024 * 1024

function pictureSentence(found: PictureProblem): string {
  if (found.problem === 'moving') return 'Choose a picture that does not move.'
  if (found.problem !== 'too_large') return 'This picture is damaged. Please choose another one.'
  return `The picture has ${found.width} x ${found.height} pixels. Make it smaller first.`
}

/** A merchandiser's file keeps its name for search engines; what a shopper called a photograph is nobody's business. */
function pictureName(name: string, kind: PictureKind): string {
  const stem = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/\./g, '-')
  return `${stem || 'picture'}.${kind === 'jpeg' ? 'jpg' : kind}`
}
