const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Whether new data takes the place of old data without moving anything: the same things in the same order, each with
 * the same parts. Numbers may differ, words where there were words, and what only says whether something can be had.
 */
export function sameShape(old: unknown, fresh: unknown): boolean {
  if (typeof old !== typeof fresh) return false
  if (typeof old === 'string') return (old === '') === (fresh === '')
  if (!isObject(old) || !isObject(fresh)) return old === fresh || typeof old === 'number'
  if (Array.isArray(old) !== Array.isArray(fresh)) return false
  if (old.id !== fresh.id) return false
  const keys = new Set([...Object.keys(old), ...Object.keys(fresh)])
  return [...keys].every((key) => STATES.has(key) || sameShape(old[key], fresh[key]))
}

/** Shown in a place that is always there. */
const STATES = new Set(['inStock', 'sold_out', 'updated', 'created'])
