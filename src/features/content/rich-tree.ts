import type { Element, Nodes, Root } from 'hast'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { Parser } from 'htmlparser2'
import { linkTarget } from '@/domain/link'

/**
 * A piece of cleaned rich text: a text, or one of a few elements with a few attributes. Nothing else can be expressed.
 */
export type RichNode = string | RichElement

export interface RichElement {
  tag: RichTag
  children: RichNode[]
  /** Of links, checked. */
  href?: string
  /** Of pictures, checked. */
  src?: string
  alt?: string
  width?: number
  height?: number
  /** Of ordered lists. */
  start?: number
  /** Of cells. */
  colSpan?: number
  rowSpan?: number
}

const INLINE = ['a', 'br', 'code', 'em', 'img', 's', 'strong', 'sub', 'sup', 'u'] as const
const BLOCK = ['blockquote', 'figure', 'h2', 'h3', 'h4', 'hr', 'ol', 'p', 'pre', 'table', 'ul'] as const
const PARTS = ['figcaption', 'li', 'tbody', 'td', 'th', 'thead', 'tr'] as const

type RichTag = (typeof INLINE)[number] | (typeof BLOCK)[number] | (typeof PARTS)[number]

/** Written otherwise, meant the same. A page has its own h1. */
const MEANT: Record<string, RichTag> = { b: 'strong', i: 'em', del: 's', strike: 's', h1: 'h2', h5: 'h4', h6: 'h4' }

/** Goes with everything inside; of any other unknown element the content stays. */
const DROPPED = [
  'applet',
  'audio',
  'base',
  'button',
  'canvas',
  'embed',
  'form',
  'frame',
  'frameset',
  'head',
  'iframe',
  'input',
  'link',
  'math',
  'meta',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]

/**
 * What the sanitizer lets through: these elements with these attributes, and of addresses these schemes. Nothing is
 * taken from its defaults.
 */
const ALLOWED: Schema = {
  tagNames: [...INLINE, ...BLOCK, ...PARTS, ...Object.keys(MEANT), 'div', 'tfoot'],
  attributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  strip: DROPPED,
  ancestors: {},
  clobber: [],
  required: {},
  allowComments: false,
  allowDoctypes: false,
}

/** Deeper nesting is flattened: no text needs it, and a hostile one could exhaust the stack. */
const MAX_DEPTH = 32

interface Raw {
  tag: string
  attributes: Record<string, unknown>
  children: (Raw | string)[]
}

/**
 * The parser's own work grows with the depth at every tag: beyond this many open ones it begins anew, with the rest
 * of the text.
 */
const MAX_OPEN = 1000
/** Characters read between two looks at the depth. */
const CHUNK = 2000

/**
 * Reads HTML as it was written, without judging it. What is nested too deep stands flat, at the depth that is still
 * allowed.
 */
function readHtml(html: string): Root {
  const root: Root = { type: 'root', children: [] }
  let open: (Root | Element)[] = [root]
  const newParser = () =>
    new Parser({
      onopentag(tagName, properties) {
        const element: Element = { type: 'element', tagName, properties, children: [] }
        const parent = open.at(-1) ?? root
        const deep = open.length > MAX_DEPTH
        if (!deep) parent.children.push(element)
        open.push(deep && !DROPPED.includes(tagName) ? parent : element)
      },
      ontext(value) {
        open.at(-1)?.children.push({ type: 'text', value })
      },
      onclosetag() {
        open.pop()
      },
    })
  // A browser reading the page turns carriage returns into line ends and drops NUL; the tree must be what it would
  // read.
  const text = html.replace(/\r\n?/g, '\n').replace(/\0/g, '')
  let parser = newParser()
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK))
    if (open.length <= MAX_OPEN) continue
    parser.end()
    parser = newParser()
    open = [root]
  }
  parser.end()
  return root
}

/** The sanitizer's tree in the shape that is arranged below. */
function plain(nodes: Nodes[]): (Raw | string)[] {
  return nodes.flatMap((node): (Raw | string)[] => {
    if (node.type === 'text') return [node.value]
    if (node.type !== 'element') return []
    return [{ tag: node.tagName, attributes: node.properties, children: plain(node.children) }]
  })
}

/** Where a node stands decides what may stand there. `inLink`: links do not nest. */
interface Context {
  kind: 'block' | 'inline'
  inLink: boolean
  inFigure: boolean
}

const includes = (list: readonly string[], tag: string): boolean => list.includes(tag)

/** Cleans the children of an element for their context. */
function clean(nodes: (Raw | string)[], context: Context): RichNode[] {
  const result: RichNode[] = []
  for (const node of nodes) {
    if (typeof node === 'string') add(result, node)
    else for (const cleaned of cleanElement(node, context)) add(result, cleaned)
  }
  return result
}

/** Neighbouring texts become one. */
function add(list: RichNode[], node: RichNode): void {
  const last = list.at(-1)
  if (typeof node === 'string' && typeof last === 'string') list[list.length - 1] = last + node
  else if (node !== '') list.push(node)
}

function cleanElement(raw: Raw, context: Context): RichNode[] {
  const tag = MEANT[raw.tag] ?? raw.tag
  if (tag === 'a') return link(raw, context)
  if (tag === 'img') return picture(raw)
  if (tag === 'br') return [{ tag, children: [] }]
  if (includes(INLINE, tag)) return [{ tag: tag as RichTag, children: clean(raw.children, within(context)) }]
  const made = context.kind === 'block' ? BLOCKS.get(tag)?.(raw, context) : undefined
  return made ? [made] : clean(raw.children, context)
}

const within = (context: Context): Context => ({ ...context, kind: 'inline' })

function link(raw: Raw, context: Context): RichNode[] {
  const href = linkTarget(written(raw.attributes.href))?.href
  if (!href || context.inLink) return clean(raw.children, context)
  return [{ tag: 'a', href, children: clean(raw.children, { ...within(context), inLink: true }) }]
}

function picture({ attributes }: Raw): RichNode[] {
  const source = linkTarget(written(attributes.src))
  const src = source?.kind === 'external' || source?.kind === 'internal' ? source.href : ''
  const { width, height } = attributes
  return src
    ? [{ tag: 'img', src, alt: written(attributes.alt), width: whole(width), height: whole(height), children: [] }]
    : []
}

const line =
  (tag: RichTag) =>
  (raw: Raw, context: Context): RichNode => ({ tag, children: clean(raw.children, within(context)) })

/** What becomes of an element that stands among blocks; nothing: only what it holds stays. */
const BLOCKS = new Map<string, (raw: Raw, context: Context) => RichNode | undefined>([
  ['hr', () => ({ tag: 'hr', children: [] })],
  ['p', line('p')],
  ['h2', line('h2')],
  ['h3', line('h3')],
  ['h4', line('h4')],
  ['pre', (raw, context) => ({ tag: 'pre', children: withoutFirstLineEnd(clean(raw.children, within(context))) })],
  ['blockquote', (raw, context) => ({ tag: 'blockquote', children: clean(raw.children, context) })],
  ['figure', (raw, context) => ({ tag: 'figure', children: clean(raw.children, { ...context, inFigure: true }) })],
  ['figcaption', (raw, context) => line(context.inFigure ? 'figcaption' : 'p')(raw, context)],
  ['ul', (raw, context) => ({ tag: 'ul', children: items(raw, context) })],
  ['ol', (raw, context) => ({ tag: 'ol', start: whole(raw.attributes.start), children: items(raw, context) })],
  [
    'table',
    (raw, context) => {
      const children = tableParts(raw, context)
      return children.length > 0 ? { tag: 'table', children } : undefined
    },
  ],
  // Some editors write paragraphs this way.
  ['div', (raw, context) => (holdsBlock(raw) ? undefined : line('p')(raw, context))],
])

/** A list holds items only: what stands loose in it becomes one, blanks between items go. */
function items(raw: Raw, context: Context): RichNode[] {
  return raw.children.flatMap((node): RichNode[] => {
    if (typeof node !== 'string' && node.tag === 'li') return [{ tag: 'li', children: clean(node.children, context) }]
    const loose = clean([node], context)
    return loose.some((part) => typeof part !== 'string' || part.trim()) ? [{ tag: 'li', children: loose }] : []
  })
}

/**
 * Rows in a head and a body, as a browser would arrange them: a table written without a body gets one. Empty when it
 * has no row.
 */
function tableParts(raw: Raw, context: Context): RichNode[] {
  const inside = (tags: string[], from: Raw[]): Raw[] =>
    from.flatMap(({ children }) =>
      children.filter((node): node is Raw => typeof node !== 'string' && tags.includes(node.tag)),
    )
  const heads = inside(['tr'], inside(['thead'], [raw]))
  const body = inside(['tr'], [raw, ...inside(['tbody', 'tfoot'], [raw])])
  const part = (tag: 'thead' | 'tbody', rows: Raw[]): RichNode[] =>
    rows.length > 0 ? [{ tag, children: rows.map((row) => cleanRow(row, context)) }] : []
  return [...part('thead', heads), ...part('tbody', body)]
}

function cleanRow(row: Raw, context: Context): RichElement {
  const cells = row.children.filter((node): node is Raw => typeof node !== 'string' && includes(['td', 'th'], node.tag))
  return {
    tag: 'tr',
    children: cells.map((cell) => ({
      tag: cell.tag as 'td' | 'th',
      colSpan: whole(cell.attributes.colspan),
      rowSpan: whole(cell.attributes.rowspan),
      children: clean(cell.children, context),
    })),
  }
}

function holdsBlock(raw: Raw): boolean {
  return raw.children.some(
    (node) =>
      typeof node !== 'string' &&
      (includes(BLOCK, MEANT[node.tag] ?? node.tag) || node.tag === 'div' || holdsBlock(node)),
  )
}

const written = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A browser leaves out a line end that stands first in `pre`. */
function withoutFirstLineEnd(nodes: RichNode[]): RichNode[] {
  const [first, ...rest] = nodes
  if (typeof first !== 'string') return nodes
  const text = first.replace(/^\n+/, '')
  return text ? [text, ...rest] : rest
}

/** A whole number from 1 to 9999, or nothing. */
function whole(value: unknown): number | undefined {
  return typeof value === 'string' && /^[1-9][0-9]{0,3}$/.test(value) ? Number(value) : undefined
}

/**
 * Rich text of a record → a tree that can hold nothing but what is allowed here: no script, no style, no event, no
 * frame, no form, no address but http(s), mailto, tel and this site. What is allowed is decided by
 * hast-util-sanitize; the rest of this file arranges: elements stand only where HTML lets them stand, so that a
 * browser reading the rendered page arrives at the same tree. Pure, without a DOM: it gives the same in a browser and
 * in the record store's engine.
 */
export function parseRichText(html: string): RichNode[] {
  const sanitized = sanitize(readHtml(html), ALLOWED)
  const raw = plain(sanitized.type === 'root' ? sanitized.children : [sanitized])
  const nodes = clean(raw, { kind: 'block', inLink: false, inFigure: false })
  return nodes.filter((node) => typeof node !== 'string' || node.trim())
}
