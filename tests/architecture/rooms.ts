import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { ESTree } from 'vite'
import { visit } from './syntax'

/**
 * The rooms of the house, which may import from which, and which package belongs to whom. `inspectRooms` reads the
 * real imports (also type-only and dynamic ones) and says what stands in the wrong place.
 */

interface Import {
  from: string
  to: string
  /** Set when `to` is a package and not a file of ours. */
  package?: string
}

const FEATURE = 'features'

/** What a room may import besides itself. `entry` are the files directly in `src`. */
export const MAY_IMPORT: Record<string, string[]> = {
  entry: ['app', 'pages', FEATURE, 'ui', 'api', 'integrations', 'language', 'domain', 'lib'],
  render: ['app', 'pages', FEATURE, 'ui', 'api', 'integrations', 'language', 'domain', 'lib'],
  desk: ['ui', 'api', 'language', 'domain', 'lib'],
  inline: ['domain', 'lib'],
  worker: ['lib'],
  app: ['pages', FEATURE, 'ui', 'api', 'integrations', 'language', 'domain', 'lib'],
  pages: [FEATURE, 'ui', 'language', 'domain', 'lib'],
  [FEATURE]: ['api', 'integrations', 'ui', 'language', 'domain', 'lib'],
  ui: ['language', 'lib'],
  api: ['language', 'domain', 'lib'],
  integrations: ['language', 'domain', 'lib'],
  language: ['domain', 'lib'],
  domain: [],
  lib: [],
  hooks: ['language', 'domain', 'lib'],
}

/** Features and the other features each may import. One way: nothing leads back. */
export const FEATURES: Record<string, string[]> = {
  account: [],
  builder: ['catalog', 'offers'],
  cart: ['delivery', 'live'],
  catalog: ['cart', 'delivery', 'live', 'wishlist'],
  checkout: ['cart', 'account', 'delivery', 'orders', 'offers'],
  consent: [],
  content: [],
  delivery: ['account'],
  home: ['catalog', 'offers', 'builder'],
  live: [],
  offers: [],
  orders: ['account', 'delivery', 'live'],
  reviews: ['account'],
  site: [],
  webhook: [],
  wishlist: ['account'],
}

/**
 * Rooms of `src/domain` and what each may use besides the files beside the rooms, which use none. The nouns are those
 * of the features.
 */
const DOMAIN_ROOMS: Record<string, string[]> = {
  account: [],
  cart: ['delivery', 'site'],
  catalog: ['pictures'],
  content: ['account', 'pictures'],
  delivery: [],
  desk: ['account', 'catalog', 'delivery', 'invoices', 'offers', 'orders', 'payments', 'site'],
  invoices: ['account', 'orders', 'payments', 'site'],
  offers: [],
  orders: ['account', 'cart', 'catalog', 'delivery', 'offers', 'payments', 'site'],
  payments: [],
  pictures: [],
  reviews: [],
  site: ['pictures'],
  wishlist: ['cart'],
}

/** Rooms of `pocketbase/hooks` and what each may use besides `lib`, which uses none. */
const HOOK_ROOMS: Record<string, string[]> = {
  account: ['guard'],
  cart: [],
  catalog: ['guard', 'offers'],
  delivery: ['guard'],
  desk: ['catalog', 'delivery', 'guard', 'invoices', 'mail', 'orders', 'payments', 'pictures', 'running'],
  guard: [],
  invoices: ['catalog', 'guard'],
  lib: [],
  live: ['guard'],
  mail: ['account', 'delivery', 'guard', 'running'],
  offers: ['guard'],
  orders: ['account', 'catalog', 'delivery', 'guard', 'invoices', 'mail', 'offers', 'payments'],
  pages: ['catalog', 'guard', 'mail', 'offers', 'payments'],
  payments: ['catalog', 'guard', 'invoices', 'mail', 'offers'],
  pictures: ['guard'],
  records: ['account', 'cart', 'catalog', 'delivery', 'guard', 'offers', 'orders', 'pictures', 'site', 'wishlist'],
  reviews: ['guard', 'mail'],
  running: [],
  site: ['catalog'],
  wishlist: [],
}

const SCREENS = /^src\/(main\.tsx|render\/|app\/|desk\/|pages\/|features\/|ui\/)/

/**
 * Which files may use a package. A package that is not named here has no owner yet and may not be used in `src` or
 * the hooks.
 */
const OWNERS: [name: RegExp, files: RegExp][] = [
  [/^react$/, /^src\/(?!domain\/|api\/)/],
  [/^react-dom$/, /^src\/([^/]+|render\/.*|app\/.*|desk\/((fields|staff)\/)?main\.tsx|ui\/.*)$/],
  [/^react-router-dom$/, SCREENS],
  [/^@tanstack\/react-query$/, /^src\/([^/]+$|render\/|api\/|app\/|desk\/|features\/)/],
  [/^pocketbase$/, /^src\/(api|desk)\//],
  [/^zustand$/, /^src\/features\/[^/]+\/([a-z-]+-)?store\.ts$/],
  [/^(sonner|yet-another-react-lightbox)$/, /^src\/ui\//],
  [/^@radix-ui\//, /^src\/ui\//],
  [/^@lucide\/icons/, /^src\/(ui|features|app|desk|pages)\//],
  [/^(papaparse|fflate)$/, /^src\/desk\//],
  [/^libheif-js$/, /^src\/desk\/products\//],
  [/^tannin$/, /^src\/language\//],
  [/^jsbarcode$/, /^src\/desk\//],
  [/^canvas-confetti$/, /^src\/integrations\//],
  [/^@builder\.io\//, /^src\/(features\/builder|integrations)\//],
  [/^(react-hook-form|@hookform\/resolvers)$/, /^src\/features\//],
  [/^valibot$/, /^src\/domain\//],
  // Types of `import.meta.env` and of imported pictures.
  [/^vite$/, /^src\/vite-env\.d\.ts$/],
  [/^(htmlparser2|hast|hast-util-sanitize)$/, /^src\/features\/content\//],
]

/**
 * Names the record store's JavaScript engine lacks or that make the same input give another output: no place in the
 * domain.
 */
const IMPURE = new Set([
  'globalThis',
  'Intl',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'atob',
  'btoa',
  'crypto',
  'document',
  'fetch',
  'localStorage',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'sessionStorage',
  'setInterval',
  'setTimeout',
  'structuredClone',
  'window',
])
const IMPURE_MEMBERS =
  /^(Date\.now|Math\.random|.*\.(toLocaleString|toLocaleDateString|toLocaleTimeString|toLocaleLowerCase|toLocaleUpperCase|localeCompare))$/

/** `src/features/cart/store.ts` → `features`; undefined for a file that stands in no room. */
function roomOf(file: string): string | undefined {
  if (/^pocketbase\/hooks\//.test(file)) return 'hooks'
  if (/^src\/[^/]+$/.test(file)) return 'entry'
  const room = /^src\/([^/]+)\//.exec(file)?.[1]
  return room !== undefined && room in MAY_IMPORT && room !== 'entry' && room !== 'hooks' ? room : undefined
}

/** Floors that are divided into rooms, with what each room may use besides itself and the shared ones. */
const FLOORS: { path: string; name: string; rooms: Record<string, string[]>; shared: string[] }[] = [
  { path: 'src/features', name: 'feature', rooms: FEATURES, shared: [] },
  { path: 'src/domain', name: 'domain room', rooms: DOMAIN_ROOMS, shared: [''] },
  { path: 'pocketbase/hooks', name: 'hooks room', rooms: HOOK_ROOMS, shared: ['lib'] },
]

/** `src/domain/cart/cart.ts` → its floor and `cart`, the room; an empty room for a file beside the rooms. */
function floorOf(file: string) {
  const floor = FLOORS.find(({ path }) => file.startsWith(`${path}/`))
  return floor && { ...floor, room: /^([^/]+)\//.exec(file.slice(floor.path.length + 1))?.[1] ?? '' }
}

function checkRoom(file: string): string[] {
  const floor = floorOf(file)
  if (floor?.path === 'src/features' && floor.room === '') return [`${file}: stands beside the features, not in one`]
  if (floor && floor.room !== '' && !(floor.room in floor.rooms))
    return [`${file}: "${floor.room}" is no ${floor.name} of the list`]
  return roomOf(file) === undefined ? [`${file}: stands in no room`] : []
}

function checkName(file: string): string[] {
  const name = file.split('/').at(-1) ?? ''
  const found: string[] = []
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.d|\.pb)?\.(ts|tsx|js|css|json|jpg|svg|webp)$/.test(name))
    found.push(`${file}: name is not kebab-case`)
  if (/(^|\/)(utils?|commons?|helpers?|misc)(\/|\.)/.test(file)) found.push(`${file}: the name says nothing`)
  if (/^index\.tsx?$/.test(name)) found.push(`${file}: a barrel`)
  return found
}

function checkEdge({ from, to }: Import): string[] {
  const room = roomOf(from)
  const target = roomOf(to)
  // A file in no room is reported as that.
  if (room === undefined) return []
  const edge = `${from} → ${to}`
  if (to.startsWith('@/')) return [`${edge}: leads nowhere`]
  if (target === undefined) return [`${edge}: leads out of the house`]
  if (room !== target) return MAY_IMPORT[room]?.includes(target) ? [] : [`${edge}: ${room} may not import ${target}`]
  const floor = floorOf(from)
  const other = floorOf(to)?.room
  if (!floor || other === undefined || floor.room === other) return []
  const { name, rooms, shared } = floor
  const allowed = [...shared, ...(rooms[floor.room] ?? [])]
  return allowed.includes(other) ? [] : [`${edge}: ${name} ${floor.room} may not import ${name} ${other}`]
}

function checkPackage({ from, package: name = '' }: Import): string[] {
  const owner = OWNERS.find(([pattern]) => pattern.test(name))
  if (!owner) return [`${from}: package ${name} has no owner`]
  return owner[1].test(from) ? [] : [`${from}: package ${name} belongs elsewhere`]
}

/** Every cycle once, beginning with its first file by name. */
function findCycles(imports: Import[]): string[] {
  const edges = new Map<string, string[]>()
  for (const { from, to, package: name } of imports) {
    if (name === undefined) edges.set(from, [...(edges.get(from) ?? []), to])
  }
  const cycles = new Set<string>()
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (file: string) => {
    const at = trail.indexOf(file)
    if (at >= 0) {
      const cycle = trail.slice(at)
      const first = cycle.indexOf([...cycle].sort()[0] ?? '')
      const turned = [...cycle.slice(first), ...cycle.slice(0, first)]
      cycles.add(`cycle: ${[...turned, turned[0]].join(' → ')}`)
      return
    }
    if (done.has(file)) return
    trail.push(file)
    for (const next of edges.get(file) ?? []) visit(next)
    trail.pop()
    done.add(file)
  }
  for (const file of edges.keys()) visit(file)
  return [...cycles]
}

function checkSource(file: string, text: string): string[] {
  const found: string[] = []
  const pure = file.startsWith('src/domain/')
  // A page is the one thing the routes load by itself, so it alone is a default export.
  const page = file.startsWith('src/pages/')
  /** Names of members: of whatever has them, so nothing of the engine's. */
  const members = new Set<unknown>()
  const addKey = ({ key, computed }: { key: unknown; computed: boolean }) => !computed && members.add(key)
  visit(file, text, {
    ExportDefaultDeclaration: () => page || found.push(`${file}: default export`),
    Property: addKey,
    PropertyDefinition: addKey,
    TSPropertySignature: addKey,
    MemberExpression: ({ object, property, computed }) => {
      if (!pure || computed) return
      members.add(property)
      const member = `${object.type === 'Identifier' ? object.name : '…'}.${property.name}`
      if (IMPURE_MEMBERS.test(member)) found.push(`${file}: uses ${member}`)
    },
    Identifier: (node) => {
      if (pure && IMPURE.has(node.name) && !members.has(node)) found.push(`${file}: uses ${node.name}`)
    },
    Literal: ({ raw }) => {
      // The record store's engine accepts it and never matches.
      if (pure && /^\/.*\\[pP]\{/.test(raw ?? '')) found.push(`${file}: uses \\p{…}`)
    },
  })
  return found
}

/**
 * Name of the package a specifier means: `react-dom/client` → `react-dom`, `@hookform/resolvers/valibot` →
 * `@hookform/resolvers`, `node:fs/promises` → `fs`.
 */
function packageOf(specifier: string): string {
  return specifier
    .replace(/^node:/, '')
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const ENDINGS = ['', '.ts', '.tsx', '.d.ts', '.js', '.json']

/** The file a specifier means, or the specifier when there is no such file. */
function resolve(root: string, from: string, specifier: string): string {
  const path = posix.join(specifier.startsWith('@/') ? 'src' : posix.dirname(from), specifier.replace(/^@\/|\?.*/g, ''))
  const isFile = (ending: string) => statSync(join(root, path + ending), { throwIfNoEntry: false })?.isFile()
  const ending = ENDINGS.find(isFile)
  return ending === undefined ? specifier : path + ending
}

function importsOf(root: string, from: string, text: string): Import[] {
  const asked = new Set<string>()
  const askFor = (source?: ESTree.Span | null) => {
    const [, , specifier] = /^(['"`])([^$]+)\1$/.exec(source ? text.slice(source.start, source.end) : '') ?? []
    if (specifier) asked.add(specifier)
  }
  for (const [, specifier = ''] of text.matchAll(/^\/\/\/ <reference (?:path|types)="(.+?)"/gm)) asked.add(specifier)
  visit(from, text, {
    ImportDeclaration: ({ source }) => askFor(source),
    ExportNamedDeclaration: ({ source }) => askFor(source),
    ExportAllDeclaration: ({ source }) => askFor(source),
    ImportExpression: ({ source }) => askFor(source),
    TSImportType: ({ source }) => askFor(source),
    CallExpression: ({ callee, arguments: [first] }) =>
      callee.type === 'Identifier' && callee.name === 'require' && askFor(first),
  })
  return [...asked].map((specifier) =>
    /^(\.{1,2}|@)\//.test(specifier)
      ? { from, to: resolve(root, from, specifier) }
      : { from, to: specifier, package: packageOf(specifier) },
  )
}

export interface Inspection {
  /** How many files were read: an inspection that read nothing finds nothing wrong. */
  files: number
  /** Everything that stands in the wrong place, one sentence each, sorted; empty when the house is in order. */
  violations: string[]
}

/** @param root folder that holds `src` and `pocketbase/hooks`, laid out like the repository */
export function inspectRooms(root: string): Inspection {
  const code = ['src', 'pocketbase/hooks'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`.replaceAll('\\', '/'))
      .filter((path) => /\.[cm]?[jt]sx?$/.test(path)),
  )
  const texts = code.map((file): [file: string, text: string] => [file, readFileSync(join(root, file), 'utf8')])
  const imports = texts.flatMap(([file, text]) => importsOf(root, file, text))
  const files = [...new Set([...code, ...imports.map(({ to }) => to)])].filter((file) =>
    /^(src|pocketbase\/hooks)\//.test(file),
  )
  const violations = [
    ...files.flatMap((file) => [...checkRoom(file), ...checkName(file)]),
    ...imports.flatMap((edge) => (edge.package === undefined ? checkEdge(edge) : checkPackage(edge))),
    ...findCycles(imports),
    ...texts.flatMap(([file, text]) => checkSource(file, text)),
  ].sort()
  return { files: files.length, violations }
}
