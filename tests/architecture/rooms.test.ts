import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/start/environment'
import { inspectRooms } from './rooms'

describe('the house', () => {
  it('has every file in its room, imports only downwards, no cycle, and packages only with their owners', () => {
    const { files, violations } = inspectRooms(ROOT)
    expect(files).toBeGreaterThan(50)
    expect(violations).toEqual([])
  })
})

/** A small house in which everything is right; each test below plants one fault. */
const SOUND: Record<string, string> = {
  'src/main.tsx': "import './app/routes'\nimport { createRoot } from 'react-dom/client'\ncreateRoot\n",
  'src/app/routes.ts': "export const load = () => import('@/pages/shop')\n",
  'src/pages/shop.tsx':
    "import { list } from '@/features/catalog/list'\nexport default function Shop() { return list }\n",
  'src/features/catalog/list.ts': "import { addLine } from '../cart/store'\nexport const list = addLine\n",
  'src/features/cart/store.ts':
    "import { create } from 'zustand'\nimport { store } from '@/api/client'\nexport const addLine = [create, store]\n",
  'src/ui/button.tsx': "import { join } from '@/lib/join'\nexport const button = join\n",
  'src/api/client.ts':
    "import PocketBase from 'pocketbase'\nimport { total } from '@/domain/cart'\nexport const store = [PocketBase, total]\n",
  'src/domain/cart.ts': "import * as v from 'valibot'\nexport const total = { fetch: v.string() }\n",
  'src/lib/join.ts': 'export const join = 1\n',
  'pocketbase/hooks/orders.ts': "import { total } from '../../src/domain/cart'\nexport const place = total\n",
}

const made: string[] = []
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))))

async function violationsWith(planted: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'house-'))
  made.push(root)
  for (const [file, text] of Object.entries({ ...SOUND, ...planted })) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  return inspectRooms(root).violations
}

describe('the check itself', () => {
  it('finds nothing in a sound house', async () => {
    expect(await violationsWith({})).toEqual([])
  })

  it.each([
    [
      'an import upwards',
      'src/ui/card.tsx',
      "import { total } from '@/domain/cart'\nexport const card = total\n",
      'ui may not import domain',
    ],
    [
      'a page that fetches',
      'src/pages/home.tsx',
      "import { store } from '@/api/client'\nexport default store\n",
      'pages may not import api',
    ],
    [
      'an import of a type upwards',
      'src/api/type.ts',
      "import type { list } from '@/features/catalog/list'\nexport type A = typeof list\n",
      'api may not import features',
    ],
    [
      'a dynamic import upwards',
      'src/lib/late.ts',
      "export const late = () => import('@/ui/button')\n",
      'lib may not import ui',
    ],
    [
      'a feature that knows another',
      'src/features/cart/sheet.ts',
      "import { button } from '@/features/catalog/button'\nexport const sheet = button\n",
      'feature cart may not import feature catalog',
    ],
    [
      'a hook that knows the screen',
      'pocketbase/hooks/page.ts',
      "import { button } from '../../src/ui/button'\nexport const page = button\n",
      'hooks may not import ui',
    ],
    [
      'an import out of the house',
      'src/lib/out.ts',
      "import { x } from '../../scripts/x'\nexport const out = x\n",
      'leads out of the house',
    ],
    [
      'a feature nobody listed',
      'src/features/loyalty/store.ts',
      'export const wish = 1\n',
      '"loyalty" is no feature of the list',
    ],
    ['a folder that is no room', 'src/services/mail.ts', 'export const mail = 1\n', 'stands in no room'],
    [
      'a package outside its owner',
      'src/features/catalog/api.ts',
      "import PocketBase from 'pocketbase'\nexport const pb = PocketBase\n",
      'package pocketbase belongs elsewhere',
    ],
    [
      'a store outside its file',
      'src/features/cart/badge.ts',
      "import { create } from 'zustand'\nexport const badge = create\n",
      'package zustand belongs elsewhere',
    ],
    [
      'a package without an owner',
      'src/ui/date.ts',
      "import moment from 'moment'\nexport const date = moment\n",
      'package moment has no owner',
    ],
    [
      'a module of Node',
      'src/lib/file.ts',
      "import { readFile } from 'node:fs'\nexport const file = readFile\n",
      'package fs has no owner',
    ],
    ['a default export', 'src/lib/default.ts', 'export default 1\n', 'default export'],
    ['a barrel', 'src/ui/index.ts', "export { button } from './button'\n", 'a barrel'],
    ['a name that is not kebab-case', 'src/ui/BigButton.tsx', 'export const big = 1\n', 'name is not kebab-case'],
    ['a name that says nothing', 'src/lib/utils.ts', 'export const one = 1\n', 'the name says nothing'],
    ['Intl in the domain', 'src/domain/price.ts', 'export const price = () => new Intl.NumberFormat()\n', 'uses Intl'],
    ['a global handed on in the domain', 'src/domain/ask.ts', 'export const ask = { with: fetch }\n', 'uses fetch'],
    ['the clock in the domain', 'src/domain/today.ts', 'export const today = () => Date.now()\n', 'uses Date.now'],
    ['a Unicode class in the domain', 'src/domain/letter.ts', 'export const letter = /\\p{L}/u\n', 'uses \\p{…}'],
  ])('finds %s', async (_, file, text, expected) => {
    const other = {
      'src/features/catalog/button.ts': 'export const button = 1\n',
      'scripts/x.ts': 'export const x = 1\n',
    }
    const found = await violationsWith({ ...other, [file]: text })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(file)
    expect(found[0]).toContain(expected)
  })

  it.each([
    "export * from '@/ui/button'",
    "export { button } from '../ui/button'",
    "export type Button = import('@/ui/button').Button",
    'export const late = () => import(`@/ui/button`)',
    "export const button = require('@/ui/button')",
    '/// <reference path="../ui/button.tsx" />',
  ])('reads %s', async (text) => {
    expect(await violationsWith({ 'src/lib/up.ts': text })).toEqual([
      'src/lib/up.ts → src/ui/button.tsx: lib may not import ui',
    ])
  })

  it('passes over no file it cannot read', async () => {
    await expect(violationsWith({ 'src/lib/torn.ts': 'export const = 1' })).rejects.toThrow('src/lib/torn.ts')
  })

  it('finds a cycle, also one through a part that is loaded late', async () => {
    const found = await violationsWith({
      'src/lib/hen.ts': "import { egg } from './egg'\nexport const hen = () => egg\n",
      'src/lib/egg.ts': "export const egg = () => import('./hen')\n",
    })
    expect(found).toEqual(['cycle: src/lib/egg.ts → src/lib/hen.ts → src/lib/egg.ts'])
  })

  it('finds a cycle that only types close', async () => {
    const found = await violationsWith({
      'src/lib/hen.ts': "export const hen = () => import('./egg')\n",
      'src/lib/egg.ts': "import type { hen } from './hen'\nexport type Egg = typeof hen\n",
    })
    expect(found).toEqual(['cycle: src/lib/egg.ts → src/lib/hen.ts → src/lib/egg.ts'])
  })

  it('finds an import that leads nowhere', async () => {
    expect(
      await violationsWith({ 'src/ui/gone.ts': "import { gone } from '@/lib/gone'\nexport const a = gone\n" }),
    ).toEqual(['src/ui/gone.ts → @/lib/gone: leads nowhere'])
  })
})
