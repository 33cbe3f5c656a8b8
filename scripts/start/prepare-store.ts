import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Difference } from '../../pocketbase/hooks/running/schema-shape'
import { buildHooksIfChanged } from '../build/if-changed'
import {
  checkDataFolderAccess,
  type DataFolderState,
  FIRST_START_MARK,
  inspectDataFolder,
  makeDataFolder,
} from './data-folder'
import type { StoreConfig } from './environment'
import { checkFolderIsFree, lockFolder, nameStore, unlockFolder } from './folder-lock.mjs'
import { UserError } from './lifecycle.mjs'
import { findPocketBase } from './pocketbase'
import { checkPortIsFree, runCommand } from './record-store'
import { inScratch } from './scratch'

const DEMO_SUPERUSER_EMAIL = 'admin@example.com'

async function must(binary: string, config: StoreConfig, command: string[], what: string, env = {}): Promise<void> {
  const { code, output } = await runCommand(binary, config.dataDir, command, { env })
  // Of many nested transactions each says why it was undone, all the same.
  if (code !== 0) throw new UserError(`${what}:\n${[...new Set(output.split('\n'))].join('\n')}`)
}

/**
 * Brings a data folder to where it can be served: schema, demo catalogue, superuser. Nothing is written before every
 * check has passed, so a refused folder stays as it is.
 *
 * @param build makes the client; called once the cheap checks have passed
 * @param pid of the process that stays as long as the store runs: the folder is locked for it
 * @returns the PocketBase program that serves it
 * @throws UserError with the reason in a sentence
 */
export async function prepareStore(config: StoreConfig, build: () => Promise<void>, pid: number): Promise<string> {
  await checkDataFolderAccess(config.dataDir)
  const silent = await checkFolderIsFree(config.dataDir)
  await checkPortIsFree(config.host, config.port)
  const binary = await findPocketBase()
  await Promise.all([build(), buildHooksIfChanged()])

  const state = await inspectDataFolder(binary, config.dataDir)
  if (config.production && !config.superuser && !state?.superusers) {
    throw new UserError(
      'STORE_ENV=production needs STORE_SUPERUSER_EMAIL and STORE_SUPERUSER_PASSWORD: this data folder has no account for the admin UI yet.',
    )
  }

  await makeDataFolder(config.dataDir)
  await lockFolder(config.dataDir, pid, silent)
  // Should that one be killed: what works on the folder until then is this.
  nameStore(config.dataDir, process.pid)
  try {
    await fillFolder(binary, config, state)
    return binary
  } catch (error) {
    unlockFolder(config.dataDir)
    throw error
  }
}

async function fillFolder(binary: string, config: StoreConfig, state: DataFolderState | undefined): Promise<void> {
  const mark = join(config.dataDir, FIRST_START_MARK)
  const isFirstStart = state === undefined || existsSync(mark)
  if (isFirstStart) await writeFile(mark, '')

  if (state?.isBehind === false) checkSchema(config, state.differences)
  else {
    await must(binary, config, ['migrate', 'up'], 'The schema could not be brought up to date; nothing was changed')
    checkSchema(config, await schemaDifferences(binary, config))
  }
  const seed = config.seed ?? (isFirstStart ? 'demo' : 'none')
  if (seed === 'demo') {
    if (state && state.records > 0) {
      console.log('STORE_SEED=demo: the data folder has records already, they are left alone.')
    } else {
      await must(binary, config, ['seed', 'demo'], 'The demo catalogue could not be loaded')
    }
  }
  if (!state?.hasSuperuser) await saveSuperuser(binary, config, state?.superusers ?? 0)
  await rm(mark, { force: true })
}

/** What differs from the schema of a new store, in words (pocketbase/hooks/running/schema.ts). */
export async function schemaDifferences(binary: string, config: StoreConfig): Promise<Difference[]> {
  return inScratch(join(tmpdir(), 'store-schema-'), async (scratch) => {
    const answer = join(scratch, 'differences.json')
    await must(binary, config, ['store-schema', answer], 'The schema could not be read')
    return JSON.parse(await readFile(answer, 'utf8'))
  })
}

/**
 * What a maker added is not in the way, and is said.
 *
 * @throws UserError when something is missing or open that could lose orders or show them to others
 */
function checkSchema(config: StoreConfig, differences: Difference[]): void {
  const stopping = differences.filter(({ stops }) => stops)
  if (differences.length === 0) return
  if (stopping.length === 0) {
    console.log(['The schema is not that of a new store:', ...differences.map(({ text }) => `  - ${text}`)].join('\n'))
    return
  }
  throw new UserError(
    [
      `The schema of the data folder ${config.dataDir} is not what this version of the store needs:`,
      ...stopping.map(({ text }) => `  - ${text}`),
      `Make a backup of the folder, then run "STORE_DATA_DIR=${config.dataDir} npm run schema:repair": it sets these back and deletes nothing.`,
      'Was the schema changed on purpose, by a migration? Then `npm run typegen` takes it over.',
    ].join('\n'),
  )
}

/** One that is made up is shown at once: a start that ends before it serves is followed by one that makes none. */
async function saveSuperuser(binary: string, config: StoreConfig, existing: number): Promise<void> {
  if (!config.superuser && existing > 0) return
  const { email, password } = config.superuser ?? {
    email: DEMO_SUPERUSER_EMAIL,
    password: randomBytes(12).toString('base64url'),
  }
  // By environment: an argument could be read by every user of the machine.
  await must(binary, config, ['store-superuser'], 'The superuser could not be saved', {
    STORE_SUPERUSER_EMAIL: email,
    STORE_SUPERUSER_PASSWORD: password,
  })
  if (config.superuser) return
  console.log(
    `Admin account, shown only this once: ${email} with password ${password} (choose your own with STORE_SUPERUSER_EMAIL and STORE_SUPERUSER_PASSWORD)`,
  )
}
