import { execFile, execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'

const run = promisify(execFile)

export interface Browser {
  executablePath: string
  args: string[]
}

// Chromium's own headless build first: it starts faster and draws the same.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A browser that asks its maker for updates is neither quiet nor the same twice. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

const PLAYWRIGHT = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url))

const isRoot = process.getuid?.() === 0

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)
}

function installed(): string | undefined {
  const named = process.env.CHROME_BIN
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROME_BIN names ${named}, which is not a program that can be run.`)
  }
  const candidates = [...NAMES.map(onPath), ...MAC_APPS, chromium.executablePath()]
  return candidates.find((file) => file !== undefined && isProgram(file))
}

function asBrowser(executablePath: string): Browser {
  // Chromium's sandbox refuses to run as root, which is what a container usually is.
  return { executablePath, args: isRoot ? ['--no-sandbox', ...QUIET] : QUIET }
}

/** The Chromium that is there: `CHROME_BIN`, the system's, or Playwright's own. Undefined when there is none. */
export function findBrowser(): Browser | undefined {
  const executablePath = installed()
  return executablePath === undefined ? undefined : asBrowser(executablePath)
}

/**
 * `findBrowser`, or installs one first: the distribution's package as root on Debian, else Playwright's download.
 *
 * @throws Error saying what to install when neither works
 */
export async function ensureBrowser(): Promise<Browser> {
  const there = findBrowser()
  if (there) return there
  console.log('No Chromium found; installing one for the end-to-end tests …')
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args: string[]) =>
      run('apt-get', args, { env }).catch((error: Error) => {
        console.log(`  apt-get did not work: ${error.message.split('\n')[0]}`)
      })
    await apt('update', '-q')
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!findBrowser()) await apt('install', '-y', '-q', '--no-install-recommends', name)
  }
  if (!findBrowser()) {
    try {
      await run(process.execPath, [PLAYWRIGHT, 'install', 'chromium'])
    } catch (error) {
      console.log(`  Playwright's download did not work: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  const made = findBrowser()
  if (made) return made
  throw new Error('No Chromium could be found or installed. Install one and set CHROME_BIN to its path.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { executablePath } = await ensureBrowser()
  console.log(executablePath, execFileSync(executablePath, ['--version']).toString().trim())
}
