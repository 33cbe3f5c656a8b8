// @ts-check
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkNode, runUntilStopped, track, UserError } from './lifecycle.mjs'
import { runPictureWorker } from './pictures.mjs'
import { ask, serve } from './serving.mjs'

/**
 * `npm start`. Plain JavaScript, as are the modules it imports: it stays as long as the store runs, and what reads
 * TypeScript would stay with it (docs/decisions/0034). Everything before serving happens in a process that ends,
 * `prepare.ts`.
 *
 * @returns {Promise<import('./prepare').Prepared | undefined>} undefined when the preparation ended without: it has
 *   said why, or was told to stop
 */
async function prepare() {
  const program = fileURLToPath(new URL('prepare.ts', import.meta.url))
  // Reading TypeScript for `import` too would take 0.25 s more of each start.
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', '--eval', `require(${JSON.stringify(program)})`], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  track(child)
  /** @type {import('./prepare').Prepared | undefined} */
  let prepared
  child.once('message', (/** @type {import('./prepare').Prepared} */ message) => {
    prepared = message
  })
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (...how) => resolve(how))
  })
  if (signal) throw new UserError(`The preparation of the store was ended by ${signal}.`)
  process.exitCode = code
  return prepared
}

await runUntilStopped(async () => {
  checkNode(process.versions.node)
  const prepared = await prepare()
  if (!prepared) return
  const { plan, pictureKey } = prepared
  const store = await serve(plan)
  // The first page is there before anybody is told of the store; those of before a restart are taken up after it.
  await ask(`${store.url}/`, { timeoutMs: 10_000 }).catch(() => {})
  console.log(
    [
      'The store is ready:',
      `  Store     ${store.url}/`,
      `  API       ${store.url}/api/`,
      `  Admin UI  ${store.url}/_/`,
    ].join('\n'),
  )
  if (pictureKey) void runPictureWorker(store.url, pictureKey)
  const { code, lastLines } = await store.ended
  throw new UserError(`PocketBase ended unexpectedly (exit code ${code}). Its last lines:\n${lastLines}`)
})
