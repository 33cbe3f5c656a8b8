/** How long the first document of a page may be (docs/decisions/0060). */

/** What a beginning of a page takes. */
export interface Fitting {
  /** Characters it may have. */
  most: number
  /** Bytes that are left of those it may have, compressed; below 0 it has too many. */
  left: number
}

interface Tried extends Fitting {
  /** Characters up to the end of its last block. */
  length: number
}

const MOST = 20_000
const LEAST = 6000
/** With so much more left than the one before, it ends ahead of a block that may well fit, bytes. */
const LEFT_ALIKE = 200
/** Nothing shorter is looked for, characters. */
const SHORT_BLOCK = 100

/** How many characters are tried next: what lies between the longest that fits and what does not is halved. */
function next({ most, length, left }: Tried, fits: Tried | undefined, over: number): number {
  const less = Math.min(most, length) + left
  if (!fits) return less
  if (over > MOST) return MOST
  return left < 0 && less > fits.most ? less : Math.ceil((fits.most + over) / 2)
}

/**
 * The longest beginning that fits, of at most 20,000 characters. From above: each time its last block less, and a
 * character for each byte. The styles of a block go with it, so that may be more than it has to be.
 * @param at tries so many characters; undefined where that cannot be
 * @param before what fitted the last time: tried first, and enough where it leaves about as much
 * @returns undefined where none of 6000 characters and more fits
 */
export function longestFirst<T extends Tried>(
  at: (most: number) => T | undefined,
  before: Fitting | undefined,
): T | undefined {
  let fits: T | undefined
  let over = MOST + SHORT_BLOCK
  let tried = at(before?.most ?? MOST)
  if (tried && before && tried.left >= 0 && tried.left <= before.left + LEFT_ALIKE)
    // No more left than before: little by little it would be all.
    return { ...tried, left: Math.min(tried.left, before.left) }
  while (tried) {
    if (tried.left < 0) over = tried.length
    else fits = tried
    if (fits && (fits.left <= LEFT_ALIKE || over - fits.most <= SHORT_BLOCK)) return fits
    const most = next(tried, fits, over)
    tried = most < LEAST ? undefined : at(most)
  }
  return undefined
}
