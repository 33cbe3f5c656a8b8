import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Lockfile,
  licenceProblems,
  licencesPage,
  lockfileProblems,
  readAudit,
  scriptProblems,
} from '../../scripts/check/supply-chain'
import { ROOT } from '../../scripts/start/environment'

const json = async (name: string) => JSON.parse(await readFile(join(ROOT, name), 'utf8'))
const good = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' }
const lock = (packages: Lockfile['packages']): Lockfile => ({ packages: { '': {}, ...packages } })

describe('RUN-12 the project', () => {
  test('its lockfile names checksums and no addresses', async () => {
    expect(lockfileProblems(await json('package-lock.json'))).toEqual([])
  })
  test('every install script is decided about', async () => {
    expect(scriptProblems(await json('package-lock.json'), await json('package.json'))).toEqual([])
  })
  test('every licence is accepted, and docs/licences.md lists them', async () => {
    const locked = await json('package-lock.json')
    expect(licenceProblems(locked)).toEqual([])
    expect(await readFile(join(ROOT, 'docs/licences.md'), 'utf8')).toBe(licencesPage(locked))
  })
})

describe('RUN-12 what is refused', () => {
  test.each([
    ['a copyleft licence in the shop', { license: 'GPL-3.0' }, 'not accepted in what shoppers load'],
    ['one that binds its own files, in the shop', { license: 'MPL-2.0' }, 'not accepted in what shoppers load'],
    ['a copyleft licence in a tool', { license: 'AGPL-3.0', dev: true }, 'not accepted'],
    ['no licence at all', { license: undefined }, 'no licence that is named'],
    ['a choice between refused ones', { license: '(GPL-2.0 OR LGPL-3.0)' }, 'not accepted'],
    ['an accepted one with a refused one', { license: '(MIT AND GPL-2.0)' }, 'not accepted'],
  ])('%s', (_what, more, sentence) => {
    expect(licenceProblems(lock({ 'node_modules/x': { ...good, ...more } })).join()).toContain(sentence)
  })
  test('a choice with an accepted licence, and MPL in a tool, pass', () => {
    expect(licenceProblems(lock({ 'node_modules/x': { ...good, license: '(GPL-2.0 OR MIT)' } }))).toEqual([])
    expect(licenceProblems(lock({ 'node_modules/x': { ...good, license: 'MPL-2.0', dev: true } }))).toEqual([])
  })
  test('an address, and a package without a checksum', () => {
    const resolved = 'https://registry.example/x.tgz'
    expect(lockfileProblems(lock({ 'node_modules/a/node_modules/x': { ...good, resolved } }))).toEqual([
      expect.stringContaining('an address for x'),
    ])
    expect(lockfileProblems(lock({ 'node_modules/x': { ...good, integrity: undefined } }))).toHaveLength(1)
  })
  test('an install script nobody decided about, and a decision about nothing', () => {
    const scripted = lock({ 'node_modules/@a/x': { ...good, hasInstallScript: true } })
    expect(scriptProblems(scripted, {})).toEqual([expect.stringContaining('@a/x runs a script')])
    expect(scriptProblems(scripted, { allowScripts: { '@a/x@1.0.0': true } })).toEqual([])
    expect(scriptProblems(lock({}), { allowScripts: { gone: false } })).toEqual([expect.stringContaining('names gone')])
  })
  test('a weakness of high severity; a registry that does not answer is no clean bill', () => {
    const report = (severity: string) => JSON.stringify({ vulnerabilities: { x: { severity, range: '<2' } } })
    expect(readAudit(report('high'))).toEqual({ found: [expect.stringContaining('x <2')] })
    expect(readAudit(report('critical'))).toEqual({ found: [expect.stringContaining('critical')] })
    expect(readAudit(report('moderate'))).toEqual({ found: [] })
    expect(readAudit('{"message":"405 Method Not Allowed"}')).toEqual({ unknown: '405 Method Not Allowed' })
    expect(readAudit('')).toHaveProperty('unknown')
  })
})
