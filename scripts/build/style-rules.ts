import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss'
import parseSelectors from 'postcss-selector-parser'
import { leavesOf, type StyleNode } from '../../src/render/used-styles'

/** Paper, and a mouse over something: the whole page is there by then. */
const NOT_AT_FIRST = /\bprint\b|hover/
/** Fields for dates and files, and what lies behind a dialog, stand in no page's beginning. */
const PARTS_NOT_AT_FIRST = /::(?:backdrop|file-selector-button|-webkit-(?:date|calendar|inner-spin))/

/** What a page must have for a rule to mean something there: for each of its selectors, classes (`.x`) and elements. */
function needsOf({ selector }: Rule): string[][] {
  const selectors = parseSelectors().astSync(selector).nodes
  return selectors.map((one) => {
    // What stands in `:not(…)`, `:is(…)` or `:nth-child(…)` need not be there.
    one.walkPseudos((pseudo) => void pseudo.removeAll())
    const needs = new Set<string>()
    one.walkClasses(({ value }) => void needs.add(`.${value}`))
    one.walkTags(({ value }) => void needs.add(value.toLowerCase()))
    return [...needs]
  })
}

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

/** A rule that only sets custom properties is taken apart: most pages use few of them. */
function ruleOf(rule: Rule): StyleNode[] {
  rule.selectors = rule.selectors.filter((one) => !PARTS_NOT_AT_FIRST.test(one))
  if (rule.selector === '') return []
  const names = rule.nodes.map((node) => (node.type === 'decl' && node.variable ? node.prop : ''))
  if (!names.every(Boolean)) return [{ css: String(rule), needs: needsOf(rule) }]
  return [{ at: rule.selector, inside: rule.nodes.map((node, at) => ({ css: `${node};`, name: names[at] as string })) }]
}

/** Notes of each what it uses of the others: the record store's engine is slow at reading text. */
function noteUses(nodes: readonly StyleNode[]): void {
  const leaves = leavesOf(nodes)
  const names = new Set(leaves.map(({ name }) => name))
  for (const leaf of leaves) {
    const uses = new Set(leaf.css.match(/[\w-]+/g)?.filter((word) => word !== leaf.name && names.has(word)))
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
