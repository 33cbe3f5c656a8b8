import { inIndia } from '../../../src/domain/date'
import { trackingPage } from '../../../src/domain/desk/tracking'
import { isObject, parseJson, parseText } from '../../../src/domain/json'
import { toPaise, toRupees } from '../../../src/domain/money'
import type { Tracked } from '../../../src/domain/orders/booking'
import { inSlot } from '../guard/slots'
import { now } from '../lib/clock'
import { sharedStore } from '../lib/shared-store'
import type { Booked, Courier, CourierAnswer, ParcelFacts, ParcelToBook, Rate } from './courier'
import { trackedBy } from './shiprocket-states'

/** Seconds Shiprocket is given for one answer. */
const ASK_SECONDS = 15
/** Requests and jobs that wait for it at a time; each holds a script engine meanwhile. */
const MOST_ASKING = 4

/**
 * Shiprocket's REST interface, version 1 (https://apidocs.shiprocket.in). It knows no idempotency key: what was asked
 * without an answer is looked for before it is asked again.
 */
export const shiprocket: Courier = {
  ...{ rates, book, label, track, cancel },
  page: (awb) => trackingPage('Shiprocket', awb),
}

/** GET courier/serviceability */
function rates({ pickup, pincode, weight, cash, worth, length, breadth, height }: ParcelFacts): CourierAnswer<Rate[]> {
  const query = {
    ...{ pickup_postcode: pickup.pincode, delivery_postcode: pincode, weight: weight / 1000, cod: cash > 0 ? 1 : 0 },
    ...{ length, breadth, height, declared_value: Math.round(toRupees(worth)) },
  }
  const asked = ask('GET', `/courier/serviceability?${queryOf(query)}`, undefined, ({ data }) =>
    isObject(data) && Array.isArray(data.available_courier_companies)
      ? data.available_courier_companies.flatMap(readRate).sort((one, other) => one.cost - other.cost)
      : undefined,
  )
  return 'ok' in asked && asked.ok.length === 0 ? { refused: 'No courier goes to this PIN code.' } : asked
}

function readRate(company: unknown): Rate[] {
  if (!isObject(company)) return []
  const id = Number(company.courier_company_id)
  const cost = toPaise(Number(company.rate).toFixed(2))
  const name = parseText(company.courier_name)
  if (!(id > 0) || cost === null || name === '') return []
  return [{ id, name, cost, days: Math.floor(Number(company.estimated_delivery_days)) || 0 }]
}

/** Order, tracking number, pickup, label: each only when Shiprocket does not have it yet. */
function book(parcel: ParcelToBook, known: Booked, keep: (found: Partial<Booked>) => boolean): CourierAnswer<Booked> {
  let booked = known
  const learn = <T extends Partial<Booked>>(asked: CourierAnswer<T>): CourierAnswer<T> => {
    if (!('ok' in asked)) return asked
    booked = { ...booked, ...asked.ok }
    return keep(asked.ok) ? asked : { refused: 'It was called off meanwhile.' }
  }
  const before = findOrder(parcel.reference)
  if (!('ok' in before)) return before
  const { pickup = false, ...there } = before.ok ?? {}
  const steps: readonly (readonly [missing: () => boolean, make: () => CourierAnswer<Partial<Booked>>])[] = [
    [() => true, () => ({ ok: there })],
    // What cannot be sent leaves no order behind.
    [() => !before.ok, () => chooseRate(parcel, booked.choice)],
    [() => !before.ok, () => createOrder(parcel)],
    [() => true, () => callOffOthers(parcel.reference, booked)],
    [() => !booked.awb, () => assign(booked)],
    [() => !pickup, () => requestPickup(booked.shipment)],
    [() => !booked.label_url, () => labelOf(booked.shipment)],
  ]
  for (const [missing, make] of steps) {
    const made = missing() ? learn(make()) : { ok: {} }
    if (!('ok' in made)) return made
  }
  return { ok: booked }
}

/** `pickup`: somebody has been asked to fetch it. */
type Found = Pick<Booked, 'remote_order' | 'shipment'> & Partial<Booked> & { pickup: boolean }

/** GET orders?search=…, then shipments/{id}: the order of this reference that stands; null: there is none. */
function findOrder(reference: string): CourierAnswer<Found | null> {
  const asked = standing(reference)
  if (!('ok' in asked)) return asked
  const [first] = asked.ok.sort((one, other) => Number(!one.awb) - Number(!other.awb))
  if (!first) return { ok: null }
  return ask('GET', `/shipments/${encodeURIComponent(first.shipment)}`, undefined, ({ data }) => {
    if (!isObject(data)) return undefined
    const label_url = webAddress(data.label_url)
    const courier = parseText(data.courier)
    const pickup = Boolean(data.pickup_token_number || data.pickup_generated_date)
    return { ...first, ...(courier && { courier }), ...(label_url && { label_url }), pickup }
  })
}

/** Orders of this reference that were not called off. */
const standing = (reference: string): CourierAnswer<Found[]> =>
  ask('GET', `/orders?${queryOf({ search: reference, per_page: 50 })}`, undefined, ({ data }) =>
    Array.isArray(data) ? data.flatMap((order) => readOrder(order, reference)) : undefined,
  )

/** Asked twice, it made two: whoever sees the other in Shiprocket's panel would send a second parcel. */
function callOffOthers(reference: string, ours: Booked): CourierAnswer<object> {
  const asked = standing(reference)
  if (!('ok' in asked)) return asked
  const isOther = ({ remote_order, shipment, awb }: Found) =>
    !awb && remote_order !== ours.remote_order && shipment !== ours.shipment
  const ids = asked.ok.filter(isOther).map(({ remote_order }) => Number(remote_order))
  return ids.length > 0 ? ask('POST', '/orders/cancel', { ids }, () => ({})) : { ok: {} }
}

function readOrder(order: unknown, reference: string): Found[] {
  if (!isObject(order) || order.channel_order_id !== reference) return []
  if (/^CANCEL/i.test(parseText(order.status))) return []
  const [shipment] = Array.isArray(order.shipments) ? order.shipments : []
  if (!isObject(shipment)) return []
  const awb = readAwb(shipment.awb)
  return [{ remote_order: String(order.id), shipment: String(shipment.id), pickup: false, ...(awb && { awb }) }]
}

/** The chosen courier while it goes there, else, where none was chosen, the cheapest. */
function chooseRate(parcel: ParcelFacts, choice: number): CourierAnswer<Pick<Booked, 'choice' | 'cost'>> {
  const goes = rates(parcel)
  if (!('ok' in goes)) return goes
  const rate = choice === 0 ? goes.ok[0] : goes.ok.find(({ id }) => id === choice)
  return rate
    ? { ok: { choice: rate.id, cost: rate.cost } }
    : { refused: 'The courier that was chosen does not go there now. Choose another.' }
}

/** POST orders/create/adhoc */
function createOrder(parcel: ParcelToBook): CourierAnswer<Pick<Booked, 'remote_order' | 'shipment'>> {
  return ask('POST', '/orders/create/adhoc', adhocOrder(parcel), ({ order_id, shipment_id }) =>
    order_id && shipment_id ? { remote_order: String(order_id), shipment: String(shipment_id) } : undefined,
  )
}

function adhocOrder(parcel: ParcelToBook): object {
  const { pickup, items, cash, worth, weight, length, breadth, height } = parcel
  return {
    order_id: parcel.reference,
    order_date: inIndia(parcel.placed).toISOString().slice(0, 16).replace('T', ' '),
    pickup_location: pickup.location,
    billing_customer_name: parcel.name,
    billing_last_name: '',
    billing_address: parcel.lines[0],
    billing_address_2: parcel.lines[1],
    billing_city: parcel.city,
    billing_pincode: parcel.pincode,
    billing_state: parcel.state,
    billing_country: 'India',
    billing_email: parcel.email,
    billing_phone: parcel.phone,
    shipping_is_billing: true,
    order_items: items.map(({ each, ...item }) => ({ ...item, selling_price: toRupees(each) })),
    payment_method: cash > 0 ? 'COD' : 'Prepaid',
    // What a courier collects is this sum.
    sub_total: toRupees(cash > 0 ? cash : worth),
    ...{ length, breadth, height, weight: weight / 1000 },
  }
}

/** POST courier/assign/awb: the tracking number. Paid from the wallet. */
function assign({ shipment, choice }: Booked): CourierAnswer<Pick<Booked, 'awb' | 'courier'>> {
  const body = { shipment_id: Number(shipment), ...(choice > 0 && { courier_id: choice }) }
  const asked = ask('POST', '/courier/assign/awb', body, ({ awb_assign_status, response }) => {
    const data = isObject(response) && isObject(response.data) ? response.data : {}
    const awb = readAwb(data.awb_code)
    return awb_assign_status === 1 && awb ? { awb, courier: parseText(data.courier_name) } : undefined
  })
  // It has one that was not heard of: the next try finds it.
  return 'refused' in asked && /reassign|already/i.test(asked.refused) ? { unreachable: asked.refused } : asked
}

const readAwb = (value: unknown): string => /^[A-Za-z0-9-]{4,40}$/.exec(String(value ?? '').trim())?.[0] ?? ''

/** POST courier/generate/pickup. Who is waited for already is told so with 400. */
function requestPickup(shipment: string): CourierAnswer<object> {
  const asked = ask('POST', '/courier/generate/pickup', { shipment_id: [Number(shipment)] }, ({ pickup_status }) =>
    pickup_status === 1 ? {} : undefined,
  )
  return 'refused' in asked && /already/i.test(asked.refused) ? { ok: {} } : asked
}

function labelOf(shipment: string): CourierAnswer<Pick<Booked, 'label_url'>> {
  const made = label([shipment])
  return 'ok' in made ? { ok: { label_url: made.ok } } : made
}

/** POST courier/generate/label */
function label(shipments: readonly string[]): CourierAnswer<string> {
  return ask(
    'POST',
    '/courier/generate/label',
    { shipment_id: shipments.map(Number) },
    ({ label_url }) => webAddress(label_url) || undefined,
  )
}

/** GET courier/track/awb/{awb}: a parcel nobody has scanned yet has code 0. */
function track(awb: string): CourierAnswer<{ tracked: Tracked; words: string }> {
  return ask('GET', `/courier/track/awb/${encodeURIComponent(awb)}`, undefined, ({ tracking_data: data }) => {
    if (!isObject(data)) return undefined
    const [parcel] = Array.isArray(data.shipment_track) ? data.shipment_track : []
    const words = isObject(parcel) ? parseText(parcel.current_status) : ''
    return { tracked: trackedBy(Number(data.shipment_status)), words: words.slice(0, 80) }
  })
}

/** POST orders/cancel, and a look whether it is gone: what stands there counts, not what was answered. */
function cancel(reference: string): CourierAnswer<string> {
  const before = findOrder(reference)
  if (!('ok' in before)) return before
  if (!before.ok) return { ok: '' }
  const asked = ask('POST', '/orders/cancel', { ids: [Number(before.ok.remote_order)] }, () => true)
  const after = 'refused' in asked ? before : findOrder(reference)
  if (!('ok' in after)) return after
  const end = endOf(after.ok?.awb)
  if (!after.ok || end) return { ok: end }
  return 'refused' in asked ? asked : { unreachable: 'It is not called off yet.' }
}

/** How a parcel ended that was fetched all the same, in words; empty while it has not, and can be called off. */
function endOf(awb = ''): string {
  const asked = awb ? track(awb) : undefined
  if (!asked || !('ok' in asked)) return ''
  const { tracked, words } = asked.ok
  return ['delivered', 'home', 'cancelled'].includes(tracked) ? words || tracked : ''
}

const webAddress = (value: unknown): string => (/^https?:\/\/\S+$/.test(parseText(value)) ? parseText(value) : '')

const queryOf = (values: { [name: string]: string | number }): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** What a body of Shiprocket says; undefined where it does not say what was asked for. */
type Read<T> = (body: Record<string, unknown>) => T | undefined

const TOKEN = 'courier:token'
/** A token is good for ten days. */
const TOKEN_LIFE_MS = 9 * 24 * 60 * 60_000
/** Who is asked again and again with a wrong password shuts the account. */
const WRONG = 'courier:wrong'
const WRONG_MS = 10 * 60_000
const WRONG_PASSWORD = { refused: 'Shiprocket does not take the email and password this store has.' }

function ask<T>(method: string, path: string, body: object | undefined, read: Read<T>): CourierAnswer<T> {
  const asked = inSlot('courier', MOST_ASKING, () => {
    for (let tries = 0; ; tries++) {
      const token = signIn(tries > 0)
      if (!('ok' in token)) return token
      const { status, answer } = call(method, path, body, token.ok)
      // A token that has run out was not acted on.
      if (status !== 401 || tries > 0) return judged(status, answer, read)
    }
  })
  return asked ?? { unreachable: 'Too much is asked of it at once.' }
}

/** POST auth/login. Kept in memory alone, for all engines. */
function signIn(anew: boolean): CourierAnswer<string> {
  const [until, kept = ''] = String(sharedStore().get(TOKEN) ?? '').split(' ')
  if (!anew && Number(until) > now()) return { ok: kept }
  if (Number(sharedStore().get(WRONG) ?? 0) > now()) return WRONG_PASSWORD
  const account = { email: $os.getenv('SHIPROCKET_EMAIL'), password: $os.getenv('SHIPROCKET_PASSWORD') }
  const { status, answer } = call('POST', '/auth/login', account)
  const token = judged(status, answer, (body) => parseText(body.token) || undefined)
  if ('refused' in token) {
    sharedStore().set(WRONG, String(now() + WRONG_MS))
    return WRONG_PASSWORD
  }
  if ('ok' in token) sharedStore().set(TOKEN, `${now() + TOKEN_LIFE_MS} ${token.ok}`)
  return token
}

/** @returns status 0: there was no answer */
function call(method: string, path: string, body?: object, token = ''): { status: number; answer: unknown } {
  const address = ($os.getenv('SHIPROCKET_API_URL') || 'https://apiv2.shiprocket.in').replace(/\/+$/, '')
  try {
    const response = $http.send({
      url: `${address}/v1/external${path}`,
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      timeout: ASK_SECONDS,
    })
    return { status: response.statusCode, answer: parseJson(toString(response.body)) }
  } catch {
    return { status: 0, answer: undefined }
  }
}

/** Some refusals come with 200, and pages of machines in between with any number. */
function judged<T>(status: number, answer: unknown, read: Read<T>): CourierAnswer<T> {
  if (status === 0) return { unreachable: 'Shiprocket did not answer.' }
  const failed = status >= 500 || status === 401 || status === 408 || status === 429
  if (failed || !isObject(answer)) return { unreachable: `Shiprocket answered ${status}.` }
  const value = status < 300 ? read(answer) : undefined
  if (value !== undefined) return { ok: value }
  const words = wordsOf(answer)
  return words ? { refused: `Shiprocket: ${words}` } : { unreachable: 'Shiprocket’s answer makes no sense.' }
}

function wordsOf({ errors, message, response }: Record<string, unknown>): string {
  const of = isObject(errors) ? Object.values(errors).flat() : []
  const data = isObject(response) && isObject(response.data) ? response.data : {}
  const found = [...of, data.awb_assign_error, response, message].map(parseText).filter(Boolean)
  const [first = ''] = found
  const text = (isObject(errors) ? found.slice(0, of.length || 1).join(' ') : first).slice(0, 300)
  return text === '' || /[.?!]$/.test(text) ? text : `${text}.`
}
