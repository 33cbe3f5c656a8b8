import { cleanLine, cleanText } from '../../src/domain/text'
import { inTransaction } from './record-transaction'

function count(app: PbApp, sql: string, params: Record<string, unknown>): number {
  const rows = arrayOf(new DynamicModel({ total: 0 }))
  app.db().newQuery(sql).bind(params).all(rows)
  return Number(rows[0]?.total ?? 0)
}

/** Whether the user has a confirmed or completed order with this product (REV-07). */
function hasPurchased(app: PbApp, user: string, product: string): boolean {
  const sql = `
    SELECT COUNT(*) AS total FROM orders, json_each(CASE WHEN json_valid(orders.items) THEN orders.items ELSE '[]' END) AS line
    WHERE orders.[[user]] = {:user} AND orders.status IN ('confirmed', 'completed')
      AND json_extract(line.value, '$.product') = {:product}`
  return user !== '' && count(app, sql, { user, product }) > 0
}

/** Counts by SQL, not by adding to a loaded record: parallel reviews would otherwise overwrite each other's count. */
function recountProduct(app: PbApp, product: string): void {
  app
    .db()
    .newQuery(
      `UPDATE products SET
        reviews = (SELECT COUNT(*) FROM reviews WHERE product = {:product}),
        rating = (SELECT COALESCE(ROUND(AVG(rating), 2), 0) FROM reviews WHERE product = {:product})
      WHERE id = {:product}`,
    )
    .bind({ product })
    .execute()
}

function recountVotes(app: PbApp, review: string): void {
  app
    .db()
    .newQuery(
      'UPDATE reviews SET helpful_votes = (SELECT COUNT(*) FROM review_votes WHERE review = {:review}) WHERE id = {:review}',
    )
    .bind({ review })
    .execute()
}

/** Whoever is signed in is the author, whatever the request says (REV-01, REV-04). A superuser may write for somebody. */
export function forceAuthor(e: PbRecordRequestEvent): void {
  if (!e.hasSuperuserAuth() && e.auth) e.record.set('user', e.auth.id)
  e.next()
}

/** An author edits the words, never whose they are or what they are about. */
export function keepAuthor(e: PbRecordRequestEvent): void {
  if (!e.hasSuperuserAuth()) {
    const stored = e.record.original()
    const about = e.record.collection().name === 'reviews' ? 'product' : 'review'
    for (const field of ['user', about]) e.record.set(field, stored.get(field))
  }
  e.next()
}

/** A new review starts with no votes and with the server's answer to whether its author bought the product (REV-07). */
export function startReview(e: PbRecordEvent): void {
  e.record.set('verified_purchase', hasPurchased(e.app, e.record.getString('user'), e.record.getString('product')))
  e.record.set('helpful_votes', 0)
  e.next()
}

/** Cleans the words and says in a sentence what the unique indexes would say in a code. */
export function checkWords(e: PbRecordEvent): void {
  const { record } = e
  const name = record.collection().name
  if (name === 'reviews') record.set('title', cleanLine(record.getString('title')))
  if (name !== 'review_votes') record.set('content', cleanText(record.getString('content')))
  if (record.isNew()) refuseSecond(e, name)
  e.next()
}

const SECOND: Record<string, { about: string; sentence: string }> = {
  reviews: { about: 'product', sentence: 'You have reviewed this product already. You can edit your review.' },
  review_votes: { about: 'review', sentence: 'You have marked this review as helpful already.' },
}

/** @throws BadRequestError (400) when this person has reviewed the product, or voted for the review, before (REV-05) */
function refuseSecond(e: PbRecordEvent, name: string): void {
  const rule = SECOND[name]
  if (!rule) return
  const sql = `SELECT COUNT(*) AS total FROM ${name} WHERE [[user]] = {:user} AND ${rule.about} = {:about}`
  const params = { user: e.record.getString('user'), about: e.record.getString(rule.about) }
  if (count(e.app, sql, params) === 0) return
  throw new BadRequestError(rule.sentence, {
    [rule.about]: new ValidationError('validation_not_unique', rule.sentence),
  })
}

/** After a review is made, changed or deleted, its product's count and average follow in the same transaction (REV-02). */
export function followReview(e: PbRecordEvent): void {
  const before = e.record.isNew() ? '' : e.record.original().getString('product')
  inTransaction(e, ({ app, record }) => {
    e.next()
    const product = record.getString('product')
    recountProduct(app, product)
    if (before && before !== product) recountProduct(app, before)
  })
}

/** After a vote is given or taken back, the review's number is counted again in the same transaction (REV-05). */
export function followVote(e: PbRecordEvent): void {
  inTransaction(e, ({ app, record }) => {
    e.next()
    recountVotes(app, record.getString('review'))
  })
}
