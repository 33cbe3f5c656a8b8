import { storedJson } from '@/lib/stored-json'

const seedStore = storedJson('shelf-order', 'tab')

/**
 * The visit's seed: made once, kept for the tab's life, so that Back and reload show one and the same order. Browser
 * only.
 */
export function visitSeed(): number {
  const kept = Number(seedStore.read())
  if (Number.isSafeInteger(kept) && kept > 0) return kept
  const seed = 1 + Math.floor(Math.random() * 2 ** 31)
  // Without storage the cache keeps the seed until the page is left.
  seedStore.write(seed)
  return seed
}
