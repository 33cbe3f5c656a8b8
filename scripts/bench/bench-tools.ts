import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ROOT } from '../start/environment'

/**
 * The measuring programs, at fixed versions in a folder of their own: they are larger than everything the store is
 * built with, and nobody but the benchmark needs them.
 */
const TOOLS = { lighthouse: '12.8.2', autocannon: '8.0.0', 'chrome-launcher': '1.2.1' }
const FOLDER = join(ROOT, 'node_modules/.cache/bench-tools')

/** What is read of a Lighthouse result. Times in ms. */
export interface LighthouseResult {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    {
      title: string
      score: number | null
      scoreDisplayMode: string
      numericValue?: number
      details?: { items?: Record<string, unknown>[] }
    }
  >
  /**
   * How fast this machine is. A quarter of it is the phone Lighthouse has in mind where this says 1,500 to 2,000 (its
   * guide to throttling).
   */
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

interface Tools {
  lighthouse: (
    url: string,
    flags: Record<string, unknown>,
    config?: unknown,
  ) => Promise<{ lhr: LighthouseResult } | undefined>
  launch: (options: Record<string, unknown>) => Promise<{ port: number; kill: () => void }>
  autocannon: (options: Record<string, unknown>) => Promise<{
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }>
}

/** @throws when the package registry cannot be reached the first time */
export async function benchTools(): Promise<Tools> {
  const wanted = JSON.stringify({ private: true, dependencies: TOOLS }, null, 2)
  const marker = join(FOLDER, `${Object.values(TOOLS).join('_')}.installed`)
  if (!existsSync(marker)) {
    await mkdir(FOLDER, { recursive: true })
    await writeFile(join(FOLDER, 'package.json'), wanted)
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    await promisify(execFile)(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: FOLDER })
    await writeFile(marker, '')
  }
  const resolve = createRequire(join(FOLDER, 'package.json')).resolve
  const load = (name: string) => import(pathToFileURL(resolve(name)).href)
  const [lighthouse, launcher, autocannon] = await Promise.all([
    load('lighthouse'),
    load('chrome-launcher'),
    load('autocannon'),
  ])
  return { lighthouse: lighthouse.default, launch: launcher.launch, autocannon: autocannon.default }
}
