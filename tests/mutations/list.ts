import { BROWSING } from './browsing'
import { BUYING } from './buying'
import { AT_THE_DESK } from './desk'
import { KEEPING } from './keeping'
import type { Mutation } from './mutation'
import { PAYING } from './paying'
import { SHOWING } from './showing'

/** A mutation for every row. `npm run test:long` makes each in a copy of the checkout, and wants its test red. */
export const MUTATIONS: readonly Mutation[] = [
  ...BROWSING,
  ...BUYING,
  ...PAYING,
  ...KEEPING,
  ...SHOWING,
  ...AT_THE_DESK,
]
