import { isObject, parseJson } from '../../src/domain/json'

/**
 * Lists take a filter and an order from whoever asks. Along relations PocketBase (0.40) holds those against the rules of the collections on
 * the way for the record that is found, but not for the others it compares ("every related record"): whoever had reviewed a
 * product could find out the phone numbers of its other reviewers with
 * `reviews_via_product.user.addresses_via_user.phone !~ "98450"`. Shoppers therefore filter and sort a collection by its own fields.
 */
const DETOUR_REFUSED = 'Records are filtered and sorted by their own fields only.'

/**
 * Whether the text leaves the collection. Looked for in the whole text, quotes and comments included: what only seems to be quoted must
 * not pass, and nobody searches for words like these.
 */
function leavesCollection(text: string, relations: readonly string[]): boolean {
  return text.includes('_via_') || text.includes('@collection') || relations.some((name) => text.includes(`${name}.`))
}

function relationNames(collection: PbCollection): string[] {
  const { fields } = collection
  return fields.fieldNames().filter((name) => fields.getByName(name)?.type() === 'relation')
}

/**
 * onRecordsListRequest.
 * @throws BadRequestError (400) when somebody but a superuser filters or sorts along a relation
 */
export function refuseDetour(e: PbListEvent): void {
  if (!e.hasSuperuserAuth()) {
    const { filter = '', sort = '' } = e.requestInfo().query
    const asked = `${filter} ${sort}`
    if (asked !== ' ' && leavesCollection(asked, relationNames(e.collection))) throw new BadRequestError(DETOUR_REFUSED)
  }
  e.next()
}

/** What a subscription may ask for beside its topic. A filter would be the same detour as above, told by whether events come. */
const SUBSCRIPTION_QUERY = ['fields', 'expand']

function isPlainSubscription(subscription: string): boolean {
  const start = subscription.indexOf('?')
  if (start < 0) return true
  const given = /^options=([^&;#+]*)$/.exec(subscription.slice(start + 1))?.[1]
  if (given === undefined) return false
  let text: string
  try {
    text = decodeURIComponent(given)
  } catch {
    return false
  }
  const options = parseJson(text)
  // Written again it must be the same: PocketBase's parser joins what is said twice, and takes QUERY for query.
  if (!isObject(options) || JSON.stringify(options) !== text) return false
  const { query = {}, ...others } = options
  const names = Object.keys(others)
  return isObject(query) && names.every((name) => name === 'headers') && Object.keys(query).every(isSubscriptionQuery)
}

const isSubscriptionQuery = (name: string) => SUBSCRIPTION_QUERY.includes(name)

/**
 * onRealtimeSubscribeRequest.
 * @throws BadRequestError (400) when somebody but a superuser subscribes with more than `fields` and `expand`
 */
export function refuseFilteredSubscription(e: PbSubscribeEvent): void {
  if (!e.hasSuperuserAuth()) {
    for (const subscription of Array.from(e.subscriptions ?? [])) {
      if (!isPlainSubscription(subscription)) throw new BadRequestError('Subscriptions take no filter.')
    }
  }
  e.next()
}
