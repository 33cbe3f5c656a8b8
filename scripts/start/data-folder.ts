import { constants, existsSync } from 'node:fs'
import { access, copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Difference } from '../../pocketbase/hooks/running/schema-shape'
import { LOCK_FILE, LOCK_TURN } from './folder-lock.mjs'
import { UserError } from './lifecycle.mjs'
import { MIGRATIONS_DIR, runCommand } from './record-store'
import { inScratch } from './scratch'

/** What a data folder holds, as `store-state` of pocketbase/hooks/running/configuration.ts writes it. */
export interface DataFolderState {
  migrations: string[]
  tables: string[]
  records: number
  superusers: number
  /** Whether the superuser of the environment is there, with its password. */
  hasSuperuser: boolean
  /** From the schema of a new store, in words (pocketbase/hooks/running/schema.ts). */
  differences: Difference[]
  /** Whether migrations of this version have yet to run. */
  isBehind: boolean
}

/**
 * Stands in the data folder from before the schema is made until the demo catalogue is in: a first start that was cut
 * short is then taken up again instead of being mistaken for a store that was emptied.
 */
export const FIRST_START_MARK = '.first-start'

/** What PocketBase puts into its folder besides the database, and what a mounted or fresh folder may hold. */
const HARMLESS = new Set([
  'auxiliary.db',
  'auxiliary.db-shm',
  'auxiliary.db-wal',
  'backups',
  'storage',
  'types.d.ts',
  '.notify',
  '.pages',
  '.room',
  '.pb_temp_to_delete',
  '.DS_Store',
  '.gitignore',
  '.gitkeep',
  'lost+found',
  FIRST_START_MARK,
  LOCK_FILE,
  LOCK_TURN,
])

const DATABASE = ['data.db', 'data.db-wal', 'data.db-shm']

/** @throws UserError when the folder exists and cannot be read and written, or is no folder */
export async function checkDataFolderAccess(dataDir: string): Promise<void> {
  try {
    if (!(await stat(dataDir)).isDirectory()) throw new UserError(`The data folder ${dataDir} is a file.`)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new UserError(`The data folder ${dataDir} cannot be read and written (${code}).`)
  }
}

/** Node's own `recursive` never comes to an end where nothing can be made, as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error) => {
    // Another start was faster.
    if (!existsSync(folder)) throw error
  })
}

/** @throws UserError when the folder is not there and cannot be made */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UserError(`The data folder ${dataDir} cannot be made (${code}). Choose another with STORE_DATA_DIR.`)
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Why a database cannot be read, with PocketBase's own words. */
function unread(dataDir: string, output: string): string {
  const why = /encryption key|cipher: /.test(output)
    ? 'has settings that another STORE_ENCRYPTION_KEY encrypted. Start with the key it had'
    : 'cannot be read by this version of PocketBase'
  return `The database in ${dataDir} ${why}. It was left as it is.\n${output}`
}

/**
 * What one of our console commands writes about a data folder. Asks PocketBase itself, on a copy: opening a database,
 * even to look, may change its files.
 */
export async function askDataFolder<Answer>(
  binary: string,
  dataDir: string | undefined,
  command: string,
): Promise<Answer> {
  return inScratch(join(tmpdir(), 'store-state-'), async (scratch) => {
    if (dataDir !== undefined) {
      for (const name of (await names(dataDir)).filter((name) => DATABASE.includes(name))) {
        await copyFile(join(dataDir, name), join(scratch, name), constants.COPYFILE_FICLONE)
      }
    }
    const answer = join(scratch, 'state.json')
    const { code, output } = await runCommand(binary, scratch, [command, answer], { migrations: scratch })
    if (code !== 0 && /disk is full|no space left/i.test(output))
      throw new UserError(
        `The disk of ${tmpdir()} is full. Make room, or name a folder on another disk in TMPDIR, and start again.`,
      )
    if (code !== 0)
      throw new UserError(dataDir === undefined ? `PocketBase does not run:\n${output}` : unread(dataDir, output))
    return JSON.parse(await readFile(answer, 'utf8')) as Answer
  })
}

const readState = (binary: string, dataDir: string | undefined) =>
  askDataFolder<Omit<DataFolderState, 'isBehind'>>(binary, dataDir, 'store-state')

/**
 * What the data folder holds, or undefined when nothing is in it yet. The folder itself is only read.
 *
 * @throws UserError, with the folder untouched, when it belongs to a newer version of the store, to another PocketBase
 * application, or to something else altogether
 */
export async function inspectDataFolder(binary: string, dataDir: string): Promise<DataFolderState | undefined> {
  const entries = await names(dataDir)
  if (!entries.includes('data.db')) {
    const strange = entries.find((name) => !HARMLESS.has(name))
    if (strange === undefined) return undefined
    throw new UserError(
      `The data folder ${dataDir} is not empty and holds no store ("${strange}" is in it). It was left as it is; choose another with STORE_DATA_DIR.`,
    )
  }

  const file = join(dataDir, 'data.db')
  const database = await stat(file)
  if (database.isDirectory()) throw new UserError(`${file} is a folder, and no database. It was left as it is.`)
  // SQLite would take it for a new database, and the shop would open without anything in it.
  if (database.size === 0 && !entries.includes(FIRST_START_MARK))
    throw new UserError(
      `${file} is empty: it was not copied whole. Restore it from a backup, or delete it for a new store.`,
    )

  const ours = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.js')).sort()
  const [state, empty] = await Promise.all([readState(binary, dataDir), readState(binary, undefined)])
  const applied = state.migrations.filter((name) => ours.includes(name))
  const unknown = state.migrations.filter((name) => !ours.includes(name) && !empty.migrations.includes(name))

  // Opening even another program's database makes PocketBase's own tables in it.
  const strange = state.tables.find((name) => name !== 'users')
  if (applied.length === 0 && (strange || unknown.some((name) => name.endsWith('.js')))) {
    const proof = strange ? `table "${strange}"` : `migration "${unknown[0]}"`
    throw new UserError(
      `The data folder ${dataDir} belongs to another application (${proof}). It was left as it is; choose another with STORE_DATA_DIR.`,
    )
  }
  if (unknown.length > 0) {
    throw new UserError(
      `The data folder ${dataDir} was written by a newer version of the store or of PocketBase (migration "${unknown[0]}" is unknown here). It was left as it is; update the store, or choose another folder with STORE_DATA_DIR.`,
    )
  }
  return { ...state, isBehind: [...ours, ...empty.migrations].some((name) => !state.migrations.includes(name)) }
}
