import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import PocketBase, { ClientResponseError } from 'pocketbase'
import { readPinFile, sendPins } from '../../src/desk/setup/pin-file'
import { PIN_ATTRIBUTION, WrongPinFile, wordsOf } from '../../src/domain/desk/pin-directory'
import type { PinsDone } from '../../src/domain/desk/pins'
import { loadEnvFile, readConfig } from './environment'
import { runUntilStopped, UserError } from './lifecycle.mjs'
import { browsableUrl } from './record-store'

/**
 * `npm run pins -- path/to.csv [--url http://127.0.0.1:8090] [--fewer]`: brings India Post's directory of PIN codes
 * into a running store, as the desk does (docs/decisions/0052). Signs in with STORE_SUPERUSER_EMAIL and
 * STORE_SUPERUSER_PASSWORD. `--fewer`: even if it has far fewer PIN codes than the one in place.
 */

const BEGIN_BYTES = 1000

/** @throws UserError when there is no such file */
async function fileAt(path: string) {
  const file = await open(path).catch(() => {
    throw new UserError(`There is no file ${path}.`)
  })
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGIN_BYTES), position: 0 })
    const { size } = await file.stat()
    return { begin: buffer.toString('utf8', 0, bytesRead), bytes: size, source: createReadStream(path, 'utf8') }
  } finally {
    await file.close()
  }
}

async function signIn(url: string): Promise<PocketBase> {
  const { STORE_SUPERUSER_EMAIL: email, STORE_SUPERUSER_PASSWORD: password } = process.env
  if (!email || !password)
    throw new UserError('Set STORE_SUPERUSER_EMAIL and STORE_SUPERUSER_PASSWORD to those of the admin account.')
  const store = new PocketBase(url)
  await store.collection('_superusers').authWithPassword(email, password)
  return store
}

/** A refusal of the store, in its own words. */
function inWords(error: unknown, url: string): unknown {
  if (error instanceof WrongPinFile) return new UserError(error.message)
  if (!(error instanceof ClientResponseError)) return error
  const { status, response } = error
  if (status === 0) return new UserError(`No store answers at ${url}. Start it, or name it with --url.`)
  const more = response.data?.code === 'far_fewer_pins' ? ' If that is right, add --fewer.' : ''
  return new UserError(`The store refused (${status}): ${response.message}${more}`)
}

await runUntilStopped(async () => {
  loadEnvFile()
  const options = { url: { type: 'string' }, fewer: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [path = ''] = positionals
  if (!path) throw new UserError('Which file? npm run pins -- path/to.csv')
  const url = values.url ?? browsableUrl(readConfig())
  const began = performance.now()
  try {
    const reading = await readPinFile(await fileAt(path))
    console.log(`${wordsOf(reading)}.`)
    for (const odd of reading.odd) console.log(`  - ${odd}`)
    const store = await signIn(url)
    await sendPins({ key: randomUUID(), file: basename(path), reading, fewer: values.fewer }, (body) =>
      store.send<PinsDone>('/api/store/desk/pins', { method: 'POST', body, requestKey: null }),
    )
  } catch (error) {
    throw inWords(error, url)
  }
  console.log(`In place after ${((performance.now() - began) / 1000).toFixed(1)} s. ${PIN_ATTRIBUTION}`)
})
