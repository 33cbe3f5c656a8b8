import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { constants, existsSync, renameSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import PocketBase, { type RecordModel } from 'pocketbase'
import { buildHooks } from '../../scripts/build/hooks'
import { ROOT } from '../../scripts/start/environment'
import { freePort } from '../../scripts/start/free-port'
import { findPocketBase } from '../../scripts/start/pocketbase'
import { SCRIPT_ENGINES } from '../../src/domain/limits'
import { endsWithTests } from '../ends-with-tests'

/**
 * A real record store for tests: the official program on its own copy of a prepared data folder and its own port.
 * Migrations, superuser and demo seed are applied once per content of `pocketbase/` into a template under
 * `node_modules/.cache/record-store`, so that a start costs a copy and a boot.
 */

const run = promisify(execFile)
const MIGRATIONS = join(ROOT, 'pocketbase/pb_migrations')
const SEED = join(ROOT, 'pocketbase/seed')
const CACHE = join(ROOT, 'node_modules/.cache/record-store')
/** Long enough for a machine that builds and tests everything at once. */
const READY_TIMEOUT_MS = 60_000
/** Variables that would change what a started store does; a test passes its own instead. */
const OWN_VARIABLES = /^(STORE|RAZORPAY|SHIPROCKET|SMTP|GOOGLE|VITE)_/

export const SUPERUSER_EMAIL = 'owner@example.com'
export const SUPERUSER_PASSWORD = 'owner password of the tests'
export const USER_PASSWORD = 'user password of the tests'
/** The least: a sign-in, and an account that is made, take a tenth of what they take in a shop. */
const BCRYPT_COST = 4
/** Of the two passwords at this cost. */
const SUPERUSER_PASSWORD_HASH = '$2b$04$storeofthetestsstoreoeakGizVGrPCHEZCSxG3WDuRjwmWSR2vK'
const USER_PASSWORD_HASH = '$2b$04$storeofthetestsstoreoeFv7a9DCrZhymGzUIkCGimM8EoqNuN/y'

export interface NewUser {
  /** A client signed in as this user. */
  pb: PocketBase
  id: string
  email: string
  password: string
}

// biome-ignore lint/suspicious/noExplicitAny: what a test did not name, as PocketBase's client has it
type Json = any

/** What a route answers: its JSON, `{}` where it says nothing. */
export interface Answer<T> {
  status: number
  body: T
}

export interface RecordStore {
  url: string
  /** The data folder, removed by `stop`. */
  dir: string
  /** A client signed in as superuser; one sign-in per store. */
  superuser(): Promise<PocketBase>
  /**
   * Makes a user with a random email address, confirmed unless told otherwise, and signs in without using up the
   * sign-in rate limit.
   */
  newUser(name?: string, verified?: boolean): Promise<NewUser>
  guest(): PocketBase
  call<T = Json>(path: string, init?: RequestInit): Promise<Answer<T>>
  /** A body that is a text already goes as it is. */
  post<T = Json>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  /** The product of this name. */
  product(name: string): Promise<RecordModel>
  /** Changes the shop's settings, as the owner. */
  changeSettings(fields: Record<string, unknown>): Promise<RecordModel>
  /** Asks a route of the desk as the owner, or as whoever this token is of; with a body by POST. */
  desk<T = Json>(route: string, body?: object, token?: string): Promise<Answer<T>>
  /**
   * Puts a row straight into a collection's table, past every rule and hook, and answers with its id: for records
   * that only the store itself may write. Fields left out are empty.
   */
  insert(collection: string, values: Record<string, unknown>): Promise<string>
  /** Takes a row out again the same way. */
  remove(collection: string, id: string): Promise<void>
  /** Rows of a query, every value as text. */
  sql(query: string): Promise<Record<string, string>[]>
  /** Runs a job of the store (`cronAdd`) once, to its end. */
  runJob(id: string): Promise<void>
  /** Of the process that serves now. */
  pid(): number
  /** Everything the store has printed so far. */
  output(): string
  /** What time it is for the store, ms. */
  now(): number
  /** Puts its clock so many ms ahead of this machine's. */
  setAhead(ms: number): Promise<void>
  /** Moves its clock on, ms. */
  later(ms: number): Promise<void>
  /** Ends the store as a power cut does, in the middle of whatever it does. */
  kill(): Promise<void>
  /** Tells it to end, as `npm start` does. */
  end(): Promise<void>
  /** Ends the store as well, and says of each of its goroutines what it was in the middle of. */
  stacks(): Promise<string[]>
  /** Serves the same data folder at the same address again, after `kill` or `end`. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Template {
  binary: string
  hooks: string
  data(seed: 'demo' | 'none'): string
}

/** Go looks for memory to free less often: a tenth of the processor's time, and tests have room. */
export const GARBAGE_PERCENT = '400'

/** What a store does otherwise in tests than in a shop. */
const IN_TESTS = { GOGC: GARBAGE_PERCENT, JOBS: 'when asked' }

function environment(own: Record<string, string>, asInShop = false): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name))
  return { ...Object.fromEntries(inherited), ...(asInShop ? {} : IN_TESTS), ...own }
}

async function contentHash(folders: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    for (const entry of (await readdir(folder, { recursive: true })).sort()) {
      const file = join(folder, entry)
      if (!(await stat(file)).isFile()) continue
      hash
        .update(relative(folder, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** The flags every command needs: nothing is read from or written to places PocketBase would guess. */
export function storeFlags(
  dataDir: string,
  hooksDir: string,
  migrationsDir: string = MIGRATIONS,
  printSql = false,
): string[] {
  return [
    `--dir=${dataDir}`,
    `--hooksDir=${hooksDir}`,
    `--migrationsDir=${migrationsDir}`,
    `--publicDir=${join(dataDir, 'no-public')}`,
    '--automigrate=false',
    '--hooksWatch=false',
    `--hooksPool=${SCRIPT_ENGINES}`,
    `--dev=${printSql}`,
  ]
}

async function moveIntoPlace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    // Another test process finished the same template first; its content is the same.
    if (!existsSync(to)) throw error
    await rm(from, { recursive: true, force: true })
  }
}

/**
 * A job runs when a test says so, and has run when the test goes on: PocketBase's own route for it answers at once,
 * and each minute it would run one by itself. Passwords are hashed at the least cost. `SQL_AT_START` changes the
 * records before migrations and hooks see them.
 */
const HOOKS_OF_TESTS = `
onBootstrap((e) => {
  e.next()
  const sql = $os.getenv('SQL_AT_START')
  if (sql) $app.db().newQuery(sql).execute()
})
$app.onServe().bindFunc((e) => {
  e.next()
  if ($os.getenv('JOBS') !== '${IN_TESTS.JOBS}') return
  $app.cron().stop()
  // In memory alone: their schema stays what it is.
  for (const name of ['users', '_superusers'])
    $app.findCachedCollectionByNameOrId(name).fields.getByName('password').cost = ${BCRYPT_COST}
})
routerAdd('POST', '/api/tests/jobs/{id}', (e) => {
  const job = $app.cron().jobs().find((job) => job.id() === e.request.pathValue('id'))
  if (!job) throw new NotFoundError('There is no such job.')
  job.run()
  return e.noContent(204)
}, $apis.requireSuperuserAuth())`

async function prepare(): Promise<Template> {
  const binary = await findPocketBase()
  await mkdir(CACHE, { recursive: true })
  const scratch = await mkdtemp(join(CACHE, 'making-'))
  await buildHooks(join(scratch, 'pb_hooks'))
  await writeFile(join(scratch, 'pb_hooks/hooks-of-tests.pb.js'), HOOKS_OF_TESTS)
  const key = await contentHash([join(scratch, 'pb_hooks'), MIGRATIONS, SEED])
  const home = join(CACHE, key)
  const template: Template = {
    binary,
    hooks: join(home, 'pb_hooks'),
    data: (seed) => join(home, `data-${seed}`),
  }
  if (existsSync(home)) {
    await rm(scratch, { recursive: true, force: true })
    return template
  }
  try {
    await symlink(SEED, join(scratch, 'seed'))
    const flags = storeFlags(join(scratch, 'data-none'), join(scratch, 'pb_hooks'))
    const options = { env: environment({}), cwd: scratch }
    await run(binary, ['migrate', 'up', ...flags], options)
    await run(binary, ['superuser', 'upsert', SUPERUSER_EMAIL, SUPERUSER_PASSWORD, ...flags], options)
    await prepareForTests(binary, scratch, options)
    await rm(join(scratch, 'data-none/types.d.ts'), { force: true })
    await copyFolder(join(scratch, 'data-none'), join(scratch, 'data-demo'))
    await run(binary, ['seed', 'demo', ...storeFlags(join(scratch, 'data-demo'), join(scratch, 'pb_hooks'))], options)
    await rm(join(scratch, 'data-demo/types.d.ts'), { force: true })
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    throw error
  }
  await removeOldTemplates()
  await moveIntoPlace(scratch, home)
  return template
}

/** A test that runs at the hour of the nightly backup would make one, and its writers wait meanwhile. */
async function prepareForTests(binary: string, scratch: string, options: { cwd: string }): Promise<void> {
  const hooks = join(scratch, 'for-tests')
  await mkdir(hooks)
  const command = `$app.rootCmd.addCommand(new Command({ use: 'for-tests', run() {
    const settings = $app.settings()
    settings.backups.cron = ''
    $app.save(settings)
    $app.db().newQuery("UPDATE _superusers SET password = '${SUPERUSER_PASSWORD_HASH}'").execute()
  } }))`
  await writeFile(join(hooks, 'command.pb.js'), command)
  await run(binary, ['for-tests', ...storeFlags(join(scratch, 'data-none'), hooks)], options)
  await rm(hooks, { recursive: true })
}

const TEMPLATE_LIFETIME_MS = 24 * 60 * 60 * 1000

async function removeOldTemplates(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const folder = join(CACHE, name)
    const age =
      Date.now() -
      (await stat(folder).then(
        (found) => found.mtimeMs,
        () => Date.now(),
      ))
    if (age > TEMPLATE_LIFETIME_MS) await rm(folder, { recursive: true, force: true })
  }
}

function copyFolder(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** Of the process, not of the module: each file of tests loads its modules anew. */
const ofProcess = globalThis as { storeTemplate?: Promise<Template> }

/** The prepared template of this process: where the program, the bundled hooks and the data folders to copy are. */
export function storeTemplate(): Promise<Template> {
  ofProcess.storeTemplate ??= prepare()
  return ofProcess.storeTemplate
}

/** Its own word first: another program that took the port would answer in its place. */
async function waitUntilReady(url: string, { child, printed }: Serving): Promise<boolean> {
  const end = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 15))
    if (!printed().includes('Server started at')) continue
    try {
      if ((await fetch(`${url}/api/health`)).ok) return true
    } catch {
      // Still busy with its start.
    }
  }
  return false
}

/** A started program: what it has printed, and how it is ended. */
interface Serving {
  child: ChildProcess
  printed(): string
  end(signal: 'SIGTERM' | 'SIGKILL' | 'SIGQUIT'): Promise<void>
}

function serve(template: Template, dir: string, url: string, options: StartOptions): Serving {
  // Where they have run there are none, as in a shop (scripts/start/record-store.ts).
  const migrations = options.data ? MIGRATIONS : join(dir, 'no-migrations')
  const flags = storeFlags(dir, template.hooks, migrations, options.printSql)
  const args = ['serve', `--http=${url.slice('http://'.length)}`, ...flags]
  const child = spawn(template.binary, args, {
    cwd: dirname(dir),
    env: environment(options.env ?? {}, options.asInShop),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endsWithTests(child)
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed += chunk.toString()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    child,
    printed: () => printed,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
  }
}

export interface StartOptions {
  seed?: 'demo' | 'none'
  env?: Record<string, string>
  /** For what is measured: nothing is done otherwise than in a shop. */
  asInShop?: boolean
  /** A folder of records to serve a copy of, instead of a new one; migrations that are new to it run. */
  data?: string
  /** What stands for the built client: files by their names in its folder. */
  site?: Record<string, string>
  /** `output` has every SQL statement the store runs. */
  printSql?: boolean
}

export async function startStore(options: StartOptions = {}): Promise<RecordStore> {
  const template = await storeTemplate()
  const home = await mkdtemp(join(tmpdir(), 'record-store-'))
  const dir = join(home, 'pb_data')
  const clock = clockOf(join(home, 'clock'))
  await copyFolder(options.data ?? template.data(options.seed ?? 'none'), dir)
  const site = join(home, 'site')
  for (const [name, content] of Object.entries(options.site ?? {})) {
    await mkdir(dirname(join(site, name)), { recursive: true })
    await writeFile(join(site, name), content)
  }
  const env = { ...clock.env, ...(options.site && { STORE_PUBLIC_DIR: site }), ...options.env }

  // The port is free when asked for; should another process take it meanwhile, the next one is tried.
  for (let attempt = 0; ; attempt++) {
    const url = `http://127.0.0.1:${await freePort()}`
    const start = () => serve(template, dir, url, { ...options, env })
    let serving = start()
    if (await waitUntilReady(url, serving)) {
      const before: string[] = []
      return {
        ...recordStore(url),
        ...clock.hands,
        dir,
        pid: () => serving.child.pid ?? 0,
        output: () => [...before, serving.printed()].join(''),
        kill: () => serving.end('SIGKILL'),
        end: () => serving.end('SIGTERM'),
        stacks: async () => {
          const before = serving.printed().length
          await serving.end('SIGQUIT')
          return serving.printed().slice(before).split('\n\n')
        },
        restart: async () => {
          before.push(serving.printed())
          serving = start()
          if (!(await waitUntilReady(url, serving)))
            throw new Error(`The record store did not start again:\n${serving.printed()}`)
        },
        stop: async () => {
          await serving.end('SIGTERM')
          await rm(home, { recursive: true, force: true })
        },
      }
    }
    await serving.end('SIGTERM')
    if (attempt < 2 && serving.printed().includes('address already in use')) continue
    await rm(home, { recursive: true, force: true })
    throw new Error(`The record store did not start:\n${serving.printed()}`)
  }
}

/** The clock of a store, which hooks read from a file (pocketbase/hooks/lib/clock.ts), and how it is moved. */
function clockOf(file: string) {
  let ahead = 0
  const setAhead = async (ms: number) => {
    ahead = ms
    // In one step: half written, it would be the machine's own time. At once: two hands may turn it side by side.
    writeFileSync(`${file}.next`, String(ms))
    renameSync(`${file}.next`, file)
  }
  const hands = { now: () => Date.now() + ahead, setAhead, later: (ms: number) => setAhead(ahead + ms) }
  return { env: { STORE_CLOCK_FILE: file }, hands }
}

async function saveSettings(owner: PocketBase, fields: Record<string, unknown>): Promise<RecordModel> {
  const settings = owner.collection('store_settings')
  return settings.update((await settings.getFirstListItem('')).id, fields)
}

const productNamed = (owner: PocketBase, name: string): Promise<RecordModel> =>
  owner.collection('products').getFirstListItem(owner.filter('name = {:name}', { name }))

/** What a store's address is enough for. */
type ByAddress = Omit<
  RecordStore,
  'dir' | 'pid' | 'output' | 'now' | 'setAhead' | 'later' | 'kill' | 'end' | 'stacks' | 'restart' | 'stop'
>

/** The clients of a running store. */
function recordStore(url: string): ByAddress {
  const guest = () => new PocketBase(url).autoCancellation(false)
  let owner: Promise<PocketBase> | undefined
  const superuser = () => {
    owner ??= (async () => {
      const pb = guest()
      await pb.collection('_superusers').authWithPassword(SUPERUSER_EMAIL, SUPERUSER_PASSWORD)
      return pb
    })()
    return owner
  }
  const newUser = async (name = 'Test User', verified = true): Promise<NewUser> => {
    const users = (await superuser()).collection('users')
    const email = `user-${randomUUID()}@example.com`
    const tokenKey = randomUUID()
    const id = await insert('users', { name, email, verified, password: USER_PASSWORD_HASH, tokenKey })
    const pb = (await users.impersonate(id, 3600)).autoCancellation(false)
    return { pb, id, email, password: USER_PASSWORD }
  }
  const insert = async (collection: string, values: Record<string, unknown>) => {
    const now = new Date().toISOString().replace('T', ' ')
    const id = createHash('sha256').update(randomUUID()).digest('hex').slice(0, 15)
    const row = { id, created: now, updated: now, ...values }
    const columns = Object.keys(row).map((column) => `"${column}"`)
    await (await superuser()).sql.run(
      `INSERT INTO "${collection}" (${columns.join(', ')}) VALUES (${Object.values(row).map(sqlLiteral).join(', ')})`,
    )
    return String(row.id)
  }
  const remove = async (collection: string, id: string) => {
    await (await superuser()).sql.run(`DELETE FROM "${collection}" WHERE id = ${sqlLiteral(id)}`)
  }
  const sql: RecordStore['sql'] = async (query) => {
    const { columns, rows } = await (await superuser()).sql.run(query)
    return rows.map((row) => Object.fromEntries(columns.map(({ name }, position) => [name, row[position] ?? ''])))
  }
  const runJob = async (id: string) => {
    await (await superuser()).send(`/api/tests/jobs/${id}`, { method: 'POST' })
  }
  const call: RecordStore['call'] = async (path, init) => {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }
  const post: RecordStore['post'] = (path, body = {}, headers = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const desk: RecordStore['desk'] = async (route, body, token) => {
    const headers = { Authorization: token ?? (await superuser()).authStore.token }
    const path = `/api/store/desk/${route}`
    return body ? post(path, body, headers) : call(path, { headers })
  }
  const changeSettings: RecordStore['changeSettings'] = async (fields) => saveSettings(await superuser(), fields)
  const product: RecordStore['product'] = async (name) => productNamed(await superuser(), name)
  return { url, superuser, newUser, guest, call, post, desk, product, changeSettings, insert, remove, sql, runJob }
}

/** For tests in which one machine plays a crowd; the limits are held by tests of their own. Without labels: all. */
export async function liftLimits(store: RecordStore, ...labels: string[]): Promise<void> {
  const { settings } = await store.superuser()
  const { rateLimits } = await settings.getAll()
  const rules = rateLimits.rules.filter(({ label }: { label: string }) => !labels.includes(label))
  await settings.update({ rateLimits: { ...rateLimits, rules, enabled: labels.length > 0 } })
}

/** Of all limits this one alone, with the shop's own number or another. What it gives brings back what was. */
export async function limitAlone(store: RecordStore, label: string, maxRequests?: number) {
  const { settings } = await store.superuser()
  const { rateLimits } = await settings.getAll()
  const rule = rateLimits.rules.find((one: { label: string }) => one.label === label)
  await settings.update({ rateLimits: { enabled: true, rules: [{ ...rule, ...(maxRequests && { maxRequests }) }] } })
  return async () => void (await settings.update({ rateLimits }))
}

function sqlLiteral(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}
