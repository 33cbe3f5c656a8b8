import { join } from 'node:path'
import { buildClientIfChanged } from '../build/if-changed'
import { ROOT } from '../start/environment'
import { findPocketBase } from '../start/pocketbase'

/**
 * A second client, with a page builder's key: its content server has this name in the browser and stands beside each
 * test.
 */
export const BUILDER_CLIENT = {
  outDir: join(ROOT, 'node_modules/.cache/builder-client'),
  settings: { VITE_BUILDER_API_KEY: 'key-of-the-tests', VITE_BUILDER_API_HOST: 'http://builder.test' },
}

/** A third one, which Google and Meta would measure and which has the page builder as well: everything there is. */
export const MEASURED_CLIENT = {
  outDir: join(ROOT, 'node_modules/.cache/measured-client'),
  settings: { ...BUILDER_CLIENT.settings, VITE_GTM_ID: 'GTM-TEST1', VITE_META_PIXEL_ID: '1234567890' },
}

/**
 * And one for a static host, whose record store is elsewhere: its host puts the address of the tests' own in this
 * one's place.
 */
export const STATIC_CLIENT = {
  outDir: join(ROOT, 'node_modules/.cache/static-client'),
  settings: { VITE_POCKETBASE_URL: 'http://records.test' },
}

/** Playwright's global set-up: what every end-to-end test stands on is made once, before the first starts. */
export default async function prepareEndToEnd(): Promise<void> {
  await findPocketBase()
  if (process.env.STORE_BUILT !== '1') await buildClientIfChanged()
  const others = [BUILDER_CLIENT, MEASURED_CLIENT, STATIC_CLIENT]
  await Promise.all(others.map((client) => buildClientIfChanged({ ...client, compress: false, desk: false })))
}
