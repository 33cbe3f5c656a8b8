import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface LockedPackage {
  version?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

async function lockedPackages(): Promise<Record<string, LockedPackage>> {
  return (JSON.parse(await readFile(lockFile, 'utf8')) as { packages: Record<string, LockedPackage> }).packages
}

test('RUN-12 package-lock.json names the packages of every platform, without which `npm ci` refuses', async () => {
  const packages = await lockedPackages()
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(Object.keys(packages).length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('RUN-12 package-lock.json leads to no registry but the public one', async () => {
  const hosts = Object.values(await lockedPackages()).flatMap(({ resolved }) =>
    resolved?.startsWith('http') ? [new URL(resolved).origin] : [],
  )
  expect(hosts.filter((host) => host !== 'https://registry.npmjs.org')).toEqual([])
})

test('RUN-12 `npm ci` installs what builds and starts the store, also where NODE_ENV says production', async () => {
  const { stdout } = await promisify(execFile)('npm', ['ls', 'tsx', 'vite', '--json', '--depth', '0'], {
    cwd: dirname(lockFile),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  expect(Object.keys(JSON.parse(stdout).dependencies ?? {})).toEqual(expect.arrayContaining(['tsx', 'vite']))
})
