/**
 * Numbers that more than one file needs, with their unit; others stand where they are used. Money is whole paise
 * unless the name says rupees.
 */

/**
 * Script engines PocketBase keeps (`--hooksPool`), 0.3 MiB each until it is first used. More than all that may work
 * or wait in them at a time (pocketbase/hooks/guard/engines.ts, page-lock.ts, breaker.ts): one made for a single
 * request costs ten times the request.
 */
export const SCRIPT_ENGINES = 72

/** How long a quote stands when nothing in it ends sooner, ms. */
export const QUOTE_STANDS_MS = 15 * 60_000

/** Smallest amount Razorpay takes, and gives back, paise ("Orders" and "Refunds": amount, at least 100). */
export const MINIMUM_ONLINE_PAISE = 100

/** Pieces of one product in one order; the settings record may change it, up to MAX_LINE_QUANTITY. */
export const MAX_PIECES = 20
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

/** Products the grid shows first, and adds with each Load More (HOME-13). */
export const GRID_PAGE_SIZE = 8
/** Products in the New Arrivals section (HOME-08). */
export const NEW_ARRIVALS_SIZE = 4
/** Products shown when a selection is empty (HOME-15). */
export const FALLBACK_SELECTION_SIZE = 4
/** Products in Frequently Bought Together (SHEET-05). */
export const CROSS_SELL_SIZE = 4
/** Testimonials and promises on the homepage (HOME-09, HOME-11). */
export const WORDS_SHOWN = 6

/** Pause before the cart is written to the record store, ms (CART-03). */
export const CART_SYNC_DELAY_MS = 1000

/** Lazy pictures start to load this far outside the view, px (IMG-03). */
export const IMAGE_MARGIN_PX = 200

/** A clock may be a little slow: an end that is typed as now is not over, ms. */
export const JUST_NOW_MS = 60_000

/** Largest body of the store's own routes, bytes. */
export const MAX_BODY_BYTES = 64 * 1024

/**
 * Topics one realtime connection of a shopper may follow: all tabs of a browser share one, for a page, an order, a few
 * things of a cart.
 */
export const MAX_SUBSCRIPTIONS = 10
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

/**
 * Comments on the reviews of one product by people it was not delivered to that are taken within 24 hours. Deleting
 * gives nothing back.
 */
export const COMMENTS_PER_DAY = 20

/** Comments of one review, whoever writes them: pages show all of them; and of one person among them. */
export const COMMENTS_PER_REVIEW = 100
export const OWN_COMMENTS_PER_REVIEW = 10

/** Things one address may wait for, people who may wait for one thing, and mails that it is back queued in a minute. */
export const ALERTS_FOR_ONE = 20
export const ALERTS_FOR_PRODUCT = 2000
export const ALERTS_PER_RUN = 50

/**
 * The first document of a page, gzip, bytes: a line carries 14,600 in its first round trip (RFC 6928), and 1,148 of
 * them are headers.
 */
export const FIRST_DOCUMENT_BYTES = 13_440

/** Longest name of an account, characters. */
export const NAME_MAX = 80

/** What a review can give. Last: numbers behind a list are no constants to a bundler, and would stand in every page. */
export const STARS = [1, 2, 3, 4, 5] as const
