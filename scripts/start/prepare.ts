import { randomBytes } from 'node:crypto'
import { buildClientIfChanged } from '../build/if-changed'
import { loadEnvFile, PROVIDER_SETTINGS, readConfig } from './environment'
import { runUntilStopped } from './lifecycle.mjs'
import { prepareStore } from './prepare-store'
import { servingPlan } from './record-store'
import type { ServingPlan } from './serving.mjs'

/** What `npm start` has to know to serve the store. */
export interface Prepared {
  plan: ServingPlan
  /** Shared by PocketBase and the helper that makes small pictures; empty when there is none. */
  pictureKey: string
}

/** The first half of `npm start`, in a process that ends: tells the one that started it how to serve. */
void runUntilStopped(async () => {
  loadEnvFile()
  const config = readConfig()
  // Whoever started this process serves the store, and may be killed meanwhile.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const build = config.built ? async () => {} : buildClientIfChanged
  const binary = await prepareStore(config, build, process.ppid)
  if (config.production && !process.env.STORE_URL) {
    console.warn('STORE_URL is not set: links in emails will point to the listening address.')
  }
  for (const { keys, test } of config.production ? PROVIDER_SETTINGS : []) {
    if (process.env[keys[0]]?.startsWith(test)) console.warn(`${keys[0]} is a test key: no shopper will be charged.`)
  }
  const pictureKey = config.avif ? randomBytes(32).toString('hex') : ''
  const plan = servingPlan(binary, config, { env: { STORE_PICTURES_KEY: pictureKey } })
  process.send?.({ plan, pictureKey } satisfies Prepared, () => process.exit())
})
