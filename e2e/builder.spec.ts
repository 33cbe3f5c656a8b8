import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { BUILDER_CLIENT } from '../scripts/end-to-end'
import { DIST_DIR } from '../scripts/environment'
import type { RecordStore } from '../tests/backend/record-store'
import { type BuilderServer, block, startBuilderServer, textBlock } from './builder-server'
import { test as base, expect } from './store'

/** A store whose client was built with the page builder's key, and the builder's stand-in. */
const test = base.extend<{ builder: BuilderServer }, { builderStore: RecordStore }>({
  builderStore: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const store = await startBuiltStore({
        env: { STORE_PUBLIC_DIR: BUILDER_CLIENT.outDir, ...BUILDER_CLIENT.settings },
      })
      await use(store)
      await store.stop()
    },
    { scope: 'worker' },
  ],
  builder: async ({ context, watch, builderStore }, use) => {
    watch.allowOrigin(builderStore.url)
    watch.allowOrigin(BUILDER_CLIENT.settings.VITE_BUILDER_API_HOST)
    const server = await startBuilderServer(context)
    await use(server)
    await Promise.all(context.pages().map((page) => page.close()))
    await server.stop()
  },
})
