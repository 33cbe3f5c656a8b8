import { isObject, parseJson, parseText } from '@/domain/json'
import { CART_CHANGED_KEY, CART_OWNER_KEY } from './cart-lines'

/** Whose lines the browser holds and whether the record store has them all; without it they are a guest's. */
export interface CartOwner {
  /** Id of the account the lines belong to; empty for a guest. */
  user: string
  /** Some change has not reached the record store. */
  unsaved: boolean
}

/** Whoever changes a cart without being signed in makes it a guest's. */
export function readOwner(): CartOwner {
  try {
    const changedBy = localStorage.getItem(CART_CHANGED_KEY)
    const owner = parseJson(localStorage.getItem(CART_OWNER_KEY) ?? '')
    if (isObject(owner))
      return changedBy === null
        ? { user: parseText(owner.user), unsaved: owner.unsaved !== false }
        : { user: changedBy && parseText(owner.user), unsaved: true }
  } catch {
    // Forbidden storage: the lines live in this tab only and are a guest's until sign-in.
  }
  return { user: '', unsaved: true }
}

export function writeOwner(owner: CartOwner): void {
  try {
    localStorage.setItem(CART_OWNER_KEY, JSON.stringify(owner))
    localStorage.removeItem(CART_CHANGED_KEY)
  } catch {
    // The next visit merges once more, which changes nothing.
  }
}
