import { type CartLine, parseLines } from '@/domain/cart/cart'
import { isObject, parseJson } from '@/domain/json'
import { MAX_CART_LINES } from '@/domain/limits'

/**
 * Where the cart lives in the browser. A new shape of the stored record gets a new number, so that old code never
 * reads it.
 */
export const CART_STORAGE_KEY = 'sabun-and-jhola.cart.v1'

/** Whose lines the browser holds (`sync.ts`). Nothing there: a guest's. */
export const CART_OWNER_KEY = 'sabun-and-jhola.cart-owner.v1'

/**
 * Who has changed the lines since the owner was noted: id of the session's record, or empty for nobody who is signed
 * in.
 */
export const CART_CHANGED_KEY = 'sabun-and-jhola.cart-changed.v1'

/** How long a change may still be missing from what another tab writes, ms; older ones count as known everywhere. */
const SETTLE_MS = 5000
/** Tabs whose last change the record remembers. */
const TABS_REMEMBERED = 8

export type CartChange = (lines: readonly CartLine[]) => readonly CartLine[]

/** What the store needs of `localStorage`. */
export type LineStorage = Pick<Storage, 'getItem' | 'setItem'>

interface StoredCart {
  /** Nothing is stored at all: never written, or wiped away. */
  wiped: boolean
  lines: CartLine[]
  /** Number of each tab's last change that is part of `lines`, the latest writer last. */
  changes: Map<string, number>
}

function parseStored(text: string | null): StoredCart {
  const wiped = text === null
  const record = parseJson(text)
  const changes = new Map<string, number>()
  if (!isObject(record)) return { wiped, lines: [], changes }
  if (isObject(record.changes)) {
    for (const [tab, count] of Object.entries(record.changes)) if (typeof count === 'number') changes.set(tab, count)
  }
  return { wiped, lines: parseLines(record.lines), changes }
}

/**
 * The lines of one tab and their copy in the browser's storage (CART-01, CART-10, CART-16).
 *
 * Every change is applied to what the storage holds at that moment, not to what this tab last drew. Two tabs can
 * still write at the same instant, because browsers pass storage between tabs with a delay; so the record says which
 * change of each tab it contains, and a tab that finds a newer record without its own last changes puts them on top
 * again. Storage that is full or forbidden leaves a cart that lives as long as the tab.
 */
export class SharedLines {
  private held: CartLine[] = []
  private count = 0
  private recent: { number: number; at: number; change: CartChange }[] = []
  /** The last write failed: the storage is behind, so it must not be read over what the tab holds. */
  private behind = false

  constructor(
    private readonly tab: string,
    private readonly storage: () => LineStorage | null,
    private readonly now: () => number = Date.now,
  ) {}

  get lines(): CartLine[] {
    return this.held
  }

  /** Takes over what another tab has stored; call at start and on every `storage` event. */
  read(): CartLine[] {
    const stored = this.stored()
    if (!stored) return this.held
    this.held = stored.lines
    if (stored.wiped) this.recent = []
    const known = stored.changes.get(this.tab) ?? 0
    this.forgetSettled()
    const missing = this.recent.filter((change) => change.number > known)
    if (missing.length > 0) {
      for (const { change } of missing) this.held = kept(change(this.held))
      this.write(stored.changes)
    }
    return this.held
  }

  apply(change: CartChange): CartLine[] {
    this.read()
    this.held = kept(change(this.held))
    this.count += 1
    this.recent.push({ number: this.count, at: this.now(), change })
    this.write(this.stored()?.changes ?? new Map())
    return this.held
  }

  private stored(): StoredCart | null {
    if (this.behind) return null
    try {
      const storage = this.storage()
      return storage && parseStored(storage.getItem(CART_STORAGE_KEY))
    } catch {
      return null
    }
  }

  private write(changes: Map<string, number>): void {
    changes.delete(this.tab)
    changes.set(this.tab, this.count)
    const latest = Object.fromEntries([...changes].slice(-TABS_REMEMBERED))
    try {
      this.storage()?.setItem(CART_STORAGE_KEY, JSON.stringify({ lines: this.held, changes: latest }))
      this.behind = false
    } catch {
      this.behind = true
    }
  }

  private forgetSettled(): void {
    const horizon = this.now() - SETTLE_MS
    this.recent = this.recent.filter((change) => change.at > horizon)
  }
}

function kept(lines: readonly CartLine[]): CartLine[] {
  return lines.slice(0, MAX_CART_LINES)
}
