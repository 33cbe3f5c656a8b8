/** A stylesheet taken apart (`scripts/build/style-rules.ts`), in its order. */
export type StyleNode =
  | StyleLeaf
  /** What stands inside of an at-rule, or of a rule that only sets custom properties. */
  | { at: string; inside: StyleNode[] }

export interface StyleLeaf {
  css: string
  /** A rule is wanted where a page has all of one of these; one without them is wanted everywhere. */
  needs?: string[][]
  /** Of keyframes, a custom property or its registration: wanted where what is wanted uses it. */
  name?: string
  /** Names in `css`. */
  uses?: string[]
}

/** Elements every document has. */
const ALWAYS = ['html', 'body', '*']
/** What a rule needs that is of elements that cannot be used. */
export const DISABLED = ':disabled'

interface Words {
  elements: Set<string>
  /** As they stand in `class`, several in one. */
  classes: Set<string>
  /** Of attributes. */
  styles: Set<string>
}

/** What HTML as React writes it is made of, each once. */
function wordsOf(html: string): Words {
  const words: Words = { elements: new Set(ALWAYS), classes: new Set(), styles: new Set() }
  if (html.includes(' disabled=""')) words.elements.add(DISABLED)
  // Not by an expression: the record store's engine takes ten times as long for one.
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const tag = html.slice(at + 1, html.indexOf('>', at))
    if (tag[0] === '/' || tag[0] === '!') continue
    words.elements.add((tag.split(' ', 1)[0] ?? '').replace('/', '').toLowerCase())
    const classes = attribute(tag, ' class="')
    if (classes) words.classes.add(classes)
    const style = attribute(tag, ' style="')
    if (style) words.styles.add(style)
  }
  return words
}

function attribute(tag: string, start: string): string {
  const at = tag.indexOf(start) + start.length
  return at < start.length ? '' : tag.slice(at, tag.indexOf('"', at))
}

/** Elements and classes (`.x`). */
function partsOf({ elements, classes }: Words): Set<string> {
  const parts = new Set(elements)
  for (const list of classes) for (const one of asWritten(list).split(' ')) parts.add(`.${one}`)
  return parts
}

function asWritten(attribute: string): string {
  if (!attribute.includes('&')) return attribute
  return attribute
    .replace(/&gt;/g, '>')
    .replace(/&lt;/g, '<')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
}

/** Text of what is kept; an at-rule left with nothing is left out. */
function written(nodes: readonly StyleNode[], isKept: (leaf: StyleLeaf) => boolean): string {
  let text = ''
  for (const node of nodes) {
    if ('css' in node) {
      if (isKept(node)) text += node.css
      continue
    }
    const inside = written(node.inside, isKept)
    // The order of layers is said by naming them, also those nothing is kept of.
    if (inside !== '' || node.at.startsWith('@layer')) text += `${node.at}{${inside}}`
  }
  return text
}

/** Whatever has text, in its order. */
export const leavesOf = (nodes: readonly StyleNode[]): StyleLeaf[] =>
  nodes.flatMap((node) => ('css' in node ? node : leavesOf(node.inside)))

function findStyles(styles: readonly StyleNode[], words: Words): string {
  const parts = partsOf(words)
  const leaves = leavesOf(styles)
  const kept = new Set<StyleLeaf>()
  const named = new Map<string, StyleLeaf[]>()
  for (const leaf of leaves) if (leaf.name) named.set(leaf.name, [...(named.get(leaf.name) ?? []), leaf])
  const keep = (leaf: StyleLeaf) => {
    if (kept.has(leaf)) return
    kept.add(leaf)
    leaf.uses?.forEach(keepNamed)
  }
  const keepNamed = (name: string) => named.get(name)?.forEach(keep)
  for (const leaf of leaves)
    if (!leaf.name && (!leaf.needs || leaf.needs.some((all) => all.every((one) => parts.has(one))))) keep(leaf)
  for (const style of words.styles) style.match(/[\w-]+/g)?.forEach(keepNamed)
  return written(styles, (leaf) => kept.has(leaf))
}

/** Found before: a page that is drawn again has other words and prices, and mostly the same classes. */
const foundIn = new WeakMap<readonly StyleNode[], Map<string, string>>()
const MOST_FOUND = 60

/**
 * What of a stylesheet a part of a page needs, in the stylesheet's order.
 * @param html as React writes it
 */
export function usedStyles(styles: readonly StyleNode[], html: string): string {
  const words = wordsOf(html)
  const key = [...words.elements, ...words.classes, ...words.styles].join('\n')
  const found = foundIn.get(styles) ?? new Map<string, string>()
  foundIn.set(styles, found)
  let used = found.get(key)
  if (used === undefined) {
    used = findStyles(styles, words)
    if (found.size === MOST_FOUND) found.clear()
    found.set(key, used)
  }
  return used
}
