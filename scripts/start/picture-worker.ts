import type { Sharp } from 'sharp'

/**
 * The helper process that makes small copies of the shop's pictures: asks the record store for the next one until
 * there is none, then ends. A process of its own, so that what a picture does to a decoder is done to nobody else;
 * `scripts/start/pictures.mjs` starts it.
 */

/** Exit code where `sharp` does not run: another system, or installed without its library. */
export const NO_ENCODER = 3

/** Larger ones are refused when they are uploaded; AVIF is not looked into there. */
const MAX_PIXELS = 100_000_000
const MAX_SECONDS_A_COPY = 60
const MAX_SECONDS_A_PICTURE = 300

interface Job {
  collection: string
  record: string
  file: string
  widths: number[]
  /** `1200x630`: cut to this shape, as a JPEG. */
  shapes: string[]
}

const { STORE_PICTURES_URL: url = '', STORE_PICTURES_KEY: key = '' } = process.env

async function loadEncoder() {
  try {
    return (await import('sharp')).default
  } catch {
    process.exit(NO_ENCODER)
  }
}
const sharp = await loadEncoder()
sharp.concurrency(1)
sharp.cache(false)
// What shops upload, and no other of the many formats the library reads.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

function ask(path: string, job?: Job, more: Record<string, string> = {}, body?: FormData): Promise<Response> {
  const query = job && new URLSearchParams({ collection: job.collection, record: job.record, file: job.file, ...more })
  return fetch(`${url}/.pictures/${path}${query ? `?${query}` : ''}`, {
    method: 'POST',
    headers: { 'X-Pictures-Key': key },
    body: body ?? null,
    signal: AbortSignal.timeout(60_000),
  })
}

async function original({ collection, record, file }: Job): Promise<Buffer> {
  const address = [collection, record, file].map(encodeURIComponent).join('/')
  const answer = await fetch(`${url}/api/files/${address}`, { signal: AbortSignal.timeout(60_000) })
  if (!answer.ok) throw new Error(`The file is not there (${answer.status})`)
  return Buffer.from(await answer.arrayBuffer())
}

/**
 * For browsers without AVIF: JPEG stays JPEG; what may be transparent becomes WebP, under the name PocketBase looks
 * for.
 */
function plainly(picture: Sharp, format: string): Sharp {
  return format === 'jpeg' ? picture.jpeg({ quality: 80, mozjpeg: true }) : picture.webp({ quality: 80 })
}

/** All small copies of one picture. Widths beyond its own get it in its own size. */
async function copiesOf(content: Buffer, widths: readonly number[], shapes: readonly string[]): Promise<FormData> {
  const open = () => sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format, autoOrient } = await open().metadata()
  const form = new FormData()
  const whole = Math.min(...widths.filter((width) => width >= autoOrient.width))
  for (const width of widths) {
    const wanted = Math.min(width, whole)
    const resized = () =>
      open().timeout({ seconds: MAX_SECONDS_A_COPY }).autoOrient().resize({ width: wanted, withoutEnlargement: true })
    const made = async (kind: 'plain' | 'avif') => {
      const same = wanted < width ? form.get(`${kind}-${wanted}`) : null
      if (same instanceof Blob) return same
      const picture =
        kind === 'plain'
          ? plainly(resized(), format)
          : resized().avif({ quality: 48, effort: 2, chromaSubsampling: '4:2:0' })
      return new Blob([new Uint8Array(await picture.toBuffer())])
    }
    for (const kind of ['plain', 'avif'] as const) form.append(`${kind}-${width}`, await made(kind), `${kind}-${width}`)
  }
  for (const shape of shapes) {
    const [width, height] = shape.split('x').map(Number)
    const jpeg = await open()
      .timeout({ seconds: MAX_SECONDS_A_COPY })
      .autoOrient()
      .resize({ width, height, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer()
    form.append(`shape-${shape}`, new Blob([new Uint8Array(jpeg)]), `shape-${shape}`)
  }
  return form
}

/**
 * Sixteen pixels at most, as an address that holds them: some 120 characters. Blurred and as large as the picture, it
 * is its light and colours.
 */
async function placeholderOf(content: Buffer): Promise<string> {
  const tiny = await sharp(content, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: MAX_SECONDS_A_COPY })
    .autoOrient()
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 20, alphaQuality: 20, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

async function makeOne(job: Job): Promise<void> {
  // A decoder that hangs holds a thread of its own, not this one.
  const stuck = setTimeout(() => process.exit(1), MAX_SECONDS_A_PICTURE * 1000)
  try {
    const content = await original(job)
    const copies = await copiesOf(
      content,
      [...job.widths].sort((a, b) => a - b),
      job.shapes,
    )
    const answer = await ask('made', job, { placeholder: await placeholderOf(content).catch(() => '') }, copies)
    // 404: the picture was deleted meanwhile.
    if (!answer.ok && answer.status !== 404) throw new Error(`The copies were not taken (${answer.status})`)
  } catch (error) {
    await ask('failed', job, { why: error instanceof Error ? error.message : String(error) })
  } finally {
    clearTimeout(stuck)
  }
}

try {
  for (;;) {
    const answer = await ask('next')
    if (answer.status !== 200) break
    await makeOne((await answer.json()) as Job)
  }
} catch {
  // The record store is gone or stopping: it asks for what is left when it is there again.
  process.exit(1)
}
