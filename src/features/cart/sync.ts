import { firstRecord, recordStore } from '@/api/client'
import { errorStatus } from '@/api/errors'
import { keptSession, onSessionChange } from '@/api/kept-session'
import { type CartLine, mergeLines, parseLines } from '@/domain/cart'
import { isObject, parseJson, parseText } from '@/domain/json'
import { CART_SYNC_ATTEMPTS, CART_SYNC_BACKOFF_MS, CART_SYNC_DELAY_MS } from '@/domain/limits'
import { t } from '@/language/text'
import { toast } from '@/ui/toast'
import { CART_CHANGED_KEY, CART_OWNER_KEY } from './cart-lines'
import { changesHere, currentLines, onChangedHere, replaceLines } from './store'

/** Whose lines the browser holds and whether the record store has them all; without it they are a guest's. */
interface Owner {
  /** Id of the account the lines belong to; empty for a guest. */
  user: string
  /** Some change has not reached the record store. */
  unsaved: boolean
}

/** Whoever changes a cart without being signed in makes it a guest's. */
export function readOwner(): Owner {
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

export function writeOwner(owner: Owner): void {
  try {
    localStorage.setItem(CART_OWNER_KEY, JSON.stringify(owner))
    localStorage.removeItem(CART_CHANGED_KEY)
  } catch {
    // The next visit merges once more, which changes nothing.
  }
}

export type CartMeeting = 'replace' | 'keep' | 'merge'

/**
 * What happens when the browser's lines meet the account's (CART-02): lines of a guest are joined with the account's; lines of this
 * account give way to what is stored, unless they hold changes that never arrived; lines of somebody else are theirs.
 */
export function meetingOf(owner: Owner, user: string, stored: readonly CartLine[]): CartMeeting {
  if (owner.user === user) return owner.unsaved || stored.length === 0 ? 'keep' : 'replace'
  return owner.user !== '' && !owner.unsaved ? 'replace' : 'merge'
}

const carts = async () => (await recordStore()).collection('carts')
const ownedBy = async (id: string) => (await recordStore()).filter('user = {:id}', { id })

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/**
 * Keeps the cart of a signed-in shopper in their `carts` record (CART-02, CART-03, CART-11 to CART-14). Returns the way to stop.
 *
 * An empty cart is never written (CART-13); the record is deleted instead, or pieces that were ordered or taken out would come back with
 * the next visit.
 */
export function startCartSync(): () => void {
  let user = ''
  let recordId = ''
  let loaded = false
  /** The changes that were part of the cart when browser and account last agreed; those made before the start are not. */
  let agreedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let working: Promise<void> = Promise.resolve()
  let stopped = false

  const signedIn = () => {
    const record = keptSession()?.record
    return record?.collectionName === 'users' ? record.id : ''
  }
  const isCurrent = (id: string) => !stopped && id !== '' && id === user

  /** Brings browser and account together; true when what is held now has to be saved. */
  async function load(id: string): Promise<boolean> {
    let stored: CartLine[]
    try {
      const record = await firstRecord('carts', { filter: await ownedBy(id) })
      if (!isCurrent(id)) return false
      recordId = parseText(record?.id)
      stored = parseLines(record?.items)
    } catch {
      if (isCurrent(id))
        toast.error(t('Error'), { description: t('Failed to load your cart. Please try refreshing the page.') })
      return false
    }
    const here = currentLines()
    // What the shopper changed since, such as while the answer was on its way, must not be replaced by it.
    const meeting = changesHere() === agreedAt ? meetingOf(readOwner(), id, stored) : 'merge'
    loaded = true
    if (meeting === 'replace' || (meeting === 'merge' && here.length === 0)) {
      writeOwner({ user: id, unsaved: false })
      takeOver(stored)
      return false
    }
    writeOwner({ user: id, unsaved: true })
    if (meeting === 'merge' && stored.length > 0) {
      takeOver(mergeLines(stored, here))
      // Every open tab follows the sign-in; one of them says so.
      if (document.visibilityState === 'visible') {
        toast.info(t('Your carts are together now'), {
          description: t('What you had put in earlier has joined what is in your account.'),
        })
      }
    }
    return true
  }

  let takingOver = false
  function takeOver(lines: readonly CartLine[]): void {
    takingOver = true
    replaceLines(lines)
    takingOver = false
    agreedAt = changesHere()
  }

  async function store(id: string): Promise<void> {
    const items = currentLines()
    if (items.length === 0) {
      if (recordId) await (await carts()).delete(recordId)
      recordId = ''
      return
    }
    if (!recordId) {
      const record = await firstRecord('carts', { filter: await ownedBy(id), fields: 'id' })
      recordId = parseText(record?.id)
    }
    const kept = await carts()
    const saved = recordId ? await kept.update(recordId, { items }) : await kept.create({ user: id, items })
    recordId = saved.id
  }

  async function save(id: string): Promise<void> {
    if (!loaded && !(await load(id))) return
    for (let attempt = 0; attempt < CART_SYNC_ATTEMPTS && isCurrent(id); attempt += 1) {
      const changesBefore = changesHere()
      try {
        await store(id)
        if (isCurrent(id) && changesHere() === changesBefore) {
          writeOwner({ user: id, unsaved: false })
          agreedAt = changesBefore
        }
        return
      } catch (error) {
        // The record may have been deleted or made elsewhere; the next attempt looks again.
        recordId = ''
        if (errorStatus(error) === 401 || errorStatus(error) === 403) return
        if (attempt + 1 < CART_SYNC_ATTEMPTS) await pause(CART_SYNC_BACKOFF_MS * 2 ** attempt)
      }
    }
  }

  // One after the other: an older cart must not arrive after a newer one.
  const queue = (deed: () => Promise<unknown>) => {
    working = working.then(deed).then(
      () => undefined,
      () => undefined,
    )
  }

  const stopChanges = onChangedHere(() => {
    if (takingOver) return
    const id = user
    clearTimeout(timer)
    if (id) timer = setTimeout(() => queue(() => save(id)), CART_SYNC_DELAY_MS)
  })

  const follow = () => {
    const id = signedIn()
    if (id === user) return
    user = id
    recordId = ''
    loaded = false
    clearTimeout(timer)
    if (id) {
      queue(async () => {
        if (isCurrent(id) && (await load(id))) await save(id)
      })
    }
  }
  follow()
  const stopAuth = onSessionChange(follow)

  return () => {
    stopped = true
    clearTimeout(timer)
    stopChanges()
    stopAuth()
  }
}
