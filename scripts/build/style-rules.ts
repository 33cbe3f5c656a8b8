import postcss, { type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss'
import parseSelectors, { type Selector } from 'postcss-selector-parser'
import { DISABLED, leavesOf, type StyleLeaf, type StyleNode } from '../../src/render/used-styles'

/** Paper, and a mouse over something: the whole page is there by then. */
const NOT_AT_FIRST = /\bprint\b|hover:\s*hover/
/**
 * Fields for dates and files, and what lies behind a dialog, stand in no page's beginning; nothing is found wrong
 * there, and no page changes to another.
 */
const PARTS_NOT_AT_FIRST =
  /::(?:backdrop|file-selector-button|view-transition|-webkit-(?:date|calendar|inner-spin))|\[aria-invalid=/

/** Parts of a field that is typed into. */
const OF_FIELDS = /^::(?:placeholder|-webkit-(?:search|outer-spin))/
/** One of what stands in these has to be there; what stands in `:not(…)` or `:nth-child(…)` need not. */
const ONE_OF = /^:(?:is|where|has)$/

/** What a page must have for a selector to mean something there: all of one of these, classes (`.x`) and elements. */
function needsOf(selector: Selector): string[][] {
  let needs: string[][] = [[]]
  const both = (more: string[][]) => {
    needs = needs.flatMap((one) => more.map((other) => [...new Set([...one, ...other])]))
  }
  for (const node of selector.nodes) {
    if (node.type === 'class') both([[`.${node.value}`]])
    else if (node.type === 'tag') both([[node.value.toLowerCase()]])
    else if (node.type === 'pseudo' && node.value === DISABLED) both([[DISABLED]])
    else if (node.type === 'pseudo' && OF_FIELDS.test(node.value)) both([['input'], ['textarea']])
    else if (node.type === 'pseudo' && ONE_OF.test(node.value)) both(node.nodes.flatMap(needsOf))
  }
  return needs
}

const needsOfRule = ({ selector }: Rule) => parseSelectors().astSync(selector).nodes.flatMap(needsOf)

function nodeOf(node: ChildNode): StyleNode[] {
  if (node.type === 'rule') return ruleOf(node)
  return node.type === 'atrule' ? atRuleOf(node) : []
}

function atRuleOf(rule: AtRule): StyleNode[] {
  const css = String(rule)
  // Typefaces have styles of their own (`fillTemplate`).
  if (rule.name === 'font-face') return []
  if (/^(?:keyframes|property)$/.test(rule.name)) return [{ css, name: rule.params }]
  if (!rule.nodes) return [{ css: `${css};` }]
  if (rule.name === 'media' && NOT_AT_FIRST.test(rule.params)) return []
  return [{ at: `@${rule.name} ${rule.params}`, inside: rule.nodes.flatMap(nodeOf) }]
}

/** Custom properties of a rule that is wanted everywhere, or sets nothing else, are taken apart: most pages use few. */
function ruleOf(rule: Rule): StyleNode[] {
  rule.selectors = rule.selectors.filter((one) => !PARTS_NOT_AT_FIRST.test(one))
  if (rule.selector === '') return []
  const needs = needsOfRule(rule)
  const own = rule.nodes.filter((node) => node.type === 'decl' && node.variable) as Declaration[]
  const isAll = own.length === rule.nodes.length
  if (!isAll && needs.some((all) => all.length > 0)) return [{ css: String(rule), needs }]
  const properties = { at: rule.selector, inside: own.map((node) => ({ css: `${node};`, name: node.prop })) }
  for (const node of own) node.remove()
  return isAll ? [properties] : [properties, { css: String(rule), needs }]
}

/** Properties that are nothing until a rule sets them: to whoever only reads them they need not be registered. */
function setOnly(leaves: readonly StyleLeaf[]): Set<string> {
  const isNothing = (css: string) =>
    css.endsWith(':initial;') || (css.startsWith('@property') && !css.includes('initial-value'))
  const named = leaves.filter(({ name }) => name?.startsWith('--')) as Required<StyleLeaf>[]
  const found = new Set(named.map(({ name }) => name))
  for (const { name, css } of named) if (!isNothing(css)) found.delete(name)
  return found
}

/** Notes of each what it uses of the others: the record store's engine is slow at reading text. */
function noteUses(nodes: readonly StyleNode[]): void {
  const leaves = leavesOf(nodes)
  const names = new Set(leaves.map(({ name }) => name))
  const toSet = setOnly(leaves)
  const isUsed = (word: string, css: string) => names.has(word) && (!toSet.has(word) || css.includes(`${word}:`))
  for (const leaf of leaves) {
    const uses = new Set(leaf.css.match(/[\w-]+/g)?.filter((word) => word !== leaf.name && isUsed(word, leaf.css)))
    if (uses.size > 0) leaf.uses = [...uses]
  }
}

/**
 * A built stylesheet, taken apart for `usedStyles`, which leaves out what a page does not need.
 */
export function styleRules(css: string): StyleNode[] {
  const nodes = postcss.parse(css).nodes.flatMap((node) => nodeOf(node as ChildNode))
  noteUses(nodes)
  return nodes
}
