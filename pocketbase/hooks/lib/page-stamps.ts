import { sharedStore } from './shared-store'

/** Changes with every change in a collection; empty before the first. */
export function pageStamp(collection: string): string {
  return String(sharedStore().get(`pages:stamp:${collection}`) ?? '')
}

/** Pages that read a collection are made anew when they are next asked for. */
export function invalidatePages(collection: string): void {
  sharedStore().set(`pages:stamp:${collection}`, $security.randomString(8))
}

/** What stands for the pieces of a product among the collections a page is made from. */
export const stockOf = (product: string): string => `stock:${product}`

const soldOutKey = (product: string) => `pages:sold-out:${product}`

/** Whether pages show a product as sold out; undefined when nothing has been sold or come since the start. */
export function shownSoldOut(product: string): boolean | undefined {
  const shown = sharedStore().get(soldOutKey(product))
  return typeof shown === 'boolean' ? shown : undefined
}

export const setShownSoldOut = (product: string, soldOut: boolean): void =>
  sharedStore().set(soldOutKey(product), soldOut)
