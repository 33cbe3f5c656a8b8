import fc from 'fast-check'
import type { Skeleton } from './routes'
import type { Sent } from './wire'

/** Values that programs trip over. */
const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -0,
  -1,
  0.1,
  1e15,
  2 ** 53,
  Number.MAX_VALUE,
  '0',
  'NaN',
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: -1 },
  { toString: 1 },
  '\0',
  'a\0b',
  '\ud800',
  '\u202eevil\u202c',
  '\r\nSet-Cookie: evil=1',
  "' OR 1=1 --",
  '" || id != "',
  '{:id}',
  '%00',
  '%s%n%d',
  '{{7*7}}',
  '../../../etc/passwd',
  'https://evil.example/',
  '<script>alert(1)</script>',
  '\u{1f9fc}'.repeat(300),
  'x'.repeat(5000),
  '9'.repeat(400),
  '1e309',
  '٣٤٥',
  'constructor',
  '__proto__',
  Array.from({ length: 60 }, () => ({ product: 'x', quantity: 1, color: '' })),
]

/** Texts that stand in a body where a value should; some are no JSON. */
const RAW = [
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '1e-400',
  '0x10',
  '01',
  '"\\ud800"',
  '"\\u0000"',
  '99999999999999999999',
  'undefined',
  "'x'",
]

const nasty = fc.constantFrom(...NASTY)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  nasty.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))),
)
const value = fc.oneof({ weight: 3, arbitrary: nasty }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) }, text)

type Change =
  | { kind: 'set' | 'add'; at: number; value: unknown; key: string }
  | { kind: 'drop' | 'wrap' | 'twice'; at: number }
  | { kind: 'raw'; at: number; text: string }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('set' as const, 'set' as const, 'add' as const),
    at: fc.nat(40),
    value,
    key: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'id', 'user', 'status', 'grand_total', 'price'), text),
  }),
  fc.record({ kind: fc.constantFrom('drop' as const, 'wrap' as const, 'twice' as const), at: fc.nat(40) }),
  fc.record({ kind: fc.constant('raw' as const), at: fc.nat(40), text: fc.constantFrom(...RAW) }),
)

/** How a request is spoilt; as small as can be once shrunk. */
export interface Spoiling {
  method: string | null
  part: string | null
  query: string | null
  who: 'nobody' | 'attacker' | 'forged' | 'somebody'
  token: 'own' | 'none' | string
  type: string | null
  key: string | null
  body: { changes: Change[] } | { text: string } | { bytes: Uint8Array } | { deep: number; open: string } | null
  signed: boolean
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight, arbitrary })

const part = fc.oneof(
  fc.constantFrom(
    'undefined',
    '..',
    '%2e%2e%2f%2e%2e%2fdata.db',
    '%252e%252e%252f',
    '..%5c..%5cdata.db',
    '%00',
    '%c0%ae%c0%ae%c0%af',
    '%ff',
    '%F0%9F%A7%BC',
    "'%20OR%201=1--",
    '%22%20||%20id%20!=%20%22',
    '{id}',
    'a'.repeat(4000),
    '*',
    '_superusers',
  ),
  fc.string({ maxLength: 30 }).map(encoded),
)
const query = fc.oneof(
  fc.constantFrom(
    'order=',
    'order=a&order=b',
    'filter=1=1',
    '%',
    '%00=%00',
    'a[]=1&a[b]=2',
    '&&&&',
    `q=${'x'.repeat(4000)}`,
    'fields=*&expand=user',
  ),
  fc.string({ maxLength: 30 }).map(encoded),
)

function encoded(plain: string): string {
  return encodeURIComponent(plain)
}

/** Ways to spoil a request. Most keep most of it, so that it goes deep. */
export const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  method: rarely(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')),
  part: rarely(part, 2),
  query: rarely(query, 2),
  who: fc.constantFrom('nobody', 'nobody', 'attacker', 'attacker', 'forged', 'somebody'),
  token: fc.oneof(
    { weight: 5, arbitrary: fc.constant('own') },
    { weight: 1, arbitrary: fc.constant('none') },
    { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{0,80}$/) },
  ),
  type: rarely(
    fc.constantFrom(
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/xml',
      'nonsense',
    ),
    2,
  ),
  key: rarely(
    fc.oneof(
      fc.constantFrom('', 'short', 'x'.repeat(65), 'same-key-for-many-orders'),
      fc.stringMatching(/^[ -~]{0,80}$/),
    ),
  ),
  body: fc.oneof(
    { weight: 12, arbitrary: fc.record({ changes: fc.array(change, { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ text: fc.oneof(fc.json(), text) }) },
    { weight: 1, arbitrary: fc.record({ bytes: fc.uint8Array({ maxLength: 200 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        deep: fc.constantFrom(10, 1000, 10_000, 30_000),
        open: fc.constantFrom('[', '{"items":'),
      }),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  signed: fc.boolean(),
})

/** Every place of a value, parents before children. */
function places(root: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof root !== 'object' || root === null) return [path]
  return [path, ...Object.entries(root).flatMap(([key, child]) => places(child, [...path, key]))]
}

const MARK = '@@spoilt@@'

/** A body with changes at some of its places, as text: some of them cannot be said with values. */
function spoil(body: unknown, changes: readonly Change[]): string {
  let root: unknown = structuredClone(body)
  let raw = ''
  let twice = false
  for (const one of changes) {
    const all = places(root)
    const path = all[one.at % all.length] ?? []
    const put = (made: unknown) => {
      root = withValue(root, path, made)
    }
    const old = path.reduce<unknown>(
      (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
      root,
    )
    if (one.kind === 'set') put(one.value)
    if (one.kind === 'wrap') put([old])
    if (one.kind === 'drop') put(undefined)
    if (one.kind === 'twice') twice = true
    if (one.kind === 'add' && typeof old === 'object' && old !== null && !Array.isArray(old))
      put(Object.fromEntries([...Object.entries(old), [one.key, one.value]]))
    if (one.kind === 'raw') {
      put(MARK)
      raw = one.text
    }
  }
  const written = (JSON.stringify(root) ?? '').replaceAll(`"${MARK}"`, raw)
  // The same keys a second time, empty: readers differ in which they take.
  return twice && written.startsWith('{"')
    ? `${written.slice(0, -1)},${written.slice(1, -1).replace(/:[^,{}[\]]+/g, ':null')}}`
    : written
}

function withValue(root: unknown, path: readonly (string | number)[], made: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return made
  if (Array.isArray(root))
    return root.map((child, position) => (String(position) === String(key) ? withValue(child, rest, made) : child))
  const entries = Object.entries(root as object).map(([name, child]) => [
    name,
    name === key ? withValue(child, rest, made) : child,
  ])
  return Object.fromEntries(entries)
}

function signInOf(who: Spoiling['who'], session: string): Record<string, string> {
  if (who === 'attacker') return { Authorization: session }
  if (who === 'forged') return { Authorization: `${session.slice(0, -4)}AAAA` }
  return who === 'somebody' ? { Authorization: 'Bearer null' } : {}
}

/** The spoilt request, ready to send. `session` is the attacker's sign-in. */
export function requestOf(
  route: string,
  skeleton: Skeleton,
  { method, part, query, who, token, type, key, body, signed }: Spoiling,
  session: string,
): Sent {
  const [rightMethod = 'GET', pattern = '/'] = route.split(' ')
  const path = pattern.replace(/\{[^}]*\}/, () => part ?? skeleton.part ?? '')
  const asked = query ?? skeleton.query
  const written = body === null ? undefined : bodyOf(skeleton, body)
  const headers: Record<string, string> = {
    ...(skeleton.body === undefined && written === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...skeleton.headers,
    ...(type === null ? {} : { 'Content-Type': type }),
    ...(key !== null && skeleton.headers?.['Idempotency-Key'] ? { 'Idempotency-Key': key } : {}),
    ...signInOf(who, session),
    ...(signed && typeof written === 'string' ? skeleton.sign?.(written) : {}),
  }
  if (token === 'none') delete headers['X-Order-Token']
  else if (token !== 'own') headers['X-Order-Token'] = token
  return { method: method ?? rightMethod, path: asked ? `${path}?${asked}` : path, headers, body: written }
}

function bodyOf(skeleton: Skeleton, body: Exclude<Spoiling['body'], null>): string | Uint8Array | undefined {
  if ('bytes' in body) return body.bytes
  if ('text' in body) return body.text
  if ('deep' in body) return body.open.repeat(body.deep)
  if (skeleton.body === undefined) return undefined
  const written = spoil(skeleton.body, body.changes)
  if (!skeleton.write) return written
  try {
    return skeleton.write(JSON.parse(written))
  } catch {
    return written
  }
}
