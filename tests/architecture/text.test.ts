import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/start/environment'
import { below, read } from './files'

/** Columns of a line, everywhere. */
const COLUMNS = 120

const FILES = ['src', 'pocketbase/hooks', 'pocketbase/seed', 'scripts', 'tests', 'e2e', 'docs', 'deploy']
  .flatMap(below)
  .concat(readdirSync(ROOT))
/** Code that people write: not the records' types, which are generated, and no landed migration. */
const SOURCES = FILES.filter((path) => /\.(?:tsx?|m?js|css)$/.test(path) && path !== 'src/api/schema.ts')
const PAGES = FILES.filter((path) => path.endsWith('.md')).map((path) => [path, read(path)] as const)

/**
 * Lines of a Markdown text that are too long. Rows of a table cannot be broken, nor can a link or an address that is a
 * line of its own, nor the one command of a code block.
 */
function longLines(text: string): string[] {
  const onlyCommand = new Set([...text.matchAll(/^```.*\n(.+)\n```$/gm)].map(([, command]) => command))
  return text
    .split('\n')
    .filter(
      (line) =>
        line.length > COLUMNS &&
        !/^\s*\|/.test(line) &&
        !/^\s*(?:[-*] )?(?:!?\[[^\]]*\]\(\S+\)|\S+)$/.test(line) &&
        !onlyCommand.has(line),
    )
}

/** The items of a list with the number of lines each takes. */
function bullets(text: string): { item: string; lines: number }[] {
  return text
    .split(/^(?=- )/m)
    .slice(1)
    .map((item) => item.split(/\n(?! )/)[0] ?? '')
    .map((item) => ({ item, lines: item.trimEnd().split('\n').length }))
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|\{\/\*)|\s\/\/ [^'"`]*$/
/** What a tool reads must be on one line. */
const DIRECTIVE = /biome-ignore|@ts-|@vite-ignore|@vitest-environment/

/** Lines with a comment that are too long; an address that is a line of its own cannot be broken. */
const longComments = (text: string): string[] =>
  text
    .split('\n')
    .filter(
      (line) =>
        line.length > COLUMNS && COMMENT.test(line) && !DIRECTIVE.test(line) && !/^\s*(?:\/\/|\*) \S+$/.test(line),
    )

describe('documents', () => {
  test('have no line of more than 120 columns', () => {
    expect(PAGES.length).toBeGreaterThan(40)
    const long = PAGES.flatMap(([path, text]) => longLines(text).map((line) => `${path}: ${line}`))
    expect(long).toEqual([])
  })

  test('the changelog says each thing in two lines', () => {
    const items = bullets(read('CHANGELOG.md'))
    expect(items.length).toBeGreaterThan(20)
    expect(items.filter(({ lines }) => lines > 2).map(({ item }) => item)).toEqual([])
  })

  test('a decision has at most 60 lines: what, why and what was dropped; figures are in docs/speed.md', () => {
    const decisions = PAGES.filter(([path]) => path.startsWith('docs/decisions/'))
    expect(decisions.length).toBeGreaterThan(20)
    expect(decisions.filter(([, text]) => text.split('\n').length > 61).map(([path]) => path)).toEqual([])
  })

  test('.env.example names no variable that nothing reads', () => {
    const code = SOURCES.filter((path) => /^(?:src|pocketbase|scripts|e2e)\//.test(path))
      .map(read)
      .join('\n')
    const names = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })

  const long = 'a word and '.repeat(12)
  test.each([
    [long, 1],
    [`- ${long}`, 1],
    [`| ${long} |`, 0],
    [`- [${long}](https://example.in/)`, 0],
    [`https://example.in/${'a'.repeat(120)}`, 0],
    [`\`\`\`sh\n${long}\n\`\`\``, 0],
    [`\`\`\`sh\nnpm ci\n${long}\n\`\`\``, 1],
  ])('finds the lines that are too long (%#)', (text, found) => {
    expect(longLines(text)).toHaveLength(found)
  })

  test('a bullet ends where the next one or a heading begins', () => {
    expect(bullets('# A\n\n- one\n  two\n- three\n\n## B\n- four\n').map(({ lines }) => lines)).toEqual([2, 1, 1])
  })
})

describe('comments', () => {
  test('have no line of more than 120 columns', () => {
    expect(SOURCES.length).toBeGreaterThan(500)
    const long = SOURCES.flatMap((path) => longComments(read(path)).map((line) => `${path}: ${line.trim()}`))
    expect(long).toEqual([])
  })

  const words = 'a word and '.repeat(12)
  test.each([
    [`// ${words}`, 1],
    [`/** ${words} */`, 1],
    [`   * ${words}`, 1],
    [`      {/* ${words} */}`, 1],
    [`const four = 4 // ${words}`, 1],
    [`const link = 'https://example.in // ${words}'`, 0],
    [`const text = '${words}'`, 0],
    [`// biome-ignore lint/style: ${words}`, 0],
    [` * https://example.in/${'a'.repeat(120)}`, 0],
  ])('that are too long are found (%#)', (text, found) => {
    expect(longComments(text)).toHaveLength(found)
  })
})
