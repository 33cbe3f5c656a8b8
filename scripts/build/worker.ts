import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { ENDING_WORKER, isWorkerOff } from '../../pocketbase/hooks/pages/ending-worker'
import { buildOf } from '../../src/lib/build-of'
import { ROOT } from '../start/environment'

/**
 * Builds the worker into the client, `sw.js` (docs/decisions/0059). A build without one (`STORE_WORKER=off`) has the
 * worker that ends the one browsers have.
 *
 * @param clientDir the folder of the built client
 */
export async function buildWorker(clientDir: string, settings: Record<string, string | undefined>): Promise<void> {
  const file = join(clientDir, 'sw.js')
  if (isWorkerOff(settings.STORE_WORKER ?? '')) return writeFile(file, ENDING_WORKER)
  const records = settings.VITE_POCKETBASE_URL
  const define = {
    BUILD: JSON.stringify(buildOf(await readFile(join(clientDir, 'index.html'), 'utf8'))),
    RECORD_STORE: JSON.stringify(records ? new URL(records).origin : ''),
  }
  const target = ['chrome99', 'edge99', 'firefox97', 'safari15.4']
  const options = { bundle: true, minify: true, format: 'iife', target, define, logLevel: 'silent' } as const
  await bundle({ ...options, entryPoints: [join(ROOT, 'src/worker/main.ts')], outfile: file })
}
