import { isObject } from '@/domain/json'
import { storedJson } from '@/lib/stored-json'

/** Where the key of an order under way is kept. */
const attemptStore = storedJson('sabun-and-jhola.order-attempt.v1')
/** After this long the same contents are a new wish, not a repeated try, ms. */
const ATTEMPT_KEPT_MS = 30 * 60_000

interface Attempt {
  key: string
  /** Fingerprint of what is ordered; the contents themselves, with name and address, are not stored. */
  contents: string
  at: number
}

/** Protects this tab where the storage keeps nothing. */
let held: Attempt | null = null

function readAttempt(): Attempt | null {
  const stored = attemptStore.read()
  if (!isObject(stored)) return held
  const { key, contents, at } = stored
  if (typeof key !== 'string' || typeof contents !== 'string' || typeof at !== 'number') return held
  return { key, contents, at }
}

/**
 * The idempotency key for these contents (ORDER-05): the same until the order stands, so that a double click, a try
 * after a lost answer, a reload and a second tab all name one and the same order; a new one as soon as cart, address
 * or payment differ.
 */
export function attemptKey(request: object): string {
  const contents = fingerprint(JSON.stringify(request))
  const earlier = readAttempt()
  if (earlier?.contents === contents && Date.now() - earlier.at < ATTEMPT_KEPT_MS) return earlier.key
  held = { key: randomKey(), contents, at: Date.now() }
  attemptStore.write(held)
  return held.key
}

/** The order stands, or its key is spent: the next one gets a new key. */
export function forgetAttempt(): void {
  held = null
  attemptStore.forget()
}

/** 32 hexadecimal digits. Not `randomUUID`, which browsers offer on secure origins only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** 53 bits of a text (cyrb53). Should two texts ever share them, the store notices and refuses the key. */
function fingerprint(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
