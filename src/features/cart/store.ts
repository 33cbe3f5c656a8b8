import { useDeferredValue } from 'react'
import { create } from 'zustand'
import { storedSession } from '@/api/stored-session'
import type { CartLine } from '@/domain/cart/cart'
import * as cart from '@/domain/cart/cart'
import {
  CART_CHANGED_KEY,
  CART_OWNER_KEY,
  CART_STORAGE_KEY,
  type CartChange,
  type LineStorage,
  SharedLines,
} from './cart-lines'

interface CartState {
  lines: readonly CartLine[]
  /** `loading` on the server and until the browser's storage has been read (CART-01). */
  status: 'loading' | 'ready'
  /** Changes made in this tab since it was opened; what is taken over from another tab does not count. */
  changesHere: number
}

const useCart = create<CartState>(() => ({ lines: [], status: 'loading', changesHere: 0 }))

function browserStorage(): LineStorage | null {
  return typeof localStorage === 'undefined' ? null : localStorage
}

const shared = new SharedLines(Math.random().toString(36).slice(2), browserStorage)

const publish = (lines: readonly CartLine[]) => useCart.setState({ lines, status: 'ready' })

if (typeof window !== 'undefined') {
  publish(shared.read())
  window.addEventListener('storage', (event) => {
    // A null key: the whole storage was emptied.
    if (event.key === CART_STORAGE_KEY || event.key === null) publish(shared.read())
  })
  // A page brought back by the Back button missed what other tabs stored meanwhile.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) publish(shared.read())
  })
}

/**
 * Whether the lines may be, or have been, an account's: only then is there something to keep together with one
 * (`sync.ts`).
 */
export function cartKnowsAccount(): boolean {
  try {
    return localStorage.getItem(CART_OWNER_KEY) !== null
  } catch {
    // Forbidden storage keeps no owner.
    return false
  }
}

/** How many changes were made in this tab since it was opened. */
export const changesHere = (): number => useCart.getState().changesHere

const apply = (update: CartChange) =>
  useCart.setState({ lines: shared.apply(update), status: 'ready', changesHere: changesHere() + 1 })

/** The lines before the first change their account does not hold; null where that was before this tab was opened. */
export let linesBefore: readonly CartLine[] | null = null

/**
 * Changes the lines by a rule, which may be applied once more to what another tab has stored. Who did it is noted at
 * once: what keeps cart and account together (`sync.ts`) starts after the page, which may be left before.
 */
export function change(update: CartChange): void {
  try {
    const by = storedSession()?.record.id ?? ''
    const noted = localStorage.getItem(CART_CHANGED_KEY)
    // Another account's changes are not this one's.
    if (noted === null || (by && noted && noted !== by)) linesBefore = currentLines()
    localStorage.setItem(CART_CHANGED_KEY, by)
  } catch {
    // Forbidden storage: the lines live in this tab only.
  }
  apply(update)
}

/** Adds a line; the same product and colour adds up (CART-04). */
export const addCartLine = (line: CartLine) => change((lines) => cart.addLine(lines, line))

/**
 * Changes a line's quantity by `step` pieces of what is held now, so that fast taps all count; below 1 removes it
 * (CART-05).
 */
export const changeQuantity = (key: string, step: number) =>
  change((lines) => {
    const line = lines.find((held) => cart.lineKey(held) === key)
    return line ? cart.setQuantity(lines, key, line.quantity + step) : lines
  })

/** Sets a line's quantity; below 1 removes it (CART-05). */
export const setQuantity = (key: string, quantity: number) => change((lines) => cart.setQuantity(lines, key, quantity))

/** Removes the line of a product and colour, or every line of the product when no colour is named (CART-06). */
export const removeLine = (productId: string, color?: string) =>
  change((lines) => cart.removeLine(lines, productId, color))

/** Empties the cart (CART-07). */
export const clearCart = () => change(() => [])

/** Puts other lines in the place of the cart's, such as those kept with the account (CART-02). */
export const replaceLines = (other: readonly CartLine[]) => {
  linesBefore = null
  apply(() => other)
}

/** The lines held now, for actions; a component takes `useCartLines`. */
export const currentLines = (): readonly CartLine[] => useCart.getState().lines

/** Calls back after every change made in this tab; returns the way to stop. */
export const onChangedHere = (changed: () => void): (() => void) =>
  useCart.subscribe((state, before) => {
    if (state.changesHere !== before.changesHere) changed()
  })

const countPieces = (state: CartState) => state.lines.reduce((sum, line) => sum + line.quantity, 0)

/** The cart's lines; empty on the server and until hydration. */
export const useCartLines = (): readonly CartLine[] => useCart((state) => state.lines)

/** Pieces in the cart; 0 on the server and until hydration. */
export const useCartCount = (): number => useCart(countPieces)

/** False on the server and until the browser's storage has been read (CART-01). */
export const useCartReady = (): boolean => useCart((state) => state.status === 'ready')

/** Whether the cart sheet is open; not kept. */
export const useCartSheet = create(() => ({ isOpen: false }))

/**
 * Opens a moment behind the press: what the press changed on the page, such as the count at the cart, is painted
 * first. Closes at once, so that a page that follows gets the focus.
 */
export function useCartOpen(): boolean {
  const isOpen = useCartSheet((sheet) => sheet.isOpen)
  return useDeferredValue(isOpen) && isOpen
}

export const setCartOpen = (isOpen: boolean): void => useCartSheet.setState({ isOpen })
