import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { stop as stopBundler } from 'esbuild'
import { loadEnvFile, Refusal, ROOT, readConfig } from './environment'
import { runUntilStopped } from './lifecycle'
import { keepPicturesSmall } from './pictures'
import { prepareStore } from './preparation'
import { serve, track } from './record-store'

/** In a process of its own: what builds the client would stay in this one's memory, 150 MB, as long as the store runs. */
async function buildClient(): Promise<void> {
  const build = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/build.ts'), '--if-changed'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  track(build)
  const code = await new Promise((ended) => build.once('close', ended))
  if (code !== 0) throw new Refusal('The client could not be built.')
}

await runUntilStopped(async () => {
  loadEnvFile()
  const config = readConfig()
  const { binary, madeSuperuser } = await prepareStore(config, config.built ? async () => {} : buildClient)
  await stopBundler()
  if (config.production && !process.env.STORE_URL) {
    console.warn('STORE_URL is not set: links in mails will point to the listening address.')
  }
  if (config.production && process.env.RAZORPAY_KEY_ID?.startsWith('rzp_test_')) {
    console.warn('RAZORPAY_KEY_ID is a test key: no shopper will be charged.')
  }
  const pictureKey = config.avif ? randomBytes(32).toString('hex') : ''
  const store = await serve(binary, config, { env: { STORE_PICTURES_KEY: pictureKey } })
  if (madeSuperuser) {
    console.log(
      `Admin account, shown only this once: ${madeSuperuser.email} with password ${madeSuperuser.password} (choose your own with STORE_SUPERUSER_EMAIL and STORE_SUPERUSER_PASSWORD)`,
    )
  }
  console.log(
    [
      'The store is ready:',
      `  Store     ${store.url}/`,
      `  API       ${store.url}/api/`,
      `  Admin UI  ${store.url}/_/`,
    ].join('\n'),
  )
  if (config.avif) void keepPicturesSmall(store.url, pictureKey)
  const { code, lastLines } = await store.ended
  throw new Refusal(`PocketBase ended unexpectedly (exit code ${code}). Its last lines:\n${lastLines}`)
})
