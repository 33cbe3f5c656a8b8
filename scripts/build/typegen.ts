import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type PocketBase from 'pocketbase'
import type { CollectionField, CollectionModel } from 'pocketbase'
import { schemaShape, schemaSource as storeSchemaSource } from '../../pocketbase/hooks/running/schema-shape'
import { startStore } from '../../tests/backend/record-store'

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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const store = await startStore()
  try {
    const superuser = await store.superuser()
    const collections = await superuser.collections.getFullList()
    await writeFile(SCHEMA_FILE, schemaSource(collections))
    await writeFile(STORE_SCHEMA_FILE, await storeSchema(superuser, collections))
  } finally {
    await store.stop()
  }
  await listMigrations()
  console.log('src/api/schema.ts and pocketbase/hooks/running/schema.json are written.')
}
