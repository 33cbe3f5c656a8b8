import { firstRecord, HEALTH_URL, recordStore } from '@/api/client'
import { errorStatus } from '@/api/errors'
import { shopperId } from '@/api/signed-in'
import { onSessionChange } from '@/api/stored-session'
import { type CartLine, parseLines } from '@/domain/cart/cart'
import { type CartOwner, meetCart, pauseAfter, writeOf } from '@/domain/cart/cart-merge'
import { isObject, parseText } from '@/domain/json'
import { CART_SYNC_DELAY_MS, MAX_CART_LINES } from '@/domain/limits'
import { t } from '@/language/text'
import { checkLine, lineBack } from '@/lib/line'
import { pause } from '@/lib/pause'
import { storedJson } from '@/lib/stored-json'
import { toast } from '@/ui/toast'
import { sayCartFull } from './add-to-cart'
import { CART_CHANGED_KEY, CART_OWNER_KEY } from './cart-lines'
import { changesHere, currentLines, linesBefore, onChangedHere, replaceLines } from './store'

const ownerStore = storedJson(CART_OWNER_KEY)

/** The note of whose the lines are; empty without one, as where storage is forbidden: they are a guest's then. */
function ownerNote(): { [field: string]: unknown } {
  const owner = ownerStore.read()
  return isObject(owner) ? owner : {}
}

/** Who has changed the lines since; null for nobody. */
function changedBy(): string | null {
  try {
    return localStorage.getItem(CART_CHANGED_KEY)
  } catch {
    return null
  }
}

/** Whoever changes a cart without being signed in makes it a guest's. */
export function readOwner(): CartOwner {
  const { user, unsaved } = ownerNote()
  const by = changedBy()
  return { user: by === '' ? '' : parseText(user), unsaved: by !== null || unsaved !== false }
}

export function writeOwner(owner: CartOwner): void {
  if (!ownerStore.write(owner)) return
  try {
    // It stands while anything is unsaved: the change that finds none keeps the lines before it.
    if (owner.unsaved) localStorage.setItem(CART_CHANGED_KEY, owner.user)
    else localStorage.removeItem(CART_CHANGED_KEY)
  } catch {
    // The next visit merges once more, which changes nothing.
  }
}

/** Whether the changes that are noted are another account's. */
const changedByOther = (user: string): boolean => ![null, '', user].includes(changedBy())

/** What this account began from when it changed another one's lines, as the owner's note has it; null without that. */
function keptBefore(user: string): CartLine[] | null {
  const { before } = ownerNote()
  return isObject(before) && before.user === user ? parseLines(before.lines) : null
}

/** Notes that, so that a reload before the account's own cart has come still tells the two apart. */
function keepBefore(user: string): void {
  const owner = ownerNote()
  const isOther = ![user, ''].includes(parseText(owner.user))
  if (isOther && linesBefore && changedBy() === user && !keptBefore(user))
    ownerStore.write({ ...owner, before: { user, lines: linesBefore } })
}

/** This account's lines as they were before another one changed them; null where none did, or that is not known. */
function beforeOther(user: string): CartLine[] | null {
  const isTheirs = changedByOther(user) && readOwner().user === user
  return isTheirs ? keptBefore(changedBy() ?? '') : null
}

const carts = async () => (await recordStore()).collection('carts')

const findCart = (user: string) => firstRecord('carts', { filter: 'user = {:user}' }, { user })

/** So long after it was read or written the account's cart is taken to be as it was, ms. */
const STILL_KNOWN_MS = 30_000

/** What became of the lines: whether they joined the account's, and that there is no room for all. */
function sayJoined(lines: readonly CartLine[], joined: boolean): void {
  if (lines.length > MAX_CART_LINES) sayCartFull()
  else if (joined)
    toast.info(t('Your carts are together now'), {
      description: t('What you added before signing in is now in your account’s cart.'),
    })
}

class CartSync {
  private user = ''
  /** Id of the account's record; empty when it has none, null when that is not known. */
  private record: string | null = null
  private loaded = false
  /**
   * The changes that were part of the cart when browser and account last agreed; those made before the start are not.
   */
  private agreedAt = 0
  /** When it was known what the account has, ms. */
  private readAt = 0
  /** Those of `linesBefore` whose changes the account has, or gets with all the rest. */
  private sent: readonly CartLine[] | null = null
  /** For the line. */
  private waiting = false
  private takingOver = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private working: Promise<unknown> = Promise.resolve()

  follow(user: string): void {
    if (user === this.user) return
    this.user = user
    this.record = null
    this.loaded = false
    clearTimeout(this.timer)
    if (user) keepBefore(user)
    if (user) this.queue(async () => this.isCurrent(user) && (await this.meet(user)) && this.save(user))
  }

  changed(): void {
    const { user } = this
    if (this.takingOver || !user) return
    if (!this.loaded) keepBefore(user)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.queue(() => this.save(user)), CART_SYNC_DELAY_MS)
  }

  /** One after the other: an older cart must not arrive after a newer one. */
  private queue(task: () => Promise<unknown>): void {
    this.working = this.working.then(task).catch(() => undefined)
  }

  private isCurrent(user: string): boolean {
    return user === this.user
  }

  /** Brings browser and account together; true when what is held now has to be saved. */
  private async meet(user: string, isLast = false): Promise<boolean> {
    try {
      const save = await this.join(user)
      this.loaded ||= this.isCurrent(user)
      return save
    } catch (error) {
      void this.onceBack(error, isLast, () => {
        if (this.isCurrent(user))
          toast.error(t('Error'), { description: t('Failed to load your cart. Please try refreshing the page.') })
      })
      return false
    }
  }

  /** Reads the account's cart and joins the two; the same answer. Throws what the client throws. */
  private async join(user: string): Promise<boolean> {
    const record = await findCart(user)
    if (!this.isCurrent(user)) return false
    this.record = parseText(record?.id)
    const stored = parseLines(record?.items)
    const owner = readOwner()
    const changedFrom =
      !changedByOther(user) && (keptBefore(user) ?? (changesHere() !== this.agreedAt && this.linesBefore()))
    const own = beforeOther(user)
    const { takeOver, save } = meetCart(owner, user, own ?? currentLines(), stored, changedFrom)
    this.readAt = Date.now()
    writeOwner({ user, unsaved: save })
    const lines = takeOver ?? own
    if (lines) this.takeOver(lines)
    // All that is held now goes to the account, a guest's older lines too.
    this.sent = linesBefore
    // Every open tab follows the sign-in; one of them says so.
    if (takeOver && document.visibilityState === 'visible') sayJoined(takeOver, save && owner.user !== user)
    return save
  }

  /** Null as well where another tab made the first of the changes since. */
  private linesBefore = () => (linesBefore === this.sent ? null : linesBefore)

  private takeOver(lines: readonly CartLine[]): void {
    this.takingOver = true
    replaceLines(lines)
    this.takingOver = false
    this.agreedAt = changesHere()
  }

  private async save(user: string, isLast = false): Promise<void> {
    if (!this.loaded && !(await this.meet(user, isLast))) return
    for (let attempt = 0; this.isCurrent(user); attempt += 1) {
      try {
        // Another device may have changed it since. Without storage it is not known from what, and what is here counts.
        if (Date.now() - this.readAt > STILL_KNOWN_MS && readOwner().user === user) await this.join(user)
        if (!this.isCurrent(user)) return
        const changesBefore = changesHere()
        const before = linesBefore
        await this.write(user)
        this.readAt = Date.now()
        this.sent = before
        if (!this.isCurrent(user) || changesHere() !== changesBefore) return
        writeOwner({ user, unsaved: false })
        this.agreedAt = changesBefore
        return
      } catch (error) {
        // The record may have been deleted or made elsewhere; the next attempt looks again.
        this.record = null
        this.readAt = 0
        const ms = pauseAfter(attempt, errorStatus(error))
        if (ms === null) return void this.onceBack(error, isLast)
        await pause(ms)
      }
    }
  }

  /**
   * What was left because the line is lost is taken up again once it is back (ROUTE-26).
   * @param isLast not where it is here and has brought nothing before
   * @param say called unless it is tried again at once
   */
  private async onceBack(error: unknown, isLast: boolean, say?: () => void): Promise<void> {
    if (errorStatus(error) !== 0) return say?.()
    if (this.waiting) return
    this.waiting = true
    const here = await checkLine(HEALTH_URL)
    if (!here || isLast) say?.()
    if (!here) await lineBack()
    this.waiting = false
    const { user } = this
    if (here && isLast) return
    if (user && (!this.loaded || readOwner().unsaved)) this.queue(() => this.save(user, here))
  }

  private async write(user: string): Promise<void> {
    const items = currentLines()
    // Another device may have made a record meanwhile.
    if (this.record === null || (this.record === '' && items.length > 0))
      this.record = parseText((await findCart(user))?.id)
    const id = this.record
    const kept = await carts()
    switch (writeOf(items, id)) {
      case 'create':
        this.record = (await kept.create({ user, items })).id
        break
      case 'update':
        this.record = (await kept.update(id, { items })).id
        break
      case 'delete':
        await kept.delete(id)
        this.record = ''
    }
  }
}

/**
 * Keeps the cart of a signed-in shopper in their `carts` record (CART-02, CART-03, CART-11 to CART-14). Returns the
 * way to stop.
 */
export function startCartSync(): () => void {
  const sync = new CartSync()
  const stopChanges = onChangedHere(() => sync.changed())
  sync.follow(shopperId())
  const stopAuth = onSessionChange(() => sync.follow(shopperId()))
  return () => {
    stopChanges()
    stopAuth()
    sync.follow('')
  }
}
