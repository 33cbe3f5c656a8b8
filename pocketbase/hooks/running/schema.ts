import { rows, run } from '../lib/rows'
import written from './schema.json'
import { type Difference, indexName, type Schema, schemaDifferences, schemaShape } from './schema-shape'

/** What a new store of this version has. Written by `npm run typegen`. */
const EXPECTED = written as unknown as Schema

function readSchema(app: PbApp): Schema {
  const collections = Array.from(app.findAllCollections()).map((one) => JSON.parse(JSON.stringify(one)))
  const stored = rows(app, "SELECT name, sql FROM sqlite_master WHERE sql != ''", {}, { name: '', sql: '' })
  const present = new Set(stored.map(({ name }) => name))
  for (const collection of collections) {
    collection.indexes = collection.indexes.filter((sql: string) => present.has(indexName(sql)))
  }
  return schemaShape(collections, stored)
}

/** What differs from the schema of a new store, in words. */
export function differences(app: PbApp): Difference[] {
  return schemaDifferences(EXPECTED, readSchema(app))
}

/** `store-schema`: writes what differs from a new store's schema to `file`, as JSON: `[{text, stops}]`. */
export function writeDifferences(app: PbApp, file: string): void {
  $os.writeFile(file, JSON.stringify(differences(app)), 0o600)
}

/** `npm start` has just compared the schema and said what differs, if it did so this long ago at most, ms. */
const CHECKED_MS = 60_000

/**
 * At serve: says what differs, before the first request, also when a backup was restored later than that. Stops
 * nothing: where there is no `npm start`, nobody could mend it then.
 */
export function sayDifferences(app: PbApp): void {
  if (Math.abs(Date.now() - Number($os.getenv('STORE_SCHEMA_CHECKED'))) < CHECKED_MS) return
  const found = differences(app)
  if (found.length === 0) return
  const lines = found.map(({ text, stops }) => `  ${stops ? '! ' : '- '}${text}`)
  console.log(
    ['The schema is not that of a new store (! can lose orders or show them to others):', ...lines].join('\n'),
  )
}

/**
 * `store-schema-repair`: brings collections, fields, rules and indexes back to what a new store has. Nothing is
 * deleted: what a maker added stays, with its data.
 * Where records do not fit, such as two of what must be unique, everything stays as it was: says so, exit code 1.
 */
export function repairSchema(app: PbApp): void {
  try {
    app.runInTransaction(mend)
  } catch (error) {
    console.error(String(error))
    $os.exit(1)
  }
}

function mend(txApp: PbApp): void {
  const found = readSchema(txApp)
  const collections = EXPECTED.collections.map((collection) => {
    const present = found.collections.find(({ name }) => name === collection.name)
    const ours = collection.indexes.map(indexName)
    const theirs = (present?.indexes ?? []).filter((sql) => !ours.includes(indexName(sql)))
    return { ...collection, indexes: [...collection.indexes, ...theirs] }
  })
  txApp.importCollections(collections, false)
  for (const [name, sql] of Object.entries(EXPECTED.tables)) {
    if (found.tables[name] === undefined) run(txApp, sql)
  }
  // Triggers that were gone for a time have missed rows of the ledger, and orders.
  run(txApp, 'DELETE FROM stock_sums')
  run(txApp, 'INSERT INTO stock_sums SELECT product, COUNT(*), SUM(delta) FROM stock_movements GROUP BY product')
  for (const table of ['order_texts', 'order_documents']) run(txApp, `DELETE FROM ${table}`)
  run(txApp, "INSERT INTO order_texts (order_texts, rank) VALUES ('secure-delete', 1)")
  run(txApp, 'INSERT INTO order_documents ("order") SELECT id FROM orders ORDER BY created, rowid')
  run(
    txApp,
    `INSERT INTO order_texts (rowid, name, number, phone)
    SELECT doc, name, number, phone FROM order_documents CROSS JOIN orders ON id = "order" ORDER BY doc`,
  )
}
