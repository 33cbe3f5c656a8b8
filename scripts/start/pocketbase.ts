import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { access, chmod, constants, mkdir, mkdtemp, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { UserError } from './lifecycle.mjs'

const run = promisify(execFile)

/** The one PocketBase version this store is built and tested on. */
export const POCKETBASE_VERSION = '0.40.4'

const CACHE_ROOT = fileURLToPath(new URL('../../pocketbase/.bin', import.meta.url))
const RELEASES = 'https://github.com/pocketbase/pocketbase/releases/download'
const GO_PACKAGE = `github.com/pocketbase/pocketbase/examples/base@v${POCKETBASE_VERSION}`

const CONNECT_TIMEOUT_MS = 10_000
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000

/** A host that could not be reached: the next way is tried. Anything else (a wrong checksum) is an alarm and stops. */
class Unreachable extends Error {}

type Say = (line: string) => void

/** The name PocketBase's releases use for a platform, `linux_amd64` for instance. Undefined where none is published. */
export function releasePlatform(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): string | undefined {
  const os = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[platform as string]
  const cpu = { x64: 'amd64', arm64: 'arm64', arm: 'armv7' }[arch]
  if (!os || !cpu || (cpu === 'armv7' && os !== 'linux')) return undefined
  return `${os}_${cpu}`
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, process.platform === 'win32' ? constants.F_OK : constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

/** Not so where a power cut left it empty or cut off. */
async function isWhole(program: string): Promise<boolean> {
  try {
    return (await run(program, ['--version'])).stdout.includes(POCKETBASE_VERSION)
  } catch {
    return false
  }
}

/** Asks `url`, giving up after CONNECT_TIMEOUT_MS without an answer; the body may then take DOWNLOAD_TIMEOUT_MS. */
async function download(url: string): Promise<Uint8Array> {
  const controller = new AbortController()
  let timer = setTimeout(() => controller.abort(), CONNECT_TIMEOUT_MS)
  try {
    const response = await fetch(url, { signal: controller.signal })
    if (!response.ok) throw new Unreachable(`${url} answered ${response.status}`)
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), DOWNLOAD_TIMEOUT_MS)
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof Unreachable) throw error
    throw new Unreachable(`${new URL(url).host} could not be reached`)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The program inside the official release archive of this version for `platform`, after its SHA-256 was compared with
 * the release's own checksums.txt.
 *
 * @throws Unreachable when the host cannot be reached; UserError when archive and checksum disagree
 */
async function downloadRelease(platform: string, releases: string): Promise<Uint8Array> {
  const archive = `pocketbase_${POCKETBASE_VERSION}_${platform}.zip`
  const base = `${releases}/v${POCKETBASE_VERSION}`
  const checksums = new TextDecoder().decode(await download(`${base}/checksums.txt`))
  const expected = checksums
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, name]) => name === archive)?.[0]
  if (!expected) throw new UserError(`checksums.txt of PocketBase ${POCKETBASE_VERSION} does not list ${archive}.`)
  const zip = await download(`${base}/${archive}`)
  const actual = createHash('sha256').update(zip).digest('hex')
  if (actual !== expected.toLowerCase()) {
    throw new UserError(`${archive} does not match the checksum of its release (${actual}, expected ${expected}).`)
  }
  const name = platform.startsWith('windows') ? 'pocketbase.exe' : 'pocketbase'
  const program = unzipSync(zip, { filter: (file) => file.name === name })[name]
  if (!program) throw new UserError(`${archive} holds no ${name}.`)
  return program
}

async function hasGo(): Promise<boolean> {
  try {
    await run('go', ['version'])
    return true
  } catch {
    return false
  }
}

/**
 * Builds the official program with an installed Go. Go checks every module against its checksum database;
 * GOTOOLCHAIN=auto lets an older Go fetch the toolchain PocketBase asks for in the same verified way.
 */
async function goInstall(scratch: string): Promise<string> {
  const building = run(
    'go',
    ['install', `-ldflags=-s -w -X github.com/pocketbase/pocketbase.Version=${POCKETBASE_VERSION}`, GO_PACKAGE],
    { cwd: scratch, env: { ...process.env, GOBIN: scratch, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto' } },
  )
  const stop = () => building.child.kill()
  process.once('exit', stop)
  try {
    await building
  } catch (error) {
    throw new Error(`go install failed:\n${(error as { stderr: string }).stderr.slice(-600).trim()}`)
  } finally {
    process.off('exit', stop)
  }
  return join(scratch, process.platform === 'win32' ? 'base.exe' : 'base')
}

/**
 * The path of a PocketBase program to run, found or made in this order: `POCKETBASE_BIN`; the copy made before; the
 * official release archive; a build of the official source by an installed Go. Says what it does. What it makes is
 * written beside the cache and moved in by one rename, so that two processes at once cannot harm each other.
 *
 * @throws UserError with a sentence saying what to install when none of these works
 */
export async function findPocketBase(
  say: Say = (line) => console.log(line),
  { cacheRoot = CACHE_ROOT, releases = RELEASES }: { cacheRoot?: string; releases?: string } = {},
): Promise<string> {
  const named = process.env.POCKETBASE_BIN
  if (named) {
    if (await isExecutable(named)) return named
    throw new UserError(`POCKETBASE_BIN names ${named}, which is not a program that can be run.`)
  }

  const platform = releasePlatform()
  const program = process.platform === 'win32' ? 'pocketbase.exe' : 'pocketbase'
  const folder = join(cacheRoot, `${POCKETBASE_VERSION}-${platform ?? `${process.platform}_${process.arch}`}`)
  const cached = join(folder, program)
  if (await isWhole(cached)) return cached

  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(join(cacheRoot, 'making-'))
  const clear = () => rmSync(scratch, { recursive: true, force: true })
  process.once('exit', clear)
  const reasons: string[] = []
  try {
    if (platform) {
      say(`Fetching PocketBase ${POCKETBASE_VERSION} (${platform}) from its official release …`)
      try {
        const made = join(scratch, program)
        await writeFile(made, await downloadRelease(platform, releases))
        await chmod(made, 0o755)
        await rename(made, cached)
        return cached
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        reasons.push(error.message)
        say(`  ${error.message}.`)
      }
    }
    if (await hasGo()) {
      say(`Building PocketBase ${POCKETBASE_VERSION} from its official source with Go; this takes a few minutes once …`)
      try {
        const made = await goInstall(scratch)
        await rename(made, cached)
        return cached
      } catch (error) {
        reasons.push((error as Error).message)
      }
    } else {
      reasons.push('Go is not installed')
    }
  } finally {
    clear()
    process.off('exit', clear)
  }
  throw new UserError(
    [
      `PocketBase ${POCKETBASE_VERSION} could not be fetched or built:`,
      ...reasons.map((reason) => `  - ${reason}`),
      `Download it from https://github.com/pocketbase/pocketbase/releases/tag/v${POCKETBASE_VERSION} and set POCKETBASE_BIN to its path, or install Go (https://go.dev/dl/) and try again.`,
    ].join('\n'),
  )
}
