import { DAY_MS } from '../../../src/domain/date'
import { COMMENTS_PER_DAY, COMMENTS_PER_REVIEW, OWN_COMMENTS_PER_REVIEW, STARS } from '../../../src/domain/limits'
import { MONEY_GONE, STANDING } from '../../../src/domain/orders/order'
import {
  ALL_COMMENTS,
  MANY_COMMENTS,
  OWN_COMMENTS,
  REVIEW_PROOF_NEEDED,
  type ReviewState,
} from '../../../src/domain/reviews/review'
import { cleanLine, cleanText } from '../../../src/domain/text'
import { shopperOf } from '../guard/order-access'
import { consume, releaseOne } from '../guard/rate-limits'
import { now, recordDate } from '../lib/clock'
import { givenBackOf } from '../lib/given-back'
import { refuse } from '../lib/record-problems'
import { inTransaction } from '../lib/record-transaction'
import { countRows, hasRow, isIn, plain, recordById, rows, run } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'

/**
 * Whether an order of the user's with this product was delivered, and neither returned nor paid back, the whole of it
 * or every piece of this product (REV-07).
 */
function hasPurchased(app: PbApp, user: string, product: string): boolean {
  if (user === '') return false
  const sql = `SELECT orders.id AS id, CAST(TOTAL(json_extract(line.value, '$.quantity')) AS INTEGER) AS pieces
    FROM orders, json_each(CASE WHEN json_valid(orders.items) THEN orders.items ELSE '[]' END) AS line
    WHERE orders.[[user]] = {:user} AND orders.status ${isIn(STANDING)}
      AND orders.fulfilment_status IN ('delivered', 'return_requested')
      AND orders.payment_status NOT ${isIn(MONEY_GONE)}
      AND CASE line.type WHEN 'object' THEN line.value ->> 'product' END = {:product} GROUP BY orders.id`
  const orders = rows(app, sql, { user, product }, { id: '', pieces: 0 })
  const ids = orders.map(({ id }) => id)
  const given = givenBackOf(app, ids).flatMap(({ order, lines }) => lines.pieces.map((piece) => ({ ...piece, order })))
  return orders.some(({ id, pieces }) => {
    const back = given.filter((piece) => piece.order === id && piece.product === product)
    return pieces > back.reduce((sum, { quantity }) => sum + quantity, 0)
  })
}

const published = (what: string, and = '') =>
  `(SELECT ${what} FROM reviews WHERE product = {:product} AND state = 'published'${and})`

/** Counts by SQL, not by adding to a loaded record: parallel reviews would otherwise overwrite each other's count. */
function recountProduct(app: PbApp, product: string): void {
  run(
    app,
    `UPDATE products SET
        reviews = ${published('COUNT(*)')},
        rating = COALESCE(${published('round(avg(rating), 2)')}, 0),
        rating_counts = json_array(${STARS.map((stars) => published('COUNT(*)', ` AND rating = ${stars}`)).join(', ')})
      WHERE id = {:product}`,
    { product },
  )
}

/** Of a review’s votes those that put it before others: anybody can make accounts with others’ addresses. */
const WEIGHED = `(SELECT COUNT(*) FROM review_votes v JOIN users u ON u.id = v.[[user]]
  WHERE v.review = reviews.id AND u.verified AND u.id != reviews.[[user]])`

function recountVotes(app: PbApp, review: string): void {
  run(
    app,
    `UPDATE reviews SET helpful_votes = (SELECT COUNT(*) FROM review_votes WHERE review = {:review}),
        weighed_votes = ${WEIGHED} WHERE id = {:review}`,
    { review },
  )
}

/** What the shop decides about a review. */
const SHOPS_FIELDS = ['state', 'hidden_reason', 'reply']

/**
 * Whoever is signed in is the author, whatever the request says (REV-01, REV-04), and has confirmed their email
 * address or been delivered the product. A superuser may write for somebody.
 * @throws BadRequestError (400) with a sentence and `data.user`, code `email_unproven`; or of too many comments;
 *   NotFoundError (404) for words about a review that is not shown
 */
export function forceAuthor(e: PbRecordRequestEvent): void {
  if (e.hasSuperuserAuth()) {
    if (e.record.collection().name === 'reviews' && e.record.getString('state') === '')
      e.record.set('state', 'published')
    e.next()
    return
  }
  const author = shopperOf(e)
  if (!author) throw new NotFoundError()
  const isReview = e.record.collection().name === 'reviews'
  if (!isReview && reviewOf(e.app, e.record)?.getString('state') !== 'published') throw new NotFoundError()
  e.record.set('user', author.id)
  for (const field of SHOPS_FIELDS) e.record.set(field, '')
  refuseUnproven(e, author)
  saveWithinBound(e, author)
}

/** What a comment or a vote is about. */
const reviewOf = (app: PbApp, record: PbRecord): PbRecord | undefined =>
  recordById(app, 'reviews', record.getString('review'))

function refuseUnproven(e: PbRecordRequestEvent, author: PbRecord): void {
  const name = e.record.collection().name
  if (name === 'review_votes' || author.getBool('verified')) return
  const product =
    name === 'reviews' ? e.record.getString('product') : (reviewOf(e.app, e.record)?.getString('product') ?? '')
  if (hasPurchased(e.app, author.id, product)) return
  refuse({ user: REVIEW_PROOF_NEEDED }, 'email_unproven', REVIEW_PROOF_NEEDED)
}

/**
 * A review takes so many comments in all, and so many of one person; of those who do not have the product, so many a
 * day are taken. What is refused otherwise takes no place.
 */
function saveWithinBound(e: PbRecordRequestEvent, author: PbRecord): void {
  if (e.record.collection().name !== 'review_comments') {
    e.next()
    return
  }
  const product = reviewOf(e.app, e.record)?.getString('product') ?? ''
  if (hasPurchased(e.app, author.id, product)) {
    saveUnlessFull(e)
    return
  }
  const place = `comments ${product}`
  if (consume(e.app, place, COMMENTS_PER_DAY, DAY_MS / 1000) > 0) throw new BadRequestError(MANY_COMMENTS)
  try {
    saveUnlessFull(e)
  } catch (error) {
    releaseOne(e.app, place)
    throw error
  }
}

/** In a transaction, where one comes after the other: many at once would all find a place. */
function saveUnlessFull(e: PbRecordRequestEvent): void {
  inTransaction(e, ({ app, record }) => {
    refuseFull(app, record.getString('review'), record.getString('user'))
    e.next()
  })
}

function refuseFull(app: PbApp, review: string, user: string): void {
  const all = 'FROM review_comments WHERE review = {:review}'
  if (countRows(app, all, { review }) >= COMMENTS_PER_REVIEW) throw new BadRequestError(ALL_COMMENTS)
  const own = 'FROM review_comments WHERE review = {:review} AND [[user]] = {:user}'
  if (countRows(app, own, { review, user }) >= OWN_COMMENTS_PER_REVIEW) throw new BadRequestError(OWN_COMMENTS)
}

const OTHERS_WORDS = 'These are the shopper’s words and stay as they are. Hide the review with a reason, or answer it.'

/** What its author says in a review. */
const REVIEW_WORDS = ['rating', 'title', 'content', 'images']

function changed(record: PbRecord, fields: readonly string[]): string[] {
  const [before, after] = [plain(record.original()), plain(record)]
  return fields.filter(
    (field) =>
      JSON.stringify(before[field]) !== JSON.stringify(after[field]) ||
      (field === 'images' && (record.getUnsavedFiles(field) ?? []).length > 0),
  )
}

/**
 * An author edits the words, never whose they are or what they are about, nor what the shop decides. The shop decides
 * whether a review is shown, and answers it; the words are its author's.
 * @throws BadRequestError (400) beside what a superuser has changed of them
 */
export function keepAuthor(e: PbRecordRequestEvent): void {
  const stored = e.record.original()
  const isReview = e.record.collection().name === 'reviews'
  const about = ['user', isReview ? 'product' : 'review']
  if (!e.hasSuperuserAuth()) {
    for (const field of [...about, ...SHOPS_FIELDS]) e.record.set(field, stored.get(field))
    e.next()
    return
  }
  const rewritten = changed(e.record, [...about, ...(isReview ? REVIEW_WORDS : ['content'])])
  if (rewritten.length > 0) {
    const problems = Object.fromEntries(rewritten.map((field) => [field, OTHERS_WORDS]))
    refuse(problems, 'validation_refused', OTHERS_WORDS)
  }
  e.next()
}

/**
 * A new review starts with no votes, with the server's answer to whether its author has the product (REV-07), and
 * published, unless many of the product by people who do not have it came within a day: then it waits for the shop.
 */
function startReview(app: PbApp, record: PbRecord): void {
  const [user, product] = [record.getString('user'), record.getString('product')]
  const bought = hasPurchased(app, user, product)
  record.set('verified_purchase', bought)
  record.set('helpful_votes', 0)
  record.set('weighed_votes', 0)
  if (record.getString('state') === '') record.set('state', bought ? 'published' : stateInBurst(app, product))
}

/** Whether its author, who does not have the product, gives other stars to what everybody sees, as it is stored. */
function starsChanged(app: PbApp, record: PbRecord): boolean {
  if (record.getInt('rating') === record.original().getInt('rating')) return false
  return hasRow(app, "FROM reviews WHERE id = {:id} AND state = 'published' AND NOT verified_purchase", {
    id: record.id,
  })
}

const shownPerDay = (app: PbApp): number => storeSettings(app).reviews_shown_per_day

function stateInBurst(app: PbApp, product: string): ReviewState {
  const recent = `FROM reviews WHERE product = {:product} AND state != 'waiting' AND created > {:since} AND NOT verified_purchase`
  const decided = countRows(app, recent, { product, since: recordDate(now() - DAY_MS) })
  return decided < shownPerDay(app) ? 'published' : 'waiting'
}

/**
 * onRecordUpdateExecute of orders: the badge of its buyer's reviews comes when it is delivered, and goes when it goes
 * back (REV-07).
 */
export function updateVerified(e: PbRecordEvent): void {
  const before = e.record.original()
  const moved = ['status', 'payment_status', 'fulfilment_status'].some(
    (field) => before.getString(field) !== e.record.getString(field),
  )
  const user = e.record.getString('user')
  if (!moved || user === '') {
    e.next()
    return
  }
  inTransaction(e, ({ app, record }) => {
    e.next()
    verifyAgain(app, record)
  })
}

/** onRecordCreateExecute and onRecordUpdateExecute of refunds: so it goes with the pieces that are given back. */
export function updateGivenBack(e: PbRecordEvent): void {
  inTransaction(e, ({ app, record }) => {
    e.next()
    const order = recordById(app, 'orders', record.getString('order'))
    if (order) verifyAgain(app, order)
  })
}

function verifyAgain(app: PbApp, order: PbRecord): void {
  const user = order.getString('user')
  const { items } = plain(order)
  const products = Array.isArray(items) ? items.map((item) => item?.product) : []
  for (const review of app.findRecordsByFilter('reviews', 'user != "" && user = {:user}', '', 0, 0, { user })) {
    const product = review.getString('product')
    if (!products.includes(product)) continue
    const bought = hasPurchased(app, user, product)
    if (bought === review.getBool('verified_purchase')) continue
    review.set('verified_purchase', bought)
    app.save(review)
  }
}

/** Cleans the words and says in a sentence what the unique indexes would say in a code. */
export function checkWords(e: PbRecordEvent): void {
  const { record } = e
  const name = record.collection().name
  if (name === 'reviews') record.set('title', cleanLine(record.getString('title')))
  if (name !== 'review_votes') record.set('content', cleanText(record.getString('content')))
  if (name === 'reviews') checkShopsWords(record)
  if (record.isNew()) refuseSecond(e, name)
  e.next()
}

/** @throws BadRequestError (400) when a review is hidden without a reason, or has one without being hidden */
function checkShopsWords(record: PbRecord): void {
  record.set('hidden_reason', cleanLine(record.getString('hidden_reason')))
  checkReply(record)
  const hidden = record.getString('state') === 'hidden'
  if (hidden === (record.getString('hidden_reason') !== '')) return
  const sentence = hidden
    ? 'Write why it is hidden: its author reads it.'
    : 'A reason belongs to a hidden review: set state to hidden, or empty this.'
  refuse({ hidden_reason: sentence }, 'validation_refused', sentence)
}

/**
 * The shop's answer is to the words it has read: with other words it goes, and `replied_at` stays to say that there was
 * one.
 */
function checkReply(record: PbRecord): void {
  const before = record.original().getString('reply')
  const reply = cleanText(record.getString('reply'))
  const isOld = reply !== '' && reply === before && changed(record, REVIEW_WORDS).length > 0
  record.set('reply', isOld ? '' : reply)
  if (!isOld && reply !== before) record.set('replied_at', reply ? recordDate(now()) : '')
}

const SECOND: Record<string, { about: string; sentence: string }> = {
  reviews: { about: 'product', sentence: 'You have reviewed this product already. You can edit your review.' },
  review_votes: { about: 'review', sentence: 'You have marked this review as helpful already.' },
}

/** @throws BadRequestError (400) when this person has reviewed the product, or voted for the review, before (REV-05) */
function refuseSecond(e: PbRecordEvent, name: string): void {
  const rule = SECOND[name]
  if (!rule) return
  const same = `FROM ${name} WHERE [[user]] = {:user} AND ${rule.about} = {:about}`
  const params = { user: e.record.getString('user'), about: e.record.getString(rule.about) }
  if (hasRow(e.app, same, params)) refuse({ [rule.about]: rule.sentence }, 'validation_not_unique', rule.sentence)
}

/**
 * After a review is made, changed or deleted, its product's count and average follow in the same transaction (REV-02).
 */
export function recountReviews(e: PbRecordEvent): void {
  const before = e.record.isNew() ? '' : e.record.original().getString('product')
  inTransaction(e, ({ app, record }) => {
    // In here, where one comes after the other: many at once would all find none before them.
    const product = record.getString('product')
    if (record.isNew()) startReview(app, record)
    else if (starsChanged(app, record) && consume(app, `stars ${product}`, shownPerDay(app), DAY_MS / 1000) > 0)
      record.set('state', 'waiting')
    const isReworded = !record.isNew() && changed(record, REVIEW_WORDS).length > 0
    e.next()
    recountProduct(app, product)
    if (before && before !== product) recountProduct(app, before)
    // `checkReply` knows of none that was given since the review was read.
    if (isReworded) run(app, "UPDATE reviews SET reply = '' WHERE id = {:id}", { id: record.id })
  })
}

/** After a vote is given or taken back, the review's number is counted again in the same transaction (REV-05). */
export function recountVote(e: PbRecordEvent): void {
  inTransaction(e, ({ app, record }) => {
    e.next()
    recountVotes(app, record.getString('review'))
  })
}

/** onRecordUpdateExecute of users: the votes of an account weigh from when it is confirmed (RISK-16). */
export function weighVotes(e: PbRecordEvent): void {
  if (e.record.original().getBool('verified') === e.record.getBool('verified')) {
    e.next()
    return
  }
  inTransaction(e, ({ app, record }) => {
    e.next()
    const sql = `UPDATE reviews SET weighed_votes = ${WEIGHED}
      WHERE id IN (SELECT review FROM review_votes WHERE [[user]] = {:user})`
    run(app, sql, { user: record.id })
  })
}
