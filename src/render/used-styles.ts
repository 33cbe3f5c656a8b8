/** A stylesheet taken apart (`scripts/build/style-rules.ts`), in its order. */
export type StyleNode =
  /** A rule, wanted where a page has all of one of `needs`; one without them is wanted everywhere. */
  | { css: string; needs?: string[][] }
  /** Keyframes, a custom property or its registration: wanted where what is wanted names it. */
  | { css: string; name: string }
  /** What stands inside of an at-rule, or of a rule that only sets custom properties. */
  | { at: string; inside: StyleNode[] }

/** Elements every document has. */
const ALWAYS = ['html', 'body', '*']

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
  for (const [, name, classes, style] of html.matchAll(/<([a-z][a-z0-9-]*)| class="([^"]*)"| style="([^"]*)"/gi)) {
    if (name) words.elements.add(name.toLowerCase())
    else if (classes) words.classes.add(classes)
    else if (style) words.styles.add(style)
  }
  return words
}

/** Elements and classes (`.x`). */
function partsOf({ elements, classes }: Words): Set<string> {
  const parts = new Set(elements)
  for (const list of classes) {
    const plain = list
      .replace(/&gt;/g, '>')
      .replace(/&lt;/g, '<')
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, '&')
    for (const one of plain.split(' ')) parts.add(`.${one}`)
  }
  return parts
}

/** Text of what is kept; an at-rule left with nothing is left out. */
function written(nodes: readonly StyleNode[], isKept: (node: Exclude<StyleNode, { at: string }>) => boolean): string {
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

/** Every named thing: what is written for a name, wherever it stands. */
function namedIn(nodes: readonly StyleNode[], named = new Map<string, string>()): Map<string, string> {
  for (const node of nodes) {
    if ('at' in node) namedIn(node.inside, named)
    else if ('name' in node) named.set(node.name, (named.get(node.name) ?? '') + node.css)
  }
  return named
}

function findStyles(styles: readonly StyleNode[], words: Words): string {
  const parts = partsOf(words)
  const isUsed = ({ needs }: { needs?: string[][] }) =>
    !needs || needs.some((all) => all.every((one) => parts.has(one)))
  const named = namedIn(styles)
  const wanted = new Set<string>()
  const look = (text: string) => {
    for (const [word] of text.matchAll(/[\w-]+/g)) {
      const css = wanted.has(word) ? undefined : named.get(word)
      if (css === undefined) continue
      wanted.add(word)
      look(css)
    }
  }
  look(written(styles, (node) => !('name' in node) && isUsed(node)))
  words.styles.forEach(look)
  return written(styles, (node) => ('name' in node ? wanted.has(node.name) : isUsed(node)))
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
