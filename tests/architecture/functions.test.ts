import type { ESTree } from 'vite'
import { expect, test } from 'vitest'
import { below, read } from './files'
import { visit } from './syntax'

/** Most lines of a function, and its highest complexity (McCabe), without the functions inside it. */
const LINES = 60
const COMPLEXITY = 15

/** Functions that may be longer or more complex, each with its reason. Named `file function`. */
const REASONS: Record<string, string> = {
  'src/features/content/privacy-text.tsx PrivacyText': 'a page of law: one text, read from its beginning to its end',
  'e2e/tools/layout.ts problemsOfPage': 'is sent into the page, where nothing else of the file is',
  'tests/attack/routes.ts skeletons': 'a table: one good request for each route',
  'tests/gateway/checkout.js (anonymous)':
    'a script of the page, which must leave no names there: its functions are short',
  'tests/upgrade/make.ts sell': 'one story, in the order it is told to a store of each release',
}

const FILES = ['src', 'pocketbase/hooks', 'scripts', 'tests', 'e2e']
  .flatMap(below)
  // `schema.ts` is generated.
  .filter((path) => /(?<!\.d)\.(?:tsx?|m?js)$/.test(path) && path !== 'src/api/schema.ts')

interface Measured {
  name: string
  lines: number
  complexity: number
}

const BRANCHES = [
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
  'LogicalExpression',
]

/** Tests and their groups, and what is sent into the page: as long as what they tell. */
const isStory = (called: string) => /^(?:describe|test)\b/.test(called) || /\.evaluate(?:All)?$/.test(called)

function measure(file: string, text: string): Measured[] {
  const textOf = ({ start, end }: ESTree.Span) => text.slice(start, end)
  const found: Measured[] = []
  /** Those being read, the innermost last. */
  const open: Measured[] = []
  /** What is called with a function or named after it, for a function without a name of its own. */
  const names = new Map<unknown, string>()
  const stories = new Set<unknown>()

  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const name = `${file} ${node.id?.name ?? names.get(node) ?? '(anonymous)'}`
    const lines = stories.has(node) ? 0 : textOf(node).split('\n').length
    const measured = { name, lines, complexity: 1 }
    found.push(measured)
    open.push(measured)
  }
  const leave = () => open.pop()
  const branch = () => {
    const around = open.at(-1)
    if (around) around.complexity++
  }
  const nameValue = ({ key, value }: { key: ESTree.Span; value: unknown }) => names.set(value, textOf(key))
  visit(file, text, {
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ...Object.fromEntries(BRANCHES.map((type) => [type, branch])),
    SwitchCase: (node) => node.test && branch(),
    VariableDeclarator: ({ id, init }) => id.type === 'Identifier' && names.set(init, id.name),
    Property: nameValue,
    MethodDefinition: nameValue,
    CallExpression: ({ callee, arguments: given }) => {
      const called = textOf(callee)
      for (const one of given) {
        names.set(one, `${called.slice(0, 40)}()`)
        if (isStory(called)) stories.add(one)
      }
    },
  })
  return found
}

const isTooMuch = ({ lines, complexity }: Measured) => lines > LINES || complexity > COMPLEXITY

test(`no function has more than ${LINES} lines or a complexity above ${COMPLEXITY} without a reason`, () => {
  const functions = FILES.flatMap((file) => measure(file, read(file)))
  expect(functions.length).toBeGreaterThan(5000)
  const tooMuch = functions.filter(isTooMuch)
  expect(tooMuch.filter(({ name }) => !(name in REASONS))).toEqual([])
  const names = new Set(tooMuch.map(({ name }) => name))
  expect(
    Object.keys(REASONS).filter((name) => !names.has(name)),
    'reasons nobody needs any more',
  ).toEqual([])
})

test('lines and branches are counted, each function for itself', () => {
  const text = `const pick = (a, b) => {
    const inner = () => a ? 1 : 2
    if (a && b) return inner()
    for (const one of a ?? []) while (one) switch (one) { case 1: break; default: break }
  }
  test('a story', () => {

  })`
  expect(measure('a.ts', text)).toEqual([
    { name: 'a.ts pick', lines: 5, complexity: 7 },
    { name: 'a.ts inner', lines: 1, complexity: 2 },
    { name: 'a.ts test()', lines: 0, complexity: 1 },
  ])
})
