import { firstRecord, HEALTH_URL, recordStore } from '@/api/client'
import { errorStatus } from '@/api/errors'
import { shopperId } from '@/api/signed-in'
import { onSessionChange } from '@/api/stored-session'
import { pauseAfter } from '@/domain/cart/cart-merge'
import type { Product } from '@/domain/catalog/product'
import { isObject, parseText } from '@/domain/json'
import { CART_SYNC_DELAY_MS, MAX_WISHES } from '@/domain/limits'
import { livingWishes, mergeWishes, parseWishes, type Wish } from '@/domain/wishlist/wishlist'
import { WISHLIST_KEY } from '@/features/account/session'
import { t } from '@/language/text'
import { checkLine, lineBack } from '@/lib/line'
import { pause } from '@/lib/pause'
import { storedJson } from '@/lib/stored-json'
import { toast } from '@/ui/toast'
import { useWishes } from './store'

interface Kept {
  /** Id of the account they are kept with; empty for a guest's. */
  user: string
  /** With what was taken away. */
  wishes: readonly Wish[]
}

const stored = storedJson(WISHLIST_KEY)
/** For a storage that takes nothing. */
let inThisTab: Kept | null = null

/** Another account's gives way to who is signed in now: to them nothing is kept here yet. */
function read(): Kept {
  const found = inThisTab ?? stored.read()
  const user = isObject(found) ? parseText(found.user) : ''
  const isOther = user !== '' && ![user, ''].includes(shopperId())
  return isObject(found) && !isOther ? { user, wishes: parseWishes(found.wishes) } : { user: '', wishes: [] }
}

/** @param known false while the account may still have some: an empty list is none then */
function show(known = !shopperId() || shopperId() === read().user): void {
  const wishes = livingWishes(read().wishes)
  useWishes.setState({ wishes: known || wishes.length > 0 ? wishes : null })
}

function keep(kept: Kept): void {
  inThisTab = stored.write(kept) ? null : kept
  show()
}

/** One after the other: an older list must not arrive after a newer one. */
let working: Promise<unknown> = Promise.resolve()
let waiting: ReturnType<typeof setTimeout> | undefined

function meetSoon(ms: number, isLast = false): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    working = working.then(() => meet(isLast)).catch(() => undefined)
  }, ms)
}

/**
 * Joins what is kept here with what the account has, and keeps the whole in both places (WISH-04). What belongs to
 * another account gives way. Tried again as the cart is, also once a lost line is back; else with the next press or
 * visit.
 */
async function meet(isLast: boolean): Promise<void> {
  const user = shopperId()
  for (let attempt = 0; user && user === shopperId(); attempt += 1) {
    try {
      await join(user)
      return
    } catch (error) {
      const ms = pauseAfter(attempt, errorStatus(error))
      if (ms === null) {
        if (errorStatus(error) === 0) void meetOnceBack(isLast)
        return show(true)
      }
      await pause(ms)
    }
  }
}

/** Not for ever where the line is here and brings nothing. */
async function meetOnceBack(isLast: boolean): Promise<void> {
  const here = await checkLine(HEALTH_URL)
  if (here && isLast) return
  if (!here) await lineBack()
  meetSoon(0, here)
}

async function join(user: string): Promise<void> {
  const store = await recordStore()
  const record = await firstRecord('wishlists', { filter: 'user = {:user}' }, { user })
  // What was pressed meanwhile is joined too; whoever signed out meanwhile has left nothing here.
  if (user !== shopperId()) return
  const theirs = parseWishes(record?.items)
  const items = mergeWishes(theirs, read().wishes)
  keep({ user, wishes: items })
  if (JSON.stringify(items) === JSON.stringify(theirs)) return
  const wishlists = store.collection('wishlists')
  await (record ? wishlists.update(parseText(record.id), { items }) : wishlists.create({ user, items }))
}

/** Applied to what the storage holds now, not to what this tab drew last: two tabs agree. */
function add(wishes: readonly Wish[]): void {
  const { user, wishes: before } = read()
  keep({ user: user || shopperId(), wishes: mergeWishes(wishes, before) })
  meetSoon(CART_SYNC_DELAY_MS)
}

/** Later than what it takes the place of, whatever a clock says. */
const wishOf = (product: Product, color: string, gone = false): Wish => ({
  product: product.id,
  color,
  price: product.price,
  at: Math.max(
    Date.now(),
    ...read()
      .wishes.filter((wish) => wish.product === product.id)
      .map(({ at }) => at + 1),
  ),
  gone,
})

/** Gives a product the shopper's heart, or takes it away; says so when the list is full (WISH-02). */
export function press(product: Product, color: string): void {
  const held = livingWishes(read().wishes)
  const gone = held.some((wish) => wish.product === product.id)
  if (gone || held.length < MAX_WISHES) add([wishOf(product, color, gone)])
  else sayFull()
}

function sayFull(): void {
  toast.error(t('Your wishlist is full'), {
    description: t('It holds at most {count} different items.', { count: MAX_WISHES }),
  })
}

/** Gives hearts to those that have none yet, as far as there is room; says where there is none (WISH-02). */
export function keepAll(chosen: readonly { product: Product; color: string }[]): void {
  const held = livingWishes(read().wishes)
  const fresh = chosen.filter(({ product }) => !held.some((wish) => wish.product === product.id))
  const room = MAX_WISHES - held.length
  if (fresh.length > room) sayFull()
  add(fresh.slice(0, room).map(({ product, color }) => wishOf(product, color)))
}

/** Takes away what the shop has no more. */
export function forgetWishes(gone: readonly Wish[]): void {
  add(gone.map((wish) => ({ ...wish, at: Math.max(Date.now(), wish.at + 1), gone: true })))
}

let known = ''

// The page of the wishlist is drawn on the server too.
if (typeof window !== 'undefined') {
  known = shopperId()
  show()
  window.addEventListener('storage', ({ key }) => {
    if (key !== WISHLIST_KEY && key !== null) return
    inThisTab = null
    show()
  })
  // A page brought back by the Back button missed what other tabs stored meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => persisted && show())
  window.addEventListener('online', () => meetSoon(0))
  onSessionChange(() => {
    // Also told of a new token for the same person.
    if (shopperId() === known) return
    known = shopperId()
    show()
    meetSoon(0)
  })
  meetSoon(0)
}
