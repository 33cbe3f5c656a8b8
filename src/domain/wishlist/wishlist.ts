import { normalColor } from '../cart/cart'
import { isObject, parseText } from '../json'
import { MAX_WISHES, WISHES_FORGOTTEN_KEPT } from '../limits'

/**
 * A thing somebody has given their heart to, or has taken it from: then it is `gone`, so that no other device brings
 * it back.
 */
export interface Wish {
  /** Id of the product. */
  product: string
  /** The colour's value; empty where none was chosen. */
  color: string
  /** What it cost then, rupees as the record has it. */
  price: number
  /** When it was pressed last, ms. */
  at: number
  gone: boolean
}

function parseWish(value: unknown): Wish | null {
  if (!isObject(value)) return null
  const { price, at } = value
  const product = parseText(value.product)
  if (!/^[a-z0-9]{1,15}$/i.test(product) || typeof at !== 'number' || !Number.isSafeInteger(at)) return null
  const known = typeof price === 'number' && price > 0 ? price : 0
  return { product, color: normalColor(value.color).slice(0, 60), price: known, at, gone: value.gone === true }
}

/** What is stored as a wishlist, whoever put it there, as wishes; what is none is left out. */
export function parseWishes(value: unknown): Wish[] {
  return Array.isArray(value) ? mergeWishes(value.map(parseWish).filter((wish) => wish !== null)) : []
}

/** Whether a is to stand and not b: the one pressed later; of two at once always the same. */
function outlives(a: Wish, b: Wish): boolean {
  if (a.at !== b.at) return a.at > b.at
  return a.gone === b.gone ? `${a.color} ${a.price}` > `${b.color} ${b.price}` : a.gone
}

/**
 * Joins lists in any order, any number of times, to the same list: of each product the last press stands. The newest
 * first, `MAX_WISHES` at most; of what was taken away only the latest are remembered.
 */
export function mergeWishes(...lists: readonly (readonly Wish[])[]): Wish[] {
  const byProduct = new Map<string, Wish>()
  for (const wish of lists.flat()) {
    const held = byProduct.get(wish.product)
    if (!held || outlives(wish, held)) byProduct.set(wish.product, wish)
  }
  const all = [...byProduct.values()].sort((a, b) => b.at - a.at || (a.product < b.product ? -1 : 1))
  const kept = all.filter(({ gone }) => !gone).slice(0, MAX_WISHES)
  return [...kept, ...all.filter(({ gone }) => gone).slice(0, WISHES_FORGOTTEN_KEPT)]
}

/** Without what was taken away. */
export const livingWishes = (wishes: readonly Wish[]): Wish[] => wishes.filter(({ gone }) => !gone)

/**
 * What a wish costs less today than when it was made, rupees; 0 when it does not, or when that is not known.
 * @param price today's, rupees
 */
export const cheaperBy = (wish: Pick<Wish, 'price'>, price: number): number =>
  price > 0 && wish.price > price ? Math.round((wish.price - price) * 100) / 100 : 0
