import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildHooks } from '../build/hooks'
import { loadEnvFile, readConfig } from './environment'
import { checkFolderIsFree } from './folder-lock.mjs'
import { runUntilStopped, UserError } from './lifecycle.mjs'
import { findPocketBase } from './pocketbase'
import { schemaDifferences } from './prepare-store'
import { runCommand } from './record-store'

/** `npm run schema:repair`: brings the schema of a stopped store back to that of a new one (docs/decisions/0036). */
await runUntilStopped(async () => {
  loadEnvFile()
  const config = readConfig()
  if (!existsSync(join(config.dataDir, 'data.db')))
    throw new UserError(
      `There is no store in ${config.dataDir}. Say which folder it is in: STORE_DATA_DIR=/srv/store/data npm run schema:repair`,
    )
  console.log(`The store in ${config.dataDir}`)
  await checkFolderIsFree(config.dataDir)
  const binary = await findPocketBase()
  await buildHooks()
  for (const { text } of await schemaDifferences(binary, config)) console.log(`  - ${text}`)
  const { code, output } = await runCommand(binary, config.dataDir, ['store-schema-repair'])
  if (code !== 0) throw new UserError(`The schema could not be repaired; nothing was changed:\n${output}`)
  const left = await schemaDifferences(binary, config)
  console.log(left.length === 0 ? 'The schema is that of a new store.' : 'What is left:')
  for (const { text } of left) console.log(`  - ${text}`)
})
