import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { StandIn } from './stand-in'

type Body = Record<string, unknown>
interface Answer {
  status: number
  body: unknown
}

/** A parcel as Shiprocket keeps it. */
export interface RemoteParcel {
  id: number
  shipment: number
  reference: string
  sent: Body
  status: 'NEW' | 'READY TO SHIP' | 'CANCELED'
  awb: string
  courier: string
  /** How often somebody was asked to fetch it, and a label was made. */
  pickups: number
  labels: number
  /** `shipment_status`, and in words. */
  code: number
  words: string
}

export type Fault =
  /** The connection breaks, nothing is done. */
  | { kind: 'down' }
  /** The work is done, the connection breaks. */
  | { kind: 'lost' }
  /** The work is done twice, as by a proxy that asks again. */
  | { kind: 'twice' }
  /** Answered with this, nothing is done. */
  | { kind: 'says'; status: number; body: unknown }

const EMAIL = 'api@shop.example'
const PASSWORD = 'password-of-the-fake-courier'
const WEBHOOK_KEY = 'key-of-the-fake-courier'
const RATES = [
  { courier_company_id: 43, courier_name: 'Delhivery Surface', rate: 54.5, estimated_delivery_days: '4' },
  { courier_company_id: 1, courier_name: 'Blue Dart', rate: 123.9, estimated_delivery_days: '2' },
]

/**
 * A stand-in for Shiprocket on this machine, in its wire format (https://apidocs.shiprocket.in). Like the real one it
 * makes a second order when it is asked twice. Tests make it late, silent, forgetful of tokens, or say no.
 */
export class ShiprocketFake extends StandIn<Fault, undefined> {
  readonly parcels: RemoteParcel[] = []
  /** Every call, as `METHOD /path`, in order of arrival. */
  readonly calls: string[] = []
  readonly webhookKey = WEBHOOK_KEY
  private tokens = new Set<string>()

  static start = () => new ShiprocketFake().listen()

  /** What a store needs in its environment to take this for Shiprocket. */
  get env(): Record<string, string> {
    return {
      SHIPROCKET_EMAIL: EMAIL,
      SHIPROCKET_PASSWORD: PASSWORD,
      SHIPROCKET_WEBHOOK_KEY: WEBHOOK_KEY,
      SHIPROCKET_API_URL: this.url,
    }
  }

  /** Answers of the given calls with a refusal, in Shiprocket's form. */
  refuse(message: string, on: RegExp, status = 400): void {
    this.misbehave({ kind: 'says', status, body: { message, status_code: status } }, { on })
  }

  /** Every token runs out. */
  expireTokens(): void {
    this.tokens.clear()
  }

  /** The parcels of a reference that were not called off. */
  standing(reference: string): RemoteParcel[] {
    return this.parcels.filter((parcel) => parcel.reference === reference && parcel.status !== 'CANCELED')
  }

  callsOf(on: RegExp): string[] {
    return this.calls.filter((call) => on.test(call))
  }

  /** Says where a parcel is, from now on. */
  scan(reference: string, code: number, words: string): void {
    for (const parcel of this.standing(reference)) Object.assign(parcel, { code, words })
  }

  /** Sends news of a parcel, as Shiprocket does: what they say is not what the store may believe. */
  tell(storeUrl: string, awb: string, status: string, key: string | null = WEBHOOK_KEY): Promise<Response> {
    return fetch(`${storeUrl}/api/store/webhooks/courier`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) },
      body: JSON.stringify({ awb, current_status: status, shipment_status: status, shipment_status_id: 7 }),
    })
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const sent = await text(request)
    const name = `${request.method} ${pathname.replace('/v1/external', '')}`
    this.calls.push(name)
    await this.pass(name, 'before', undefined)
    // Held back before its work, and the caller is gone: as if it had never been sent.
    if (request.socket.destroyed) return
    const fault = this.faultOf(name)
    if (fault?.kind === 'down') {
      request.socket.destroy()
      return
    }
    const body = sent === '' ? {} : (JSON.parse(sent) as Body)
    const work = () => this.work(name, body, searchParams, request.headers.authorization ?? '')
    if (fault?.kind === 'twice') work()
    const { status, body: said } = fault?.kind === 'says' ? fault : work()
    await this.pass(name, 'after', undefined)
    if (fault?.kind === 'lost' || response.destroyed) {
      request.socket.destroy()
      return
    }
    const html = typeof said === 'string'
    response.writeHead(status, { 'content-type': html ? 'text/html' : 'application/json' })
    response.end(html ? said : JSON.stringify(said))
  }

  private work(name: string, body: Body, query: URLSearchParams, authorization: string): Answer {
    if (name === 'POST /auth/login') return this.login(body)
    if (!this.tokens.has(authorization))
      return { status: 401, body: { message: 'Token has expired', status_code: 401 } }
    const [route, id = ''] = name.split(/\/(?=\d+$|FAKE)/)
    const ids = [body.shipment_id, body.ids].flat().map(Number)
    const asked = this.parcels.filter(({ shipment }) => ids.includes(shipment))
    const routes: Record<string, () => Answer> = {
      'GET /courier/serviceability': () => serviceability(query),
      'GET /orders': () => this.list(query),
      'GET /shipments': () => this.show(Number(id)),
      'POST /orders/create/adhoc': () => this.create(body),
      'POST /courier/assign/awb': () => assign(asked[0], Number(body.courier_id)),
      'POST /courier/generate/pickup': () => pickup(asked[0]),
      'POST /courier/generate/label': () => this.label(asked),
      'POST /orders/cancel': () => cancel(this.parcels.filter((parcel) => ids.includes(parcel.id))),
      'GET /courier/track/awb': () => this.track(id),
    }
    return routes[route ?? '']?.() ?? { status: 404, body: { message: '404 Not Found', status_code: 404 } }
  }

  private login({ email, password }: Body): Answer {
    if (email !== EMAIL || password !== PASSWORD)
      return { status: 403, body: { message: 'Invalid email and password combination', status_code: 403 } }
    const token = `token-${this.calls.length}`
    this.tokens.add(`Bearer ${token}`)
    return { status: 200, body: { id: 1, email, token } }
  }

  private create(body: Body): Answer {
    if (!/^[6-9]\d{9}$/.test(String(body.billing_phone)))
      return invalid('billing_phone', 'The billing phone is invalid.')
    if (body.pickup_location !== 'Workshop')
      return {
        status: 200,
        body: { message: 'Wrong Pickup location entered.', data: [{ pickup_location: 'Workshop' }] },
      }
    const number = this.parcels.length + 1
    const fresh = { awb: '', courier: '', pickups: 0, labels: 0, code: 0, words: '' }
    const reference = String(body.order_id)
    const parcel = {
      id: 9000 + number,
      shipment: 7000 + number,
      reference,
      sent: body,
      status: 'NEW' as const,
      ...fresh,
    }
    this.parcels.push(parcel)
    return { status: 200, body: { order_id: parcel.id, shipment_id: parcel.shipment, status: 'NEW', status_code: 1 } }
  }

  private list(query: URLSearchParams): Answer {
    const search = query.get('search') ?? ''
    const data = this.parcels
      .filter(({ reference, awb }) => reference.includes(search) || awb === search)
      .map(({ id, reference, status, shipment, awb }) => ({
        ...{ id, channel_order_id: reference, status, shipments: [{ id: shipment, awb, courier: '' }] },
      }))
    return { status: 200, body: { data, meta: { pagination: { total: data.length } } } }
  }

  private show(id: number): Answer {
    const parcel = this.parcels.find(({ shipment }) => shipment === id)
    if (!parcel) return { status: 404, body: { message: '404 Not Found', status_code: 404 } }
    const { awb, courier, pickups, labels } = parcel
    const data = {
      ...{ id, awb: awb || null, courier: courier || null, label_url: labels > 0 ? this.labelOf(parcel) : null },
      pickup_token_number: pickups > 0 ? `Reference No: ${id}` : null,
    }
    return { status: 200, body: { data } }
  }

  private labelOf = ({ shipment, awb }: RemoteParcel) => `${this.url}/labels/shipping-label-${shipment}-${awb}.pdf`

  private label(parcels: RemoteParcel[]): Answer {
    const [first, second] = parcels
    if (!first || parcels.some(({ awb }) => awb === ''))
      return {
        status: 200,
        body: { label_created: 0, not_created: [], response: 'No valid shipment ids to print label' },
      }
    for (const parcel of parcels) if (!second) parcel.labels += 1
    const label_url = second
      ? `${this.url}/labels/${parcels.map(({ shipment }) => shipment).join('-')}.pdf`
      : this.labelOf(first)
    return { status: 200, body: { label_created: 1, label_url, response: 'Label has been created.', not_created: [] } }
  }

  private track(awb: string): Answer {
    const parcel = this.parcels.find((one) => one.awb === awb)
    if (!parcel?.code)
      return {
        status: 200,
        body: { tracking_data: { track_status: 0, error: 'There is no activities found in our DB.' } },
      }
    const tracking_data = {
      ...{ track_status: 1, shipment_status: parcel.code },
      shipment_track: [{ awb_code: awb, current_status: parcel.words }],
    }
    return { status: 200, body: { tracking_data } }
  }
}

const invalid = (field: string, words: string): Answer => ({
  status: 422,
  body: { message: 'Oops! Invalid Data.', errors: { [field]: [words] }, status_code: 422 },
})

/** Nobody goes to PIN codes that begin with 79. */
function serviceability(query: URLSearchParams): Answer {
  if (query.get('delivery_postcode')?.startsWith('79'))
    return { status: 200, body: { status: 404, message: 'No courier serviceable for this pincode' } }
  return { status: 200, body: { status: 200, currency: 'INR', data: { available_courier_companies: RATES } } }
}

function assign(parcel: RemoteParcel | undefined, courier: number): Answer {
  if (!parcel) return invalid('shipment_id', 'The shipment id field is required.')
  if (parcel.awb) return { status: 400, body: { message: 'Oops! Cannot reassign courier for this shipment.' } }
  parcel.awb = `FAKE${parcel.shipment}0001`
  parcel.courier = RATES.find((rate) => rate.courier_company_id === courier)?.courier_name ?? 'Anybody'
  parcel.status = 'READY TO SHIP'
  const data = { courier_company_id: courier, awb_code: parcel.awb, courier_name: parcel.courier }
  return { status: 200, body: { awb_assign_status: 1, response: { data } } }
}

function pickup(parcel: RemoteParcel | undefined): Answer {
  if (!parcel?.awb) return { status: 400, body: { message: 'Invalid shipment id', status_code: 400 } }
  if (parcel.pickups > 0) return { status: 400, body: { message: 'Already in Pickup Queue.', status_code: 400 } }
  parcel.pickups += 1
  return { status: 200, body: { pickup_status: 1, response: { pickup_scheduled_date: '2026-11-25 12:39:54' } } }
}

function cancel(parcels: RemoteParcel[]): Answer {
  for (const parcel of parcels) parcel.status = 'CANCELED'
  return { status: 200, body: { message: 'Order cancelled successfully.' } }
}
