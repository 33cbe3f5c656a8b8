import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PIN_ATTRIBUTION } from '../../src/domain/desk/pin-directory'
import { ROOT } from '../start/environment'
import { writeReport } from './reports'

/**
 * What the project is made of besides itself: `npm run check:supply` (lockfile, install scripts, licences, known
 * weaknesses), `npm run licences` (writes docs/licences.md) and `npm run sbom` (writes a CycloneDX bill of
 * materials).
 */

const run = promisify(execFile)

export interface LockedPackage {
  version?: string
  license?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  dev?: boolean
  link?: boolean
  /** Comes inside another package's archive, whose checksum holds for it. */
  inBundle?: boolean
}
export interface Lockfile {
  packages: Record<string, LockedPackage>
}
interface Manifest {
  allowScripts?: Record<string, boolean>
}

/** Licences that ask no more than to be named, and those that bind changes of their own files alone (MPL). */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])
/**
 * Only in tools that reach no shopper's browser: their source is theirs to publish, and a library of theirs is loaded
 * as the file it is.
 */
const ACCEPTED_IN_TOOLS = new Set(['MPL-2.0', 'CC-BY-4.0', 'Python-2.0', 'LGPL-3.0', 'LGPL-3.0-or-later'])

const LICENCES_FILE = join(ROOT, 'docs/licences.md')
const SBOM_FILE = join(ROOT, 'sbom.cdx.json')

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const others = ({ packages }: Lockfile) => Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)

/** Whether an SPDX expression, such as `(MIT OR CC0-1.0)`, can be met with accepted licences. */
function licenceAccepted(expression: string, accepts: (licence: string) => boolean): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  if (/\sOR\s/.test(text)) return text.split(/\sOR\s/).some((part) => licenceAccepted(part.trim(), accepts))
  if (/\sAND\s/.test(text)) return text.split(/\sAND\s/).every((part) => licenceAccepted(part.trim(), accepts))
  return accepts(text)
}

/** Packages whose licence is missing or refused, in a sentence each. */
export function licenceProblems(lock: Lockfile): string[] {
  return others(lock).flatMap(([path, { license = '', dev }]) => {
    const accepts = (licence: string) => ACCEPTED.has(licence) || (dev === true && ACCEPTED_IN_TOOLS.has(licence))
    if (licenceAccepted(license, accepts)) return []
    return `${nameOf(path)} is under ${license || 'no licence that is named'}: ${dev ? 'not accepted' : 'not accepted in what shoppers load'}`
  })
}

/** Lines of the lockfile that name an address, or that nothing would check. */
export function lockfileProblems(lock: Lockfile): string[] {
  return others(lock).flatMap(([path, { resolved, integrity, inBundle }]) => [
    ...(resolved
      ? [`package-lock.json names an address for ${nameOf(path)}; remove it (omit-lockfile-registry-resolved)`]
      : []),
    ...(integrity || inBundle ? [] : [`package-lock.json has no checksum for ${nameOf(path)}`]),
  ])
}

/** Packages that would run something when installed and about which nobody has decided, and decisions about none. */
export function scriptProblems(lock: Lockfile, { allowScripts = {} }: Manifest): string[] {
  const scripted = new Set(
    others(lock).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? nameOf(path) : [])),
  )
  const decided = new Set(Object.keys(allowScripts).map((name) => name.replace(/(?<=.)@.*$/, '')))
  return [
    ...[...scripted]
      .filter((name) => !decided.has(name))
      .map((name) => `${name} runs a script when it is installed; decide in allowScripts of package.json`),
    ...[...decided]
      .filter((name) => !scripted.has(name))
      .map((name) => `allowScripts of package.json names ${name}, which has no install script`),
  ]
}

/** docs/licences.md: what shoppers load and what only builds and tests, by licence. */
export function licencesPage(lock: Lockfile): string {
  const section = (title: string, wanted: boolean) => {
    const byLicence = new Map<string, Set<string>>()
    for (const [path, { license = 'unknown', version, dev = false }] of others(lock)) {
      if (dev !== wanted) continue
      const names = byLicence.get(license) ?? new Set()
      byLicence.set(license, names.add(`${nameOf(path)} ${version}`))
    }
    const rows = [...byLicence]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([licence, names]) => `| ${licence} | ${names.size} | ${[...names].sort().join(', ')} |`)
    return [`## ${title}`, '', '| licence | packages | |', '|---|---|---|', ...rows, ''].join('\n')
  }
  return [
    '# Licences of what the project uses',
    '',
    'Written by `npm run licences` from `package-lock.json`; a test fails when it is out of date. The project itself is',
    'under MIT, its fonts are under the SIL Open Font License (`src/fonts`). PocketBase, which runs beside it, is under',
    'MIT.',
    '',
    '## Data',
    '',
    'No data set comes with the project. A shop may bring in India Post’s directory of PIN codes, which asks for this:',
    '',
    PIN_ATTRIBUTION.replace(/(.{1,112})(?:\s|$)/g, '> $1\n'),
    section('In the shop', false),
    section('Only for building and testing', true),
  ].join('\n')
}

/**
 * Known weaknesses of at least `high`, as the registry tells; `undefined` with a reason when it does not answer such
 * questions.
 */
async function audit(): Promise<{ found: string[] } | { unknown: string }> {
  const answer = await run('npm', ['audit', '--json', '--audit-level=high'], { cwd: ROOT, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  )
  return readAudit(answer.stdout)
}

export function readAudit(json: string): { found: string[] } | { unknown: string } {
  let report: {
    vulnerabilities?: Record<string, { severity: string; range?: string }>
    message?: string
    error?: { summary?: string }
  }
  try {
    report = JSON.parse(json)
  } catch {
    return { unknown: 'npm audit gave no answer' }
  }
  if (!report.vulnerabilities)
    return { unknown: report.message ?? report.error?.summary ?? 'the registry does not answer audits' }
  const found = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range }]) => `${name} ${range ?? ''} has a known weakness (${severity}); see npm audit`)
  return { found }
}

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(ROOT, name), 'utf8')) as T
}

async function check(): Promise<boolean> {
  const lock = await readJson<Lockfile>('package-lock.json')
  const problems = [
    ...lockfileProblems(lock),
    ...scriptProblems(lock, await readJson<Manifest>('package.json')),
    ...licenceProblems(lock),
  ]
  if ((await readFile(LICENCES_FILE, 'utf8')) !== licencesPage(lock))
    problems.push('docs/licences.md is out of date: npm run licences')
  const weaknesses = await audit()
  if ('found' in weaknesses) problems.push(...weaknesses.found)
  for (const problem of problems) console.error(problem)
  // A registry without audits must not stop work that has nothing to do with it; that nobody looked must be said.
  if ('unknown' in weaknesses) console.warn(`NOT CHECKED for known weaknesses: ${weaknesses.unknown}`)
  const audited = 'found' in weaknesses ? weaknesses : { notChecked: weaknesses.unknown }
  await writeReport('supply-chain', { packages: others(lock).length, problems, audit: audited })
  console.log(`${others(lock).length} packages, ${problems.length} problems`)
  return problems.length === 0
}

async function writeSbom(): Promise<boolean> {
  // `include` of .npmrc would win over what is omitted.
  const ofTheShop = ['--omit', 'dev', '--include', 'prod']
  const { stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', ...ofTheShop], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  })
  await writeFile(SBOM_FILE, stdout)
  const { components } = JSON.parse(stdout) as { components: unknown[] }
  console.log(`${SBOM_FILE}: ${components.length} components`)
  return true
}

async function writeLicences(): Promise<boolean> {
  await writeFile(LICENCES_FILE, licencesPage(await readJson<Lockfile>('package-lock.json')))
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const commands: Record<string, () => Promise<boolean>> = { licences: writeLicences, sbom: writeSbom, check }
  process.exit((await (commands[process.argv[2] ?? 'check'] ?? check)()) ? 0 : 1)
}
