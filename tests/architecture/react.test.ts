import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { smallerReact } from '../../scripts/smaller-react'

/** What `scripts/smaller-react.ts` takes out of React, as a component or a library would ask for it. */
const ASKING =
  /import\s*\{[^}]*\bpreload\b[^}]*\}\s*from\s*['"]react-dom['"]|\b(?:ViewTransition|Activity|SuspenseList|addTransitionType|useActionState|useFormStatus|requestFormReset|preinit|preinitModule|preloadModule|prefetchDNS)\b(?=\s*[,})(>])|\bprecedence=|<Fragment\b[^>]*\bref=|\b(?:action|formAction)=\{(?:async )?\(/

const require = createRequire(import.meta.url)
const file = join(dirname(require.resolve('react-dom/package.json')), 'cjs/react-dom-client.production.js')
const code = readFileSync(file, 'utf8')
const { handler } = smallerReact.transform as { handler: (code: string, id: string) => { code: string } }

function sourcesIn(folder: string): [file: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|m?js)$/.test(file) && !/\.(?:d|test)\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')])
}

test('nothing in the store asks for what is taken out of React', () => {
  const sources = sourcesIn(fileURLToPath(new URL('../../src', import.meta.url)))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(([, text]) => ASKING.test(text)).map(([file]) => file)).toEqual([])
})

test.each([
  ['@radix-ui/react-dialog', 'dist'],
  ['@radix-ui/react-dropdown-menu', 'dist'],
  ['sonner', 'dist'],
  ['react-hook-form', 'dist'],
  ['@tanstack/react-query', 'build/modern'],
  ['zustand', 'esm'],
])('%s does not ask for it either', (name, built) => {
  const folder = fileURLToPath(new URL(`../../node_modules/${name}/${built}`, import.meta.url))
  const sources = sourcesIn(folder)
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.filter(([, text]) => ASKING.test(text)).map(([file]) => file)).toEqual([])
})

test.each([
  'import { Activity, useState } from "react"',
  "import { createPortal, preload } from 'react-dom'",
  'const view = <ViewTransition>{page}</ViewTransition>',
  'useActionState(send, null)',
  '<style href="a" precedence="low">',
  '<Fragment ref={here}>',
  '<form action={async (data) => send(data)}>',
])('%s would be found', (text) => {
  expect(text).toMatch(ASKING)
})

test('a React without one of the functions is refused', () => {
  const smaller = handler(code, file)
  expect(smaller.code).toContain('function startViewTransition(')
  expect(smaller.code.length).toBeLessThan(code.length * 0.95)
  expect(() => handler(code.replace('function startViewTransition(', 'function start('), file)).toThrow(
    'startViewTransition',
  )
})

test('the errors React makes as it begins carry no lines, those of later do', () => {
  const limits: number[] = []
  const Watched = Object.assign(
    (text: string) => {
      limits.push(Watched.stackTraceLimit)
      return new Error(text)
    },
    { stackTraceLimit: 10 },
  )
  const begin = new Function('exports', 'require', 'Error', handler(code, file).code)
  begin({}, createRequire(file), Watched)
  expect(limits.length).toBeGreaterThan(2)
  expect(new Set(limits)).toEqual(new Set([0]))
  expect(Watched.stackTraceLimit).toBe(10)
})
