/**
 * Whether tests run at length, as `npm run test:long` has them before a release: more of what is random, more of what
 * is many. `npm test` holds the same with less of it.
 */
export const LONG = process.env.TEST_LONG === '1'

/** So many at length, and a fifth of them, or what is given, in `npm test`. */
export const many = (atLength: number, otherwise = Math.ceil(atLength / 5)) => (LONG ? atLength : otherwise)

/** At the end of a browser test's title: `npm run test:long`, which runs what is marked `@long`, runs it as well. */
export const ALSO_LONG = LONG ? ' @long' : ''
