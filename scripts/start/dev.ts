import { type FSWatcher, watch } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { buildHooks } from '../build/hooks'
import { staffPage } from '../build/staff-page'
import { loadEnvFile, ROOT, readConfig, readDevPort } from './environment'
import { runUntilStopped, UserError } from './lifecycle.mjs'
import { prepareStore } from './prepare-store'
import { browsableUrl, checkPortIsFree, servingPlan } from './record-store'
import { serve } from './serving.mjs'

/** An editor saves in several steps; the hooks are bundled once they are through. */
const SETTLE_MS = 100

const watchers: FSWatcher[] = []
let vite: ViteDevServer | undefined

/** `/staff` is no page of the shop's own document. */
const staffPages: Plugin = {
  name: 'staff-page',
  configureServer: ({ middlewares, transformIndexHtml }) => {
    middlewares.use(async ({ url = '/' }, answer, next) => {
      if (url.split('?')[0] !== '/staff') return next()
      answer.setHeader('Content-Type', 'text/html; charset=utf-8')
      answer.end(await transformIndexHtml('/staff', staffPage('/src/desk/staff/main.tsx')))
    })
  },
}

/** Bundles the hooks again whenever they or what they share with the client changes; PocketBase restarts by itself. */
function watchHooks(): void {
  let timer: NodeJS.Timeout | undefined
  const rebuild = async () => {
    try {
      await buildHooks()
    } catch (error) {
      // Half a thought is no reason to stop: esbuild says where, and the next save tries again.
      console.error(error instanceof Error ? error.message : error)
    }
  }
  for (const folder of ['pocketbase/hooks', 'src']) {
    const watcher = watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(rebuild, SETTLE_MS)
    })
    watchers.push(watcher)
  }
}

await runUntilStopped(
  async () => {
    loadEnvFile()
    const config = readConfig(process.env, { defaultDataDir: 'pocketbase/pb_data_dev' })
    const devPort = readDevPort()
    await checkPortIsFree(config.host, devPort)
    const binary = await prepareStore(config, async () => {}, process.pid)
    // Wherever a developer keeps these records, they do not end up in a commit.
    await writeFile(join(config.dataDir, '.gitignore'), '*\n')

    const clientUrl = browsableUrl({ host: config.host, port: devPort })
    const plan = servingPlan(binary, config, {
      watchHooks: true,
      // Links in mails must open the client Vite serves.
      env: { STORE_URL: process.env.STORE_URL || clientUrl },
    })
    const store = await serve(plan)
    watchHooks()
    vite = await createServer({
      root: ROOT,
      plugins: [staffPages],
      server: { host: config.host, port: devPort, strictPort: true },
    })
    await vite.listen()

    console.log(
      [
        'Ready for development:',
        `  Store     ${clientUrl}/  (hot reload)`,
        `  API       ${store.url}/api/`,
        `  Admin UI  ${store.url}/_/`,
      ].join('\n'),
    )
    const { code, lastLines } = await store.ended
    throw new UserError(`PocketBase ended unexpectedly (exit code ${code}). Its last lines:\n${lastLines}`)
  },
  async () => {
    for (const watcher of watchers) watcher.close()
    await vite?.close()
  },
)
