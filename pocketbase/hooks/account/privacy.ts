import { mailboxOf } from '../../../src/domain/account/mailbox'
import { escapeHtml } from '../../../src/domain/html'
import { isObject } from '../../../src/domain/json'
import { paths } from '../../../src/lib/paths'
import { answerFresh, answerProblem, fieldProblem, httpProblem, NOT_FOUND, readBody } from '../guard/answer'
import { keyedHash, ownOrder, shopperId } from '../guard/order-access'
import { limited, type RateLimit, resetLimits, takeMail } from '../guard/rate-limits'
import { answering } from '../guard/slow-clients'
import { now, recordDate } from '../lib/clock'
import { plain, recordById, run } from '../lib/rows'
import { storeAddress } from '../lib/store-address'

type Row = { [field: string]: unknown }

/** How long the link of the mail that erases an account works, seconds. */
const LINK_SECONDS = 30 * 60
/** What a person may know of each of their records: everything but the store's own workings. */
const ADDRESS = ['label', 'name', 'phone', 'line1', 'line2', 'landmark', 'city', 'state', 'pincode', 'is_default']
const REVIEW = [
  'product',
  'rating',
  'title',
  'content',
  'images',
  'verified_purchase',
  'helpful_votes',
  'state',
  'hidden_reason',
  'reply',
  'replied_at',
]
const ORDER = [
  'number',
  'placed_at',
  'arrives_from',
  'arrives_until',
  'confirmed_at',
  'cancelled_at',
  'status',
  'payment_status',
  'fulfilment_status',
  'payment_method',
  'currency',
  'items',
  'items_total',
  'discount_total',
  'promotions',
  'shipping_total',
  'cash_fee',
  'round_off',
  'grand_total',
  'paid_total',
  'refunded_total',
  'offer',
  'name',
  'email',
  'phone',
  'line1',
  'line2',
  'landmark',
  'city',
  'state',
  'pincode',
  'note',
  'utm',
  'courier',
  'tracking_number',
  'tracking_url',
]
const DATES = ['created', 'updated']

function only(record: PbRecord, fields: readonly string[]): Row {
  const all = plain(record)
  return Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]]))
}

/** Records by a field's value, oldest first. */
function find(app: PbApp, collection: string, field: string, value: string): PbRecord[] {
  return app.findRecordsByFilter(collection, `${field} = {:value}`, 'created,@rowid', 0, 0, { value })
}

function orderData(app: PbApp, order: PbRecord): Row {
  const belonging = (collection: string, fields: readonly string[]) =>
    find(app, collection, 'order', order.id).map((record) => only(record, fields))
  return {
    ...only(order, ORDER),
    events: find(app, 'order_events', 'order', order.id)
      .filter((event) => event.getBool('public'))
      .map((event) => ({
        type: event.getString('type'),
        at: event.getString('created'),
        label: event.getString('label'),
      })),
    payments: belonging('payments', ['provider', 'method', 'amount', 'currency', 'status', 'created']),
    refunds: belonging('refunds', ['amount', 'status', 'processed_at', 'created']),
    bills: belonging('bills', ['kind', 'number', 'issued_at']),
  }
}

/** What is kept under an address without an account. */
type KeptUnder = 'messages' | 'subscribers' | 'stock_alerts' | 'cart_reminders'

/**
 * Messages, letters, what is waited for, the reminder of a cart. Only for whoever has shown
 * that the address is theirs. It is kept in small letters, and accounts keep theirs as it was typed.
 */
function keptUnder(app: PbApp, user: PbRecord, collection: KeptUnder): PbRecord[] {
  return user.getBool('verified') ? find(app, collection, 'email', user.getString('email').toLowerCase()) : []
}

function accountData(app: PbApp, user: PbRecord): Row {
  const own = (collection: string) => find(app, collection, 'user', user.id)
  const picture = user.getString('avatar')
  return {
    account: {
      id: user.id,
      name: user.getString('name'),
      email: user.getString('email'),
      verified: user.getBool('verified'),
      picture: picture && `/api/files/users/${user.id}/${picture}`,
      signs_in_with: find(app, '_externalAuths', 'recordRef', user.id).map((link) => link.getString('provider')),
      created: user.getString('created'),
    },
    addresses: own('addresses').map((record) => only(record, [...ADDRESS, ...DATES])),
    cart: own('carts').map((record) => only(record, ['items', ...DATES]))[0] ?? null,
    wishlist: own('wishlists').map((record) => only(record, ['items', ...DATES]))[0] ?? null,
    reviews: own('reviews').map((record) => only(record, [...REVIEW, ...DATES])),
    comments: own('review_comments').map((record) => only(record, ['review', 'content', ...DATES])),
    votes: own('review_votes').map((record) => only(record, ['review', 'created'])),
    messages: keptUnder(app, user, 'messages').map((record) =>
      only(record, ['ticket', 'name', 'email', 'message', 'created', 'answer', 'answered_at']),
    ),
    letters: keptUnder(app, user, 'subscribers').map((record) =>
      only(record, ['email', 'state', 'consent', 'language', 'confirmed_at', 'left_at', 'created']),
    ),
    waits_for: keptUnder(app, user, 'stock_alerts').map((record) => only(record, ['product', 'state', 'created'])),
    cart_reminders: keptUnder(app, user, 'cart_reminders').map((record) =>
      only(record, ['items', 'state', 'asked_at', 'due_at']),
    ),
    orders: own('orders').map((order) => orderData(app, order)),
  }
}

function answerFile(e: PbRequestEvent, name: string, data: Row): void {
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-store')
  headers.set('Content-Disposition', `attachment; filename="${name}.json"`)
  const exported_at = new Date(now()).toISOString()
  const file = { exported_at, money: 'Amounts of orders are paise: 100 are one rupee.', ...data }
  answering(e, () => e.json(200, file))
}

const notSignedIn = httpProblem(401, 'not_authenticated', 'Not authenticated')

/**
 * GET /api/store/my-data: everything the shop holds on the signed-in person, as JSON (Digital Personal Data
 * Protection Act 2023, section 11). Nothing of the store's own workings: no hashes, keys, flags. Amounts of orders in
 * paise.
 */
export function exportAccount(e: PbRequestEvent) {
  if (!shopperId(e)) return answerProblem(e, notSignedIn)
  if (limited(e, [['data:account', shopperId(e)]])) return
  // As it stands now, not as the session read it.
  const user = e.app.findRecordById('users', shopperId(e))
  answerFile(e, 'my-data', accountData(e.app, user))
}

/**
 * GET /api/store/my-data/orders/{id}: the same of one order, for its owner or whoever carries its token (guests). 404
 * for everybody else.
 */
export function exportOrder(e: PbRequestEvent) {
  const order = ownOrder(e)
  if (!order) return answerProblem(e, NOT_FOUND)
  if (limited(e, [['data:order', order.id]])) return
  answerFile(e, `order-${order.getString('number')}`, { order: orderData(e.app, order) })
}

/**
 * POST /api/store/account/deletion: erases the signed-in person's account, `{ password }` → 204. A session alone is
 * not enough: it may have been left open. Without a password, `{}` → 202 and a mail with a link that does it, for
 * those who sign in with Google and have none. 400 beside `password` when it is wrong, 429 `too_many_tries` after
 * five wrong ones.
 */
export function askDeletion(e: PbRequestEvent) {
  if (!shopperId(e)) return answerProblem(e, notSignedIn)
  const read = readBody(e)
  if ('problem' in read) return answerProblem(e, read.problem)
  const app = e.app
  const user = app.findRecordById('users', shopperId(e))
  const password = isObject(read.body) ? read.body.password : undefined
  if (password === undefined) {
    const email = user.getString('email')
    if (limited(e, [['deletionmails:account', mailboxOf(email)]])) return
    // Only its owner is signed in to a confirmed account: mails that others ask for do not keep them from deleting it.
    if (user.getBool('verified') || takeMail(app, email)) mailLink(app, user)
    return answerFresh(e, 202, {})
  }
  const tries: RateLimit[] = [['deletion:account', user.id]]
  if (limited(e, tries, 'Too many wrong passwords.')) return
  if (typeof password !== 'string' || !user.validatePassword(password)) {
    const message = 'That is not the password of this account.'
    return answerProblem(e, fieldProblem({ password: { code: 'validation_invalid_password', message } }))
  }
  eraseAccount(app, user)
  e.noContent(204)
}

/**
 * onFileDownloadRequest. PocketBase lets every cache on the way keep a file for 30 days; what goes with a person must
 * be gone when they erase their account. Their reader's own browser asks again after an hour.
 */
export function servePrivateFile(e: PbDownloadEvent): void {
  e.requestEvent.response.header().set('Cache-Control', 'private, max-age=3600')
  answering(e.requestEvent, () => e.next())
}

const linkKey = () => keyedHash('erase')
/** Of what only this account knows: a changed password or address makes the link worthless. */
const accountKey = (user: PbRecord) => keyedHash(`erase:${user.tokenKey()}`)

function mailLink(app: PbApp, user: PbRecord): void {
  const token = $security.createJWT({ id: user.id, account: accountKey(user) }, linkKey(), LINK_SECONDS)
  const { appName, senderName, senderAddress } = app.settings().meta
  // In the fragment, which no log and no Referer header ever sees.
  const link = `${storeAddress(app)}${paths.mailLink('erase')}#token=${token}`
  const lines = [
    'Hello,',
    `Somebody who is signed in to your account at ${appName} wants to delete it. Your name, picture, addresses, cart, wishlist, reviews and comments would be deleted at once and cannot be brought back.`,
    'If it was you, open this link within 30 minutes and press “Delete account for good”:',
  ]
  const last = 'If it was not you, change your password: somebody else may be using your account.'
  app.newMailClient().send(
    new MailerMessage({
      from: { name: senderName, address: senderAddress },
      to: [{ address: user.getString('email') }],
      subject: `Delete your account at ${appName}`,
      text: [...lines, link, last, appName].join('\n\n'),
      html: `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${escapeHtml(link)}">Delete my account</a></p>
<p>${last}</p>
<p>${escapeHtml(appName)}</p>`,
    }),
  )
}

/**
 * POST /api/store/account/deletion/confirm: erases the account of that mail, `{ token }` → 204, also when that was done
 * before. 400 beside `token` when it is not good any more.
 */
export function confirmDeletion(e: PbRequestEvent) {
  const read = readBody(e)
  if ('problem' in read) return answerProblem(e, read.problem)
  const token = isObject(read.body) && typeof read.body.token === 'string' ? read.body.token : ''
  const link = readLink(e.app, token)
  if (!link) {
    const message = 'This link has expired or was used before.'
    return answerProblem(e, fieldProblem({ token: { code: 'validation_invalid_token', message } }))
  }
  if (link.user) eraseAccount(e.app, link.user)
  e.noContent(204)
}

/** Whose link it is, without a user where the account is gone already; null when it is not good. */
function readLink(app: PbApp, token: string): { user?: PbRecord } | null {
  try {
    const { id, account } = $security.parseJWT(token, linkKey())
    const user = recordById(app, 'users', String(id))
    return !user || account === accountKey(user) ? { user } : null
  } catch {
    return null
  }
}

/**
 * Erases an account with what hangs on it: addresses, cart, wishlist, reviews, comments, votes, picture, messages and
 * the newsletter. Its orders stay, as tax law asks, without the account and without what was only for advertising;
 * `retention.ts` erases their names when the law's time is over.
 */
function eraseAccount(app: PbApp, user: PbRecord): void {
  app.runInTransaction((txApp) => {
    run(txApp, "UPDATE orders SET [[user]] = '', utm = 'null', updated = {:now} WHERE [[user]] = {:id}", {
      id: user.id,
      now: recordDate(now()),
    })
    for (const collection of ['messages', 'subscribers', 'stock_alerts', 'cart_reminders'] as const)
      for (const record of keptUnder(txApp, user, collection)) txApp.delete(record)
    txApp.delete(user)
  })
  resetLimits(app, [['deletion:account', user.id]])
}
