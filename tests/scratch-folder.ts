import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/**
 * A folder for what tests write, gone with the file's tests.
 * @param whenDone `onTestFinished` for one that goes with its test
 */
export function scratchFolder(whenDone: (remove: () => Promise<void>) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'))
  whenDone(() => rm(folder, { recursive: true, force: true }))
  return folder
}
