/**
 * Numbers that more than one file needs, with their unit; others stand where they are used. Money is whole paise
 * unless the name says rupees.
 */

/**
 * Script engines PocketBase keeps (`--hooksPool`), 0.3 MiB each until it is first used. More than all that may work
 * or wait in them at a time (pocketbase/hooks/guard/engines.ts, page-lock.ts, razorpay.ts): one made for a single
 * request costs ten times the request.
 */
export const SCRIPT_ENGINES = 72

/** Smallest cart total that may be ordered: ₹150 (SHEET-08). The settings record may change it. */
export const MINIMUM_ORDER_RUPEES = 150
/** Delivery is free from this subtotal (CART-15). */
export const FREE_SHIPPING_FROM_RUPEES = 100
/** Delivery below that (CART-15). */
export const SHIPPING_FEE_RUPEES = 10
/**
 * Largest order that may be paid in cash, rupees; 0 = no limit. A shop without an online payment would otherwise
 * refuse orders it wants.
 */
export const COD_MAX_RUPEES = 0
/** Open cash-on-delivery orders one phone number may have at a time; 0 = no limit. */
export const COD_MAX_OPEN_PER_PHONE = 0

/** How long a quote stands when nothing in it ends sooner, ms. */
export const QUOTE_STANDS_MS = 15 * 60_000

/** Smallest amount Razorpay takes, and gives back, paise ("Orders" and "Refunds": amount, at least 100). */
export const MINIMUM_ONLINE_PAISE = 100

/** Pieces of one product in one order; the settings record may change it, up to MAX_LINE_QUANTITY. */
export const MAX_PIECES = 20
/** Largest cash order of somebody unproven that stands at once, rupees; the settings record may change it. */
export const COD_UNPROVEN_MAX_RUPEES = 5000
/** How long a cash order waits for the maker's confirmation, hours and ms. */
export const CASH_CONFIRM_HOURS = 24
export const CASH_CONFIRM_MS = CASH_CONFIRM_HOURS * 60 * 60_000
/**
 * How long a cash order of somebody unproven counts among those that take from the stock, unless it is packed before,
 * ms.
 */
export const UNPROVEN_CASH_MS = 3 * 60 * 60_000

/** Pieces of one line. Above this a shopper should write to us; it also keeps every total inside safe integers. */
export const MAX_LINE_QUANTITY = 99
/** How long a refund that a merchandiser causes waits before it is sent, ms: time to take a mistake back. */
export const REFUND_WAIT_MS = 10 * 60_000
/** Mails a day about payments of no known order; further ones are only marked. */
export const STRAY_PAYMENT_MAILS = 5
/** Mails of new orders the owner gets an hour; one more tells how many the others were. */
export const OWNER_ORDER_MAILS = 20
/** How long the mail of a parcel waits for its tracking number, ms. */
export const TRACKING_WAIT_MS = 2 * 60 * 60_000

/** How long a parcel may wait for being packed before the desk calls it late, ms, counted from the order's placing. */
export const PARCEL_LATE_MS = 2 * 24 * 60 * 60_000
/** Parcels the desk shows at first and adds with each press, and how many it takes in one request. */
export const PARCELS_SHOWN = 100
export const MAX_PARCELS = 500

/**
 * How long a shopper is left waiting for an answer before it counts as lost, ms (ROUTE-29). A question may then be
 * asked again, and an order sent again with the same key.
 */
export const ANSWER_TIMEOUT_MS = 30_000

/** So few pieces are said on a product's page, where its record has no mark of its own (`low_mark`). */
export const FEW_LEFT = 3

/** Different lines in one cart or order. */
export const MAX_CART_LINES = 50

/** Things in one wishlist, and things taken from it that it remembers, so that no other device brings them back. */
export const MAX_WISHES = 200
export const WISHES_FORGOTTEN_KEPT = 100

/** Products of one list call (SHOP-01); further pages follow. */
export const PRODUCT_PAGE_SIZE = 100
/** Products the grid shows first, and adds with each Load More (HOME-13). */
export const GRID_PAGE_SIZE = 8
/** Products in the New Arrivals section (HOME-08). */
export const NEW_ARRIVALS_SIZE = 4
/** Products shown when a selection is empty (HOME-15). */
export const FALLBACK_SELECTION_SIZE = 4
/** Products in Frequently Bought Together (SHEET-05). */
export const CROSS_SELL_SIZE = 4
/** Makers on the homepage (HOME-20). */
export const MAKERS_SHOWN = 6
/** Testimonials and promises on the homepage (HOME-09, HOME-11). */
export const WORDS_SHOWN = 6
/** Slides of the hero (HOME-04). */
export const SLIDER_PAGE_SIZE = 10

/** Hero slider: time on a slide and length of the fade, ms (HOME-04). */
export const HERO_INTERVAL_MS = 5000
/** Time before its turn when a slide's picture is fetched, ms: who leaves the hero sooner has not paid for it. */
export const HERO_AHEAD_MS = 2500
export const HERO_FADE_MS = 1000
/** Confetti (OFFER-03). */
export const CONFETTI_PARTICLES = 80
export const CONFETTI_FRAMES = 120
export const CONFETTI_DURATION_MS = 1800

/** Pause before the cart is written to the record store, ms (CART-03). */
export const CART_SYNC_DELAY_MS = 1000
/** Attempts of one cart write and the first back-off, ms; the n-th pause is base × 2^n (CART-12). */
export const CART_SYNC_ATTEMPTS = 3
export const CART_SYNC_BACKOFF_MS = 500

/** Toasts: how long they stay, ms, and how many at a time (TOAST-01). */
export const TOAST_DURATION_MS = 4000
export const TOAST_MAX_VISIBLE = 3

/** Lazy pictures start to load this far outside the view, px (IMG-03). */
export const IMAGE_MARGIN_PX = 200
export const IMAGE_MARGIN_NEAR_PX = 50
/** Preloads at a time and the idle wait before them, ms (IMG-03). */
export const PRELOADS_AT_A_TIME = 3
export const IDLE_PRELOAD_TIMEOUT_MS = 2000

/** Events of one kind leave at least this far apart, and identical ones once in this time, ms (STAT-03). */
export const ANALYTICS_KIND_INTERVAL_MS = 2000
export const ANALYTICS_IDENTICAL_MS = 10_000
/** How long the campaign that brought a shopper is remembered, ms: 30 days (STAT-04). */
export const CAMPAIGN_KEPT_MS = 30 * 24 * 60 * 60_000
/**
 * How long a choice about analytics and advertising is kept before it is asked for again, ms: half a year (STAT-05).
 */
export const CONSENT_KEPT_MS = 183 * 24 * 60 * 60_000
/** Events kept in memory while a shopper has not chosen; the oldest go first. */
export const EVENTS_HELD = 200

/** Largest body of the store's own routes, bytes; the webhook's own. */
export const MAX_BODY_BYTES = 64 * 1024
export const MAX_WEBHOOK_BYTES = 1024 * 1024

/**
 * Topics one realtime connection of a shopper may follow (all tabs of a browser share one: a page, an order, a few
 * things of a cart), and connections in all.
 */
export const MAX_SUBSCRIPTIONS = 10
export const MAX_REALTIME_CONNECTIONS = 4000
/** Whoever looks at a page this long, ms, is told of its changes; those who pass through make no connection. */
export const LIVE_AFTER_MS = 3000

/** Requests that failed, and other lines, the log keeps in a minute; and lines in all. */
export const LOGGED_REFUSALS_A_MINUTE = 30
export const LOGGED_LINES_A_MINUTE = 300
export const LOG_LINES_KEPT = 20_000

/**
 * Bytes the record store may need to make a smaller copy of an uploaded picture: it decodes the whole of it. A
 * photograph of 50 million pixels costs this much, one with the data of a progressive or 16-bit picture the same with
 * fewer.
 */
export const MAX_PICTURE_MEMORY = 300_000_000
/** Walks over all pixels that a progressive photograph may ask for; encoders make about ten. */
export const MAX_PICTURE_SCANS = 64

/**
 * Reviews of one product by people it was not delivered to that are shown within 24 hours; further ones wait for the
 * shop.
 */
export const REVIEWS_SHOWN_PER_DAY = 3
/**
 * Comments on the reviews of one product by people it was not delivered to that are taken within 24 hours. Deleting
 * gives nothing back.
 */
export const COMMENTS_PER_DAY = 20

/**
 * Pictures one account may add in a day, bytes; how many stands in the list of rate limits (`pictures:account`).
 * Deleting gives nothing back.
 */
export const PICTURE_BYTES_PER_DAY = 40 * 1024 * 1024

/**
 * Privacy: what is kept, and how long. Orders and bills: books of account stay for 72 months from the year's annual
 * return (CGST Act 2017, section 36) and for 8 financial years (Companies Act 2013, section 128); the longer counts.
 * The rest: at least a year (Digital Personal Data Protection Rules 2025, rule 8), and no longer without a reason.
 */
export const ORDERS_KEPT_YEARS = 8
/** Messages of the contact form, mails that were sent, and what the payment provider told, days. */
export const MESSAGES_KEPT_DAYS = 365
/** Things one address may wait for, people who may wait for one thing, and mails that it is back queued in a minute. */
export const ALERTS_FOR_ONE = 20
export const ALERTS_FOR_PRODUCT = 2000
export const ALERTS_PER_RUN = 50
/** How long somebody waits for a thing to be back, days. */
export const ALERTS_KEPT_DAYS = 180
/** From confirming a reminder of a cart to its mail, ms; days it may wait to be confirmed; how many there may be. */
export const REMINDER_WAIT_MS = 24 * 60 * 60_000
export const REMINDERS_UNCONFIRMED_DAYS = 3
export const REMINDERS_IN_ALL = 5000
/** Subscriptions to the newsletter that nobody has confirmed, days. */
export const UNCONFIRMED_LETTERS_DAYS = 30

/**
 * The first document of a page, gzip, bytes: a line carries 14,600 in its first round trip (RFC 6928), and 1,148 of
 * them are headers.
 */
export const FIRST_DOCUMENT_BYTES = 13_440

/** How long to wait, for a sentence: `45 seconds`, `2 minutes`, `1 hour`; never shorter than it is. */
export function waitWords(seconds: number): string {
  const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (seconds < 60) return words(Math.max(1, Math.ceil(seconds)), 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? words(minutes, 'minute') : words(Math.ceil(seconds / 3600), 'hour')
}

/** What a review can give. Last: numbers behind a list are no constants to a bundler, and would stand in every page. */
export const STARS = [1, 2, 3, 4, 5] as const

/** Longest name of an account, characters. */
export const NAME_MAX = 80
