import { keptSession } from '@/api/kept-session'
import { isObject, parseJson, parseText } from '@/domain/json'

/** Where the browser keeps whose lines it holds. Nothing there: a guest's. */
const KEY = 'sabun-and-jhola.cart-owner.v1'

/** Whose lines the browser holds and whether the record store has them all; without it they are a guest's. */
export interface CartOwner {
  /** Id of the account the lines belong to; empty for a guest. */
  user: string
  /** Some change has not reached the record store. */
  unsaved: boolean
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Forbidden storage: the lines live in this tab only and are a guest's until sign-in.
    return null
  }
}

export function readOwner(): CartOwner {
  const owner = parseJson(stored() ?? '')
  return isObject(owner)
    ? { user: parseText(owner.user), unsaved: owner.unsaved !== false }
    : { user: '', unsaved: true }
}

export function writeOwner(owner: CartOwner): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(owner))
  } catch {
    // The next visit merges once more, which changes nothing.
  }
}

/** Whether the lines may be, or have been, an account's: only then is there something to keep together with one (`sync.ts`). */
export const cartKnowsAccount = (): boolean => stored() !== null

/** Id of the shopper who is signed in, or empty. */
export function signedInShopper(): string {
  const record = keptSession()?.record
  return record?.collectionName === 'users' ? record.id : ''
}

/**
 * Notes that the lines hold a change the record store does not have. Written with the change itself, since what keeps them together starts
 * after the page, which may be left before. Whoever changes a cart without being signed in makes it a guest's.
 */
export function markUnsaved(): void {
  if (cartKnowsAccount()) writeOwner({ user: signedInShopper() && readOwner().user, unsaved: true })
}
