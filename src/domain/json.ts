/**
 * Structured fields may arrive as JSON text or as values (PROD-02). A text that is no JSON gives undefined, never an
 * exception.
 */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A record and what its relations lead to. */
export interface Expanded {
  expand?: unknown
}

/** What PocketBase put in the place of a relation's ids (`expand`); undefined where nothing was asked for. */
export const expanded = (record: Expanded, key: string): unknown =>
  isObject(record.expand) ? record.expand[key] : undefined

/** A list of texts from a structured field: other values are dropped, a missing or broken list is empty. */
export function parseTexts(value: unknown): string[] {
  const list = parseJson(value)
  if (!Array.isArray(list)) return []
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
}

export function parseText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
