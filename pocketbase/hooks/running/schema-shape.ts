/**
 * A schema as `npm run typegen` keeps it in schema.json, and what it takes to tell two of them apart. Pure: hooks and
 * scripts use it.
 */

type Options = { [option: string]: unknown }

interface SchemaField extends Options {
  name: string
  type: string
}

interface SchemaCollection extends Options {
  name: string
  type: string
  fields: SchemaField[]
  indexes: string[]
}

export interface Schema {
  collections: SchemaCollection[]
  /** Tables with their indexes and triggers that stand beside the collections: name → SQL. */
  tables: { [name: string]: string }
}

export interface Difference {
  /** In words, for whoever starts the store. */
  text: string
  /** Whether orders could be lost or read by others with it; everything else is only said. */
  stops: boolean
}

const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule']
/** Of accounts only what says who may sign in and how: secrets, mails and providers are each store's own. */
const AUTH = ['authRule', 'manageRule', 'passwordAuth']
/** What no behaviour hangs on. */
const WORDING = ['id', 'help', 'presentable']

const isUnset = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

function fieldShape(field: Options): SchemaField {
  const set: Options = {}
  for (const option of Object.keys(field)) if (option !== 'id' && !isUnset(field[option])) set[option] = field[option]
  return set as SchemaField
}

function collectionShape(collection: Options): SchemaCollection {
  const keys = ['name', 'type', ...RULES, ...(collection.type === 'auth' ? AUTH : [])]
  return {
    ...Object.fromEntries(keys.map((key) => [key, collection[key] ?? null])),
    fields: (collection.fields as Options[]).map(fieldShape),
    indexes: collection.indexes as string[],
  } as SchemaCollection
}

const byName = (first: { name: string }, second: { name: string }) => (first.name < second.name ? -1 : 1)

/**
 * @param collections as PocketBase writes them as JSON
 * @param stored rows of `sqlite_master`
 */
export function schemaShape(collections: Options[], stored: { name: string; sql: string }[]): Schema {
  const names = new Set(collections.map(({ name }) => name))
  const indexNames = new Set(collections.flatMap(({ indexes }) => (indexes as string[]).map(indexName)))
  // What a full-text index keeps its content in is SQLite's business.
  const hidden = stored.filter(({ sql }) => /USING fts5\(/.test(sql)).map(({ name }) => `${name}_`)
  const own = stored.filter(
    ({ name, sql }) =>
      sql !== '' &&
      !names.has(name) &&
      !indexNames.has(name) &&
      !/^(?:_|sqlite_)/.test(name) &&
      !/\bON\s+[`"]?_/i.test(sql) &&
      !hidden.some((start) => name.startsWith(start)),
  )
  return {
    collections: collections
      .filter(({ name }) => !String(name).startsWith('_'))
      .map(collectionShape)
      .sort(byName),
    tables: Object.fromEntries(own.sort(byName).map(({ name, sql }) => [name, sql.replace(/\s+/g, ' ').trim()])),
  }
}

/** The name in `CREATE INDEX … `. */
export function indexName(sql: string): string {
  return /INDEX\s+(?:IF NOT EXISTS\s+)?[`"[]?(\w+)/i.exec(sql)?.[1] ?? sql
}

/** One key in one order, so that equal values are equal texts. */
function text(value: unknown): string {
  if (isUnset(value)) return 'nothing'
  if (typeof value === 'object' && !Array.isArray(value)) {
    return JSON.stringify(Object.entries(value as Options).sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  return JSON.stringify(value)
}

function rule(value: unknown): string {
  if (value === null || value === undefined) return 'nobody'
  return value === '' ? 'everybody' : `whoever fulfils ${value}`
}

const RULE_WORDS: { [name: string]: string } = {
  listRule: 'list its records',
  viewRule: 'read a record of it',
  createRule: 'create its records',
  updateRule: 'change its records',
  deleteRule: 'delete its records',
  authRule: 'sign in with its accounts',
  manageRule: 'manage its accounts',
}

function ruleDifferences(expected: SchemaCollection, found: SchemaCollection): Difference[] {
  return [...RULES, 'authRule', 'manageRule']
    .filter((name) => name in expected && expected[name] !== found[name])
    .map((name) => ({
      text: `${expected.name}: ${rule(found[name])} may ${RULE_WORDS[name]}; it should be ${rule(expected[name])}`,
      // Whatever it says, nobody is never too many.
      stops: found[name] !== null,
    }))
}

function fieldDifferences(collection: string, expected: SchemaField, found: SchemaField): Difference[] {
  const name = `${collection}.${expected.name}`
  if (expected.type !== found.type) {
    return [{ text: `${name} is a ${found.type} field; it should be ${expected.type}`, stops: true }]
  }
  const options = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
  return options
    .filter((option) => !WORDING.includes(option) && text(expected[option]) !== text(found[option]))
    .map((option) => {
      const values = [expected[option], found[option]] as [unknown[], unknown[]]
      const lacksValues = option === 'values' && !values[0].every((value) => values[1]?.includes(value))
      const isShown = (option === 'hidden' || option === 'protected') && expected[option] === true
      return {
        text: `${name}: ${option} is ${text(found[option])}; it should be ${text(expected[option])}`,
        stops: lacksValues || isShown,
      }
    })
}

function collectionDifferences(expected: SchemaCollection, found: SchemaCollection): Difference[] {
  const { name } = expected
  // As nearly always: the script engine takes 0.1 s for all that follows.
  if (JSON.stringify(expected) === JSON.stringify(found)) return []
  if (expected.type !== found.type) {
    return [{ text: `${name} is a ${found.type} collection; it should be ${expected.type}`, stops: true }]
  }
  const signIn =
    text(expected.passwordAuth) === text(found.passwordAuth)
      ? []
      : [{ text: `${name}: signing in by password is set up differently`, stops: false }]
  const fields = expected.fields.flatMap((field) => {
    const same = found.fields.find((other) => other.name === field.name)
    return same
      ? fieldDifferences(name, field, same)
      : [{ text: `${name}.${field.name} is missing (a ${field.type} field)`, stops: true }]
  })
  const moreFields = found.fields
    .filter((field) => !expected.fields.some((other) => other.name === field.name))
    .map((field) => ({ text: `${name}.${field.name} is not the store's; it is left as it is`, stops: false }))
  const indexes = expected.indexes
    .filter((index) => !found.indexes.includes(index))
    .map((index) => ({
      text: `${name}: the index ${indexName(index)} is missing or another one; it should be ${index}`,
      stops: true,
    }))
  return [...ruleDifferences(expected, found), ...signIn, ...fields, ...moreFields, ...indexes]
}

/**
 * What differs from the schema a new store has, in words. An index with a name of its own is nobody's trouble and not
 * said.
 */
export function schemaDifferences(expected: Schema, found: Schema): Difference[] {
  const collections = expected.collections.flatMap((collection) => {
    const same = found.collections.find(({ name }) => name === collection.name)
    return same
      ? collectionDifferences(collection, same)
      : [{ text: `the collection ${collection.name} is missing`, stops: true }]
  })
  const more = found.collections
    .filter(({ name }) => !expected.collections.some((other) => other.name === name))
    .map(({ name }) => ({ text: `the collection ${name} is not the store's; it is left as it is`, stops: false }))
  const tables = Object.entries(expected.tables)
    .filter(([name, sql]) => found.tables[name] !== sql)
    .map(([name]) => ({
      text:
        found.tables[name] === undefined
          ? `the table or trigger ${name} is missing`
          : `the table or trigger ${name} is another one`,
      stops: true,
    }))
  return [...collections, ...more, ...tables]
}

/** schema.json: a line for each field, so that a change of one is a change of a line. */
export function schemaSource({ collections, tables }: Schema): string {
  const list = (items: unknown[]) =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => `        ${JSON.stringify(item)}`).join(',\n')}\n      ]`
  const entries = collections.map(({ fields, indexes, ...rest }) => {
    const options = Object.entries(rest).map(([key, value]) => `      ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    const lists = [`      "fields": ${list(fields)}`, `      "indexes": ${list(indexes)}`]
    return `    {\n${[...options, ...lists].join(',\n')}\n    }`
  })
  const sql = Object.entries(tables).map(([name, text]) => `    ${JSON.stringify(name)}: ${JSON.stringify(text)}`)
  return `{\n  "collections": [\n${entries.join(',\n')}\n  ],\n  "tables": {\n${sql.join(',\n')}\n  }\n}\n`
}
