import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/start/environment'
import { MUTATIONS } from '../mutations/list'
import { below, read } from './files'

const HERE = 'tests/architecture/requirements.test.ts'
const ID = /\b[A-Z]+-\d\d\b/g
/** Written like an id, and none: an encoding, and bytes of a photograph's place. */
const NO_IDS = new Set(['UTF-16', 'GPS-12'])

/**
 * What people write: no landed migration, which cannot be edited any more, and no changelog, which tells of what was.
 */
const FILES = ['src', 'pocketbase/hooks', 'pocketbase/seed', 'scripts', 'tests', 'e2e', 'docs', 'deploy']
  .flatMap(below)
  .concat('README.md', 'CONTRIBUTING.md', 'index.html', '.env.example')
  .filter((path) => /\.(?:tsx?|m?js|cjs|css|html|md|conf|example)$|Caddyfile$/.test(path) && path !== HERE)
/** Every file there is, with a slash before it, so that a comment may call one by the end of its path. */
const PATHS = [...FILES, HERE, ...readdirSync(ROOT)].map((path) => `/${path}`)
const TEXTS = FILES.map((path) => [path, read(path)] as const)
const TESTS = TEXTS.filter(([path]) => /\.(?:test|spec)\.tsx?$/.test(path))

const page = read('docs/requirements.md')
const sections = page.split(/^## /m).slice(1)
const rows = [...page.matchAll(/^- ([A-Z]+-\d\d) \S/gm)].map(([, id = '']) => id)
/** What holds no longer keeps its place, so that nobody uses its id again. */
const struckThrough = [...page.matchAll(/^- ~~([A-Z]+-\d\d)\b/gm)].map(([, id = '']) => id)

/** A text with its comments alone (`only`), or without them. Block comments count where a line begins with one. */
const COMMENT = /^[ \t]*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm
const comments = (text: string) => text.match(COMMENT)?.join('\n') ?? ''
const withoutComments = (text: string) => text.replace(COMMENT, '')
/** Of a file of tests what `npm test` runs. */
const ofEachChange = (text: string) => withoutComments(text).replace(/^.*@long.*$/gm, '')

/** What a comment says of a document, or a part of one, that nobody finds in this repository. */
function strayReferences(text: string, folder: string): string[] {
  const documents = [...text.matchAll(/(?<![\w/.:-])[\w./-]*\w\.md\b/g)].map(([name]) => name)
  const missing = documents.filter(
    (name) =>
      !name.startsWith('reports/') &&
      ![folder, '.', 'docs', 'docs/decisions'].some((place) => existsSync(join(ROOT, place, name))),
  )
  const sources = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|pb\.js))`/g)].map(([, name = '']) => name)
  const gone = sources.filter((name) => !PATHS.some((path) => path.endsWith(`/${name}`)))
  const sectionsOfNothing = [...text.matchAll(/\b[Ss]ections? \d/g)]
    .filter(
      ({ index }) => !/\bAct\b|RFC|W3C|\brules?\b|\bRules\b/.test(text.slice(Math.max(0, index - 160), index + 160)),
    )
    .map(([words]) => words)
  const specifications = text.match(/\bthe spec(?:ification)?\b(?! of)|\bspec(?:ification)?,? section/gi) ?? []
  return [...missing, ...gone, ...sectionsOfNothing, ...specifications]
}

describe('docs/requirements.md', () => {
  test('has each id once, in the section of its prefix, in order', () => {
    expect(rows.length).toBeGreaterThan(200)
    const written = [...rows, ...struckThrough]
    expect(written.filter((id, at) => written.indexOf(id) !== at)).toEqual([])
    const prefixes: string[] = []
    for (const section of sections) {
      const ids = [...section.matchAll(/^- (?:~~)?([A-Z]+)-(\d\d)\b/gm)]
      const prefix = /^[^\n]*\(([A-Z]+)\)\n/.exec(section)?.[1]
      if (!prefix && ids.length === 0) continue
      expect(prefix, section.slice(0, 40)).toBeDefined()
      prefixes.push(prefix ?? '')
      expect(new Set(ids.map(([, own]) => own))).toEqual(new Set([prefix]))
      const numbers = ids.map(([, , number]) => Number(number))
      expect(numbers, prefix).toEqual(numbers.map((_, at) => at + 1))
    }
    expect(prefixes.filter((prefix, at) => prefixes.indexOf(prefix) !== at)).toEqual([])
  })

  test('has a row for every id in code, titles and documents', () => {
    const known = new Set(rows)
    const unknown = TEXTS.filter(([path]) => path !== 'docs/requirements.md').flatMap(([path, text]) =>
      (text.match(ID) ?? []).filter((id) => !known.has(id) && !NO_IDS.has(id)).map((id) => `${id} in ${path}`),
    )
    expect([...new Set(unknown)]).toEqual([])
  })

  test('has a mutation of each row that can be made: `npm run test:mutations` wants its test red', () => {
    const broken = new Set(MUTATIONS.map(({ id }) => id))
    expect(rows.filter((id) => !broken.has(id))).toEqual([])
    const impossible = MUTATIONS.filter(({ file, from }) => read(file).split(from).length !== 2)
    expect(impossible.map(({ id, file }) => `${id}: what it changes does not stand once in ${file}`)).toEqual([])
    const untested = MUTATIONS.filter(({ id, test: path }) => !ofEachChange(read(path)).includes(id))
    expect(untested.map(({ id, test: path }) => `${id} is in no title of ${path}`)).toEqual([])
  })

  test('has no row that no test of `npm test` names', () => {
    const named = new Set(TESTS.flatMap(([, text]) => ofEachChange(text).match(ID) ?? []))
    expect(rows.filter((id) => !named.has(id))).toEqual([])
  })
})

describe('comments and documents', () => {
  test('point to nothing that is not here', () => {
    expect(TEXTS.length).toBeGreaterThan(500)
    const stray = TEXTS.flatMap(([path, text]) =>
      strayReferences(path.endsWith('.md') ? text : comments(text), dirname(path)).map((what) => `${what} in ${path}`),
    )
    expect(stray).toEqual([])
  })

  test('link to files that are there', () => {
    const broken = TEXTS.filter(([path]) => path.endsWith('.md')).flatMap(([path, text]) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(ROOT, dirname(path), link)))
        .map((link) => `${link} in ${path}`),
    )
    expect(broken).toEqual([])
  })

  test.each([
    ['/** As contract.md says. */', ['contract.md']],
    ['/** The hero (section 7). */', ['section 7']],
    ['  // The specification’s own words.', ['The specification']],
    ['/** Read by `catalog/no-such-file.ts` and `orders/quote.ts`. */', ['catalog/no-such-file.ts']],
    ['/** As spec section 3 says. */', ['spec section', 'section 3']],
    ['/** CGST Act, section 31; docs/merchandisers.md, the specifications of a product. */', []],
    ["page.goto('/section 7/contract.md') /* the address */", []],
  ])('of %s is found what is wrong', (text, expected) => {
    expect(strayReferences(comments(text), 'src').sort()).toEqual(expected.sort())
  })
})
