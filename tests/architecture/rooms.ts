import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import ts from 'typescript'

/**
 * The rooms of the house, which may import from which, and which package belongs to whom. `inspectRooms` reads the real imports
 * (also type-only and dynamic ones) and says what stands in the wrong place.
 */

interface Import {
  from: string
  to: string
  /** Set when `to` is a package and not a file of ours. */
  package?: string
  /** Only types: gone at run time, so it cannot make a cycle of loading. */
  typeOnly: boolean
}

const FEATURE = 'features'

/** What a room may import besides itself. `entry` are the files directly in `src`. */
export const MAY_IMPORT: Record<string, string[]> = {
  entry: ['app', 'pages', FEATURE, 'ui', 'api', 'integrations', 'language', 'domain', 'lib'],
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
  cart: [],
  catalog: ['cart'],
  checkout: ['cart', 'account', 'orders', 'offers'],
  consent: [],
  content: [],
  home: ['catalog', 'offers', 'builder'],
  offers: [],
  orders: ['account'],
  reviews: ['account'],
  site: [],
  webhook: [],
}

const SCREENS = /^src\/(main\.tsx|entry-server\.tsx|app\/|pages\/|features\/|ui\/)/

/** Which files may use a package. A package that is not named here has no owner yet and may not be used in `src` or the hooks. */
const OWNERS: [name: RegExp, files: RegExp][] = [
  [/^react$/, /^src\/(?!domain\/|api\/)/],
  [/^react-dom$/, /^src\/([^/]+|app\/.*|ui\/.*)$/],
  [/^react-router-dom$/, SCREENS],
  [/^@tanstack\/react-query$/, /^src\/([^/]+$|api\/|app\/|features\/)/],
  [/^pocketbase$/, /^src\/api\//],
  [/^zustand$/, /^src\/features\/[^/]+\/([a-z-]+-)?store\.ts$/],
  [/^sonner$/, /^src\/ui\//],
  [/^@radix-ui\//, /^src\/ui\//],
  [/^lucide-react$/, /^src\/(ui|features|app|pages)\//],
  [/^tannin$/, /^src\/language\//],
  [/^canvas-confetti$/, /^src\/integrations\//],
  [/^@builder\.io\//, /^src\/(features\/builder|integrations)\//],
  [/^(react-hook-form|@hookform\/resolvers)$/, /^src\/features\//],
  [/^valibot$/, /^src\/domain\//],
  // Types of `import.meta.env` and of imported pictures.
  [/^vite$/, /^src\/vite-env\.d\.ts$/],
  [/^(htmlparser2|hast|hast-util-sanitize)$/, /^src\/features\/content\//],
]

/** Names the record store's JavaScript engine lacks or that make the same input give another output: no place in the domain. */
const IMPURE = new Set([
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
  if (/^pocketbase\/hooks\/[^/]+$/.test(file)) return 'hooks'
  if (/^src\/[^/]+$/.test(file)) return 'entry'
  const room = /^src\/([^/]+)\//.exec(file)?.[1]
  return room !== undefined && room in MAY_IMPORT && room !== 'entry' && room !== 'hooks' ? room : undefined
}

function featureOf(file: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1]
}

function checkRoom(file: string): string[] {
  const feature = featureOf(file)
  if (/^src\/features\/[^/]+$/.test(file)) return [`${file}: stands beside the features, not in one`]
  if (feature !== undefined && !(feature in FEATURES)) return [`${file}: "${feature}" is no feature of the list`]
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
  const [feature, other] = [featureOf(from), featureOf(to)]
  if (feature === undefined || other === undefined || feature === other) return []
  return FEATURES[feature]?.includes(other) ? [] : [`${edge}: feature ${feature} may not import feature ${other}`]
}

function checkPackage({ from, package: name = '' }: Import): string[] {
  const owner = OWNERS.find(([pattern]) => pattern.test(name))
  if (!owner) return [`${from}: package ${name} has no owner`]
  return owner[1].test(from) ? [] : [`${from}: package ${name} belongs elsewhere`]
}

/** Every cycle of loading once, beginning with its first file by name. */
function findCycles(imports: Import[]): string[] {
  const edges = new Map<string, string[]>()
  for (const { from, to, package: name, typeOnly } of imports) {
    if (name === undefined && !typeOnly) edges.set(from, [...(edges.get(from) ?? []), to])
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
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const isName = (node: ts.Identifier) => {
    const { parent } = node
    if (ts.isPropertyAccessExpression(parent)) return parent.name === node
    return ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)
  }
  const visit = (node: ts.Node) => {
    const exportsDefault =
      (ts.isExportAssignment(node) && !node.isExportEquals) ||
      (ts.canHaveModifiers(node) &&
        ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword))
    if (exportsDefault && !page) found.push(`${file}: default export`)
    if (pure && ts.isIdentifier(node) && IMPURE.has(node.text) && !isName(node))
      found.push(`${file}: uses ${node.text}`)
    if (pure && ts.isPropertyAccessExpression(node)) {
      const member = `${ts.isIdentifier(node.expression) ? node.expression.text : '…'}.${node.name.text}`
      if (IMPURE_MEMBERS.test(member)) found.push(`${file}: uses ${member}`)
    }
    // The record store's engine accepts it and never matches.
    if (pure && ts.isRegularExpressionLiteral(node) && /\\[pP]\{/.test(node.text)) found.push(`${file}: uses \\p{…}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Name of the package a specifier means: `react-dom/client` → `react-dom`, `@hookform/resolvers/valibot` → `@hookform/resolvers`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export interface Inspection {
  /** How many files were read: an inspection that read nothing finds nothing wrong. */
  files: number
  /** Everything that stands in the wrong place, one sentence each, sorted; empty when the house is in order. */
  violations: string[]
}

/** @param root folder that holds `src` and `pocketbase/hooks`, laid out like the repository */
export async function inspectRooms(root: string): Promise<Inspection> {
  const { output } = await cruise(
    ['src', 'pocketbase/hooks'],
    {
      baseDir: root,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json'], exportsFields: ['exports'] },
    },
    { alias: { '@': join(root, 'src') } },
  )
  const ours = (output as ICruiseResult).modules.filter((module) => /^(src|pocketbase\/hooks)\//.test(module.source))
  const imports: Import[] = ours.flatMap(({ source: from, dependencies }) =>
    dependencies.map(({ module, resolved, dependencyTypes }) => ({
      from,
      to: resolved,
      package: /^(\.{1,2}|@)\//.test(module) ? undefined : packageOf(module),
      typeOnly: dependencyTypes.includes('type-only'),
    })),
  )
  const code = ours.map((module) => module.source).filter((file) => /\.tsx?$/.test(file))
  const violations = [
    ...ours.flatMap(({ source }) => [...checkRoom(source), ...checkName(source)]),
    ...imports.flatMap((edge) => (edge.package === undefined ? checkEdge(edge) : checkPackage(edge))),
    ...findCycles(imports),
    ...code.flatMap((file) => checkSource(file, readFileSync(join(root, file), 'utf8'))),
  ].sort()
  return { files: ours.length, violations }
}
