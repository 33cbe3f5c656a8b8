import { expect, test } from 'vitest'
import { below, read } from './files'
import { visit } from './syntax'

const SOURCES = ['src', 'pocketbase/hooks', 'scripts/check/check-live.ts', 'scripts/start']
  .flatMap((path) => (path.endsWith('.ts') ? [path] : below(path)))
  .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|schema\.ts$/.test(path))
/** Texts of the code that are words: with a blank, or a capital at their beginning. */
const isWords = (text: string) => /^\s*[A-Z]|\s\S*\s/.test(text)
const MAIL = /\b(?:e-mail|mail(?! servers?\b))(?:s|ed|ing)?\b/i

test('sentences that makers and shoppers read say email, never mail or e-mail', () => {
  expect(SOURCES.length).toBeGreaterThan(500)
  const found: string[] = []
  for (const path of SOURCES) {
    const see = (text: string) => {
      if (isWords(text) && MAIL.test(text) && !text.startsWith('X-')) found.push(`${path}: ${text.trim()}`)
    }
    const source = read(path)
    if (!MAIL.test(source)) continue
    visit(path, source, {
      Literal: ({ value }) => typeof value === 'string' && see(value),
      JSXText: ({ value }) => see(value),
      TemplateElement: ({ value }) => see(value.raw),
    })
  }
  expect(found).toEqual([])
})
