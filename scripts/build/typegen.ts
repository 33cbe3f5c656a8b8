import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import PocketBase, { type CollectionField, type CollectionModel } from 'pocketbase'
import { schemaShape, schemaSource as storeSchemaSource } from '../../pocketbase/hooks/running/schema-shape'
import { freePort } from '../start/free-port'
import { findPocketBase } from '../start/pocketbase'

const MIGRATIONS = fileURLToPath(new URL('../../pocketbase/pb_migrations', import.meta.url))
const SCHEMA_FILE = fileURLToPath(new URL('../../src/api/schema.ts', import.meta.url))
const STORE_SCHEMA_FILE = fileURLToPath(new URL('../../pocketbase/hooks/running/schema.json', import.meta.url))

/** Migrations that have landed with their checksums: none is edited or removed again (docs/decisions/0036). */
export const LANDED_FILE = fileURLToPath(new URL('../../tests/upgrade/migrations.sha256', import.meta.url))

/**
 * Json fields whose content one place writes and nobody edits by hand; the others are `unknown` until src/domain has
 * parsed them.
 */
const JSON_TYPES: { [field: string]: string } = {
  'orders.utm': 'Record<string, string> | null',
  'posts.placeholders': 'Record<string, string> | null',
  'products.placeholders': 'Record<string, string> | null',
  'slider_images.placeholders': 'Record<string, string> | null',
}

function fieldType(collection: string, field: CollectionField): string {
  const many = Number(field.maxSelect ?? 1) > 1
  switch (field.type) {
    case 'number':
      return 'number'
    case 'bool':
      return 'boolean'
    case 'json':
      return JSON_TYPES[`${collection}.${field.name}`] ?? 'unknown'
    case 'select': {
      const values = (field.values as string[]).map((value) => `'${value}'`).join(' | ')
      if (many) return `(${values})[]`
      return field.required ? values : `${values} | ''`
    }
    case 'file':
    case 'relation':
      return many ? 'string[]' : 'string'
    default:
      return 'string'
  }
}

/** `order_events` → `OrderEventsRecord`. */
function interfaceName(collection: string): string {
  const words = collection.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Record`
}

function interfaceSource({ name, fields }: CollectionModel): string {
  const lines = (fields as CollectionField[])
    // Hidden fields never leave the record store; the id stands in StoredRecord.
    .filter((field) => !field.hidden && field.name !== 'id')
    .map((field) => {
      // Of other people's accounts only name and picture are handed out (REV-03).
      const optional = `${name}.${field.name}` === 'users.email' ? '?' : ''
      const help = field.help ? `  /** ${field.help} */\n` : ''
      return `${help}  ${field.name}${optional}: ${fieldType(name, field)}\n`
    })
  return `export interface ${interfaceName(name)} extends StoredRecord {\n${lines.join('')}}\n`
}

/**
 * The text of src/api/schema.ts for the collections as the record store lists them. Its own system collections are
 * left out.
 */
export function schemaSource(collections: readonly CollectionModel[]): string {
  const own = collections
    .filter(({ name }) => !name.startsWith('_'))
    .sort((first, second) => (first.name < second.name ? -1 : 1))
  const map = own.map(({ name }) => `  ${name}: ${interfaceName(name)}\n`).join('')
  return [
    '/** Records as the record store sends them. Written by `npm run typegen` from the migrations; edits here are lost. */\n',
    'export interface StoredRecord {\n  id: string\n  collectionId: string\n  collectionName: string\n}\n',
    ...own.map(interfaceSource),
    `export interface Collections {\n${map}}\n`,
  ].join('\n')
}

/**
 * The text of pocketbase/hooks/running/schema.json, which a store compares itself with as it starts, of a record
 * store at its newest schema.
 */
export async function storeSchema(superuser: PocketBase, collections: CollectionModel[]): Promise<string> {
  const { rows = [] } = await superuser.sql.run("SELECT name, sql FROM sqlite_master WHERE sql != ''")
  const stored = rows.map(([name, sql]) => ({ name: String(name), sql: String(sql) }))
  return storeSchemaSource(schemaShape(JSON.parse(JSON.stringify(collections)), stored))
}

/** A line of checksum and name for each migration, as `sha256sum` writes them. */
export async function migrationLines(): Promise<string[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.js')).sort()
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(MIGRATIONS, name))
      return `${createHash('sha256').update(content).digest('hex')}  ${name}`
    }),
  )
}

/** Adds the migrations that are new; a line that stands is never changed. */
async function listMigrations(): Promise<void> {
  const landed = await readFile(LANDED_FILE, 'utf8')
  const added = (await migrationLines()).filter((line) => !landed.includes(line.slice(64)))
  if (added.length > 0) await appendFile(LANDED_FILE, `${added.join('\n')}\n`)
}

function run(binary: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    const keep = (chunk: Buffer) => {
      printed += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(printed))))
  })
}

const READY_TIMEOUT_MS = 20_000

async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; ) {
    if (
      await fetch(`${url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The record store did not start.')
}

/** Applies the migrations to a data folder made for this moment and asks the record store what came of it. */
async function readSchemas(): Promise<{ collections: CollectionModel[]; store: string }> {
  const binary = await findPocketBase()
  const scratch = await mkdtemp(join(tmpdir(), 'typegen-'))
  try {
    await mkdir(join(scratch, 'hooks'))
    const flags = [
      `--dir=${join(scratch, 'data')}`,
      `--hooksDir=${join(scratch, 'hooks')}`,
      `--migrationsDir=${MIGRATIONS}`,
      '--automigrate=false',
      '--hooksWatch=false',
      '--dev=false',
    ]
    const password = randomUUID()
    await run(binary, ['migrate', 'up', ...flags])
    await run(binary, ['superuser', 'upsert', 'typegen@example.com', password, ...flags])
    const host = `127.0.0.1:${await freePort()}`
    const server = spawn(binary, ['serve', `--http=${host}`, ...flags], { stdio: 'ignore' })
    const stopped = new Promise((resolve) => server.once('close', resolve))
    try {
      await waitUntilReady(`http://${host}`)
      const pb = new PocketBase(`http://${host}`)
      await pb.collection('_superusers').authWithPassword('typegen@example.com', password)
      const collections = await pb.collections.getFullList()
      return { collections, store: await storeSchema(pb, collections) }
    } finally {
      server.kill('SIGTERM')
      await stopped
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { collections, store } = await readSchemas()
  await writeFile(SCHEMA_FILE, schemaSource(collections))
  await writeFile(STORE_SCHEMA_FILE, store)
  await listMigrations()
  console.log('src/api/schema.ts and pocketbase/hooks/running/schema.json are written.')
}
