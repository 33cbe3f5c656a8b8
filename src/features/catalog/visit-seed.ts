const SEED_KEY = 'sabun-jhola:shelf-order'

/** The visit's seed: made once, kept for the tab's life, so that Back and reload show one and the same order. Browser only. */
export function visitSeed(): number {
  try {
    const kept = Number(sessionStorage.getItem(SEED_KEY))
    if (Number.isSafeInteger(kept) && kept > 0) return kept
  } catch {
    // Storage may be forbidden; the cache then keeps the seed until the page is left.
  }
  const seed = 1 + Math.floor(Math.random() * 2 ** 31)
  try {
    sessionStorage.setItem(SEED_KEY, String(seed))
  } catch {
    // As above.
  }
  return seed
}
