import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/start/environment'

/** @param path from the root */
export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Everything below a folder, from the root, with slashes. */
export const below = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    `${folder}/${path}`.replaceAll('\\', '/'),
  )
