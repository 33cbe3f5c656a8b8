import { buildClientIfChanged } from './build'
import { findPocketBase } from './pocketbase'

/** Playwright's global set-up: what every end-to-end test stands on is made once, before the first starts. */
export default async function prepareEndToEnd(): Promise<void> {
  await findPocketBase()
  if (process.env.STORE_BUILT !== '1') await buildClientIfChanged()
}
