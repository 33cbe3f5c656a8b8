import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../start/environment'

/** Where runs of the tests leave what they found. Not in git; CI keeps the folder. */
export const REPORTS_DIR = join(ROOT, 'reports')

/** Writes `reports/<name>.json`, over the one before. */
export async function writeReport(name: string, facts: object): Promise<void> {
  await mkdir(REPORTS_DIR, { recursive: true })
  await writeFile(join(REPORTS_DIR, `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`)
}
