import { fieldNames } from './schema'
import { ASKING, inParallel, type PlantedRow, seesRow, type World } from './world'

/**
 * Pictures and documents by their address. Those of the shop and of accounts are for whoever has the address, which
 * holds random characters; a protected one is for whoever may read its record, and shows who that is by a short-lived
 * token.
 */

const TRICKS = ['..%2f', '%2e%2e/', '..%5c', './', '%00', '..;/']

/** Collections whose files are the shop's own: caches may keep them. Everybody else's go with their account. */
const OF_THE_SHOP = [
  'products',
  'posts',
  'assets',
  'slider_images',
  'makers',
  'homepage_config',
  'navbar_config',
  'theme_settings',
]

export async function fileMismatches(world: World, name: string): Promise<string[]> {
  const collection = world.schema.byName(name)
  const fields = collection.fields.filter(({ type }) => type === 'file')
  const rows = world.rows.filter((row) => row.collection === name)
  const cases = fields.flatMap((field) => rows.flatMap((row) => ASKING.map((person) => ({ field, row, person }))))
  return inParallel(cases, async ({ field, row, person }) => {
    const path = filePath(row, field.name)
    const wrong: string[] = []
    const expect = (how: string, status: number, expected: number) => {
      if (status !== expected)
        wrong.push(`${name}.${field.name} of ${row.holder} by ${person}${how}: ${status}, not ${expected}`)
    }
    const isOpen = !field.protected || seesRow('guest', row, 'view')
    const mayRead = isOpen || seesRow(person, row, 'view')
    const kept = OF_THE_SHOP.includes(name) ? 'max-age=2592000, stale-while-revalidate=86400' : 'private, max-age=3600'
    const { headers } = await fetch(world.store.url + path, { method: 'HEAD' })
    if (isOpen && headers.get('cache-control') !== kept)
      wrong.push(`${name}.${field.name} may be kept: ${headers.get('cache-control')}`)
    // The sign-in itself opens nothing here: browsers do not send it with pictures.
    expect('', (await world.ask(person, 'GET', path)).status, isOpen ? 200 : 404)
    if (field.protected && person !== 'guest') {
      const { json } = await world.ask(person, 'POST', '/api/files/token')
      expect(
        ' with a token',
        (await world.ask(person, 'GET', `${path}?token=${json.token}`)).status,
        mayRead ? 200 : 404,
      )
      expect(
        ' with a sign-in as token',
        (await world.ask(person, 'GET', `${path}?token=${world.tokens[person]}`)).status,
        isOpen ? 200 : 404,
      )
    }
    for (const thumb of [...((field.thumbs as string[]) ?? []), '9999x9999', '../1x1']) {
      const small = await world.ask(person, 'GET', `${path}?thumb=${encodeURIComponent(thumb)}`)
      expect(` as ${thumb}`, small.status, isOpen ? 200 : 404)
    }
    return wrong
  })
}

const filePath = (row: PlantedRow, field: string) =>
  `/api/files/${row.collection}/${row.id}/${[row.values[field]].flat()[0]}`

/**
 * What is no file of the record, by name, by way and by trick: nothing but “not found”, and none of the store's own
 * files.
 */
export async function strayFileMismatches(world: World): Promise<string[]> {
  const row = world.rowOf('assets', 'owner')
  const other = world.rowOf('bills', 'owner')
  const name = String(other.values.document)
  const base = `/api/files/assets/${row.id}`
  const paths = [
    `${base}/none.png`,
    `${base}/${name}`,
    `/api/files/users/${row.id}/${row.values.file}`,
    `/api/files/assets/${'0'.repeat(15)}/${row.values.file}`,
    `/api/files/none/${row.id}/${row.values.file}`,
    ...TRICKS.map((trick) => `${base}/${trick}${other.id}/${name}`),
    ...TRICKS.map((trick) => `${base}/${trick}${trick}${trick}data.db`),
    ...TRICKS.map((trick) => `/api/files/assets/${trick}${trick}data.db/x`),
    ...fieldNames(world.schema.byName('orders'))
      .slice(0, 3)
      .map((field) => `/api/files/orders/${row.id}/${field}`),
  ]
  return inParallel(paths, async (path) => {
    const { status, text } = await world.ask('guest', 'GET', path)
    const isFound = status < 400 && !(status >= 300)
    return isFound || status >= 500 || text.includes('SQLite') ? [`${path}: ${status}`] : []
  })
}
