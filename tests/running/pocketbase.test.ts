import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { UserError } from '../../scripts/start/lifecycle.mjs'
import { findPocketBase, POCKETBASE_VERSION, releasePlatform } from '../../scripts/start/pocketbase'
import { type LocalServer, startLocalServer } from '../local-server'
import { scratchFolder } from '../scratch-folder'

const PROGRAM = `#!/bin/sh\necho pocketbase version ${POCKETBASE_VERSION}\n`
const platform = releasePlatform() ?? 'linux_amd64'
const archiveName = `pocketbase_${POCKETBASE_VERSION}_${platform}.zip`
const programName = platform.startsWith('windows') ? 'pocketbase.exe' : 'pocketbase'
const archive = zipSync({ 'LICENSE.md': strToU8('MIT'), [programName]: strToU8(PROGRAM) })

let server: LocalServer
let checksums = ''
let asked: string[] = []
const scratch = scratchFolder()
const said: string[] = []

beforeAll(async () => {
  server = await startLocalServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === `/v${POCKETBASE_VERSION}/checksums.txt`) response.end(checksums)
    else if (request.url === `/v${POCKETBASE_VERSION}/${archiveName}`) response.end(archive)
    else response.writeHead(404).end()
  })
})
afterAll(() => server.stop())

beforeEach(() => {
  asked = []
  said.length = 0
  checksums = `${createHash('sha256').update(archive).digest('hex')}  ${archiveName}\n`
  vi.stubEnv('POCKETBASE_BIN', '')
  // No Go on this machine: a test must not build for minutes.
  vi.stubEnv('PATH', scratch)
})
afterEach(() => vi.unstubAllEnvs())

async function newCache(): Promise<string> {
  return mkdtemp(join(scratch, 'cache-'))
}
const find = (cacheRoot: string, from = server.url) =>
  findPocketBase((line) => said.push(line), { cacheRoot, releases: from })

describe('findPocketBase', () => {
  test('RUN-07 POCKETBASE_BIN comes first; one that cannot be run is said', async () => {
    const own = join(scratch, 'own')
    await writeFile(own, PROGRAM, { mode: 0o755 })
    vi.stubEnv('POCKETBASE_BIN', own)
    expect(await find(await newCache())).toBe(own)
    vi.stubEnv('POCKETBASE_BIN', join(scratch, 'nothing'))
    await expect(find(await newCache())).rejects.toThrow(/POCKETBASE_BIN names .*nothing/)
    // Told to a person, without a stack.
    await expect(find(await newCache())).rejects.toThrow(UserError)
    expect(asked).toEqual([])
  })

  test('RUN-07 the official release is checked, kept and found again without asking', async () => {
    const cache = await newCache()
    const program = await find(cache)
    expect(await readFile(program, 'utf8')).toBe(PROGRAM)
    expect((await stat(program)).mode & 0o111).toBe(0o111)
    expect(said.join('\n')).toContain(`Fetching PocketBase ${POCKETBASE_VERSION}`)
    expect(asked).toHaveLength(2)
    expect(await find(cache)).toBe(program)
    expect(asked).toHaveLength(2)
    expect(await readdir(cache)).toEqual([`${POCKETBASE_VERSION}-${platform}`])
  })

  test('RUN-07 a program that a power cut left empty or cut off is made again', async () => {
    const cache = await newCache()
    const program = await find(cache)
    for (const left of ['', PROGRAM.slice(0, 20)]) {
      await writeFile(program, left)
      expect(await find(cache)).toBe(program)
      expect(await readFile(program, 'utf8')).toBe(PROGRAM)
    }
  })

  test('RUN-07 two at once make one whole program', async () => {
    const cache = await newCache()
    const programs = await Promise.all([find(cache), find(cache), find(cache)])
    expect(new Set(programs).size).toBe(1)
    expect(await readFile(programs[0] ?? '', 'utf8')).toBe(PROGRAM)
    expect(await readdir(cache)).toHaveLength(1)
  })

  test('RUN-07 a wrong checksum stops, and nothing is kept', async () => {
    const cache = await newCache()
    checksums = `${'0'.repeat(64)}  ${archiveName}\n`
    await expect(find(cache)).rejects.toThrow(/does not match the checksum/)
    checksums = 'abc  another.zip\n'
    await expect(find(cache)).rejects.toThrow(/does not list/)
    await expect(find(cache)).rejects.toThrow(UserError)
    expect(await readdir(join(cache, `${POCKETBASE_VERSION}-${platform}`))).toEqual([])
  })

  test('RUN-07 without the release host and without Go it says what to install', async () => {
    const cache = await newCache()
    await expect(find(cache, 'http://127.0.0.1:9')).rejects.toThrow(
      /127\.0\.0\.1:9 could not be reached[\s\S]*Go is not installed[\s\S]*POCKETBASE_BIN/,
    )
    expect(said.join('\n')).toContain('could not be reached')
    await expect(find(cache, 'http://127.0.0.1:9')).rejects.toThrow(UserError)
  })

  test.each<[NodeJS.Platform, string, string | undefined]>([
    ['linux', 'x64', 'linux_amd64'],
    ['linux', 'arm', 'linux_armv7'],
    ['darwin', 'arm64', 'darwin_arm64'],
    ['win32', 'x64', 'windows_amd64'],
    ['freebsd', 'x64', undefined],
    ['darwin', 'arm', undefined],
  ])('RUN-07 the release for %s on %s is %s', (os, cpu, expected) => {
    expect(releasePlatform(os, cpu)).toBe(expected)
  })
})
