import type { AnalyticsEvent, AnalyticsItem, EventName } from './analytics'

/** Meta's pixel: calls made before its script has arrived wait in `queue`. */
export interface Fbq {
  (...call: unknown[]): void
  callMethod?: (...call: unknown[]) => void
  queue: unknown[][]
  push: Fbq
  loaded: boolean
  version: string
  disablePushState: boolean
}

declare global {
  interface Window {
    fbq?: Fbq
    _fbq?: Fbq
  }
}

/** Meta's standard names; every other event is a custom one under its own name. */
const STANDARD: Partial<Record<EventName, string>> = {
  page_view: 'PageView',
  view_item: 'ViewContent',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  purchase: 'Purchase',
}

/** What belongs to Google's lists alone. */
const NOT_FOR_THE_PIXEL: ReadonlySet<EventName> = new Set<EventName>(['view_item_list', 'select_item'])

interface PixelCall {
  method: 'track' | 'trackCustom'
  name: string
  fields: Record<string, unknown>
}

function goodsFields(items: readonly AnalyticsItem[]) {
  return {
    content_type: 'product',
    content_ids: items.map((item) => item.item_id),
    contents: items.map((item) => ({ id: item.item_id, quantity: item.quantity, item_price: item.price })),
    num_items: items.reduce((sum, item) => sum + item.quantity, 0),
  }
}

/** What an event is for the pixel, in Meta's names and shapes; null when it is none. */
function pixelCall(tracked: AnalyticsEvent): PixelCall | null {
  const { event, ...fields } = tracked
  if (NOT_FOR_THE_PIXEL.has(event)) return null
  const name = STANDARD[event]
  const method = name ? 'track' : 'trackCustom'
  // The address is the pixel's own business; it reads it itself.
  if (tracked.event === 'page_view') return { method, name: name ?? event, fields: {} }
  if (!('items' in fields)) return { method, name: name ?? event, fields }
  const { items, ...rest } = fields
  return { method, name: name ?? event, fields: { ...rest, ...goodsFields(items) } }
}

/** Whether this is an id of a pixel; says so to whoever set it when not. */
export function isPixelId(id: string): boolean {
  if (/^[0-9]+$/.test(id)) return true
  if (id) console.warn(`VITE_META_PIXEL_ID: "${id}" is no pixel id; it has digits only`)
  return false
}

/**
 * Prepares Meta's pixel and answers its script's address; calls are kept until it has arrived. It is told to look at
 * nothing by itself: no form fields, no buttons, no addresses of later pages. Called once advertising is allowed;
 * that it began as forbidden is Meta's own order of things.
 */
export function preparePixel(id: string): string {
  const fbq = queueingPixel()
  window.fbq = fbq
  window._fbq = fbq
  fbq('consent', 'revoke')
  fbq('set', 'autoConfig', false, id)
  fbq('init', id)
  fbq('consent', 'grant')
  return 'https://connect.facebook.net/en_US/fbevents.js'
}

/** Tells a pixel that may be running already what is allowed from now on. */
export function tellPixel(allowed: boolean): void {
  window.fbq?.('consent', allowed ? 'grant' : 'revoke')
}

function queueingPixel(): Fbq {
  const fbq = ((...call: unknown[]) => {
    if (fbq.callMethod) fbq.callMethod(...call)
    else fbq.queue.push(call)
  }) as Fbq
  return Object.assign(fbq, { queue: [], push: fbq, loaded: true, version: '2.0', disablePushState: true })
}

/** One event for the pixel. `eventID` lets Meta drop what also reaches it from a server. */
export function sendToPixel(event: AnalyticsEvent, eventID: string): void {
  const call = pixelCall(event)
  if (call) window.fbq?.(call.method, call.name, call.fields, { eventID })
}
