/** Records as the record store sends them. Written by `npm run typegen` from the migrations; edits here are lost. */

export interface StoredRecord {
  id: string
  collectionId: string
  collectionName: string
}

export interface AddressesRecord extends StoredRecord {
  /** Whose address it is. */
  user: string
  /** The person’s own word for it, such as Home or Office. */
  label: string
  /** Who receives the parcel. */
  name: string
  /** Indian mobile number for the courier, kept as +91 and ten digits. */
  phone: string
  /** House, building and street. */
  line1: string
  /** More of the address, if one line is not enough. */
  line2: string
  /** Something nearby that helps the courier. */
  landmark: string
  /** City, town or village. */
  city: string
  /** Two-letter code of the state, such as KA. */
  state: string
  /** PIN code, six digits. */
  pincode: string
  /** Offered first at checkout. Setting it here takes it off the person’s other addresses. */
  is_default: boolean
  created: string
  updated: string
}

export interface AnswerTemplatesRecord extends StoredRecord {
  /** What you call it. */
  name: string
  /** The answer. {name} becomes the name of whoever wrote. */
  text: string
  created: string
  updated: string
}

export interface AssetsRecord extends StoredRecord {
  /** What the picture is used for: logo in the header; category-soap for the tile of the category soap on the homepage, 4:5; gifting for the tile of gifts. */
  key: string
  /** The picture: SVG, PNG, JPEG, WebP or AVIF of at most 5 MB. */
  file: string
  /** What it shows, for people who cannot see it. */
  alt: string
  created: string
  updated: string
}

export interface BillsRecord extends StoredRecord {
  /** The order it is for. */
  order: string
  /** Consecutive within the financial year, as rule 46 of the CGST Rules asks. */
  number: string
  /** What it is called, after the shop’s GST mode on the day it was made. */
  kind: 'receipt' | 'bill_of_supply' | 'tax_invoice' | 'credit_note'
  /** Financial year from April to March, such as 26-27. */
  fiscal_year: string
  /** Counts up within that year. */
  sequence: number
  /** The date of the bill. */
  issued_at: string
  /** All it says, as it was made: never changed again. */
  data: unknown
  /** The bill itself: open it and print it for the parcel. */
  document: string
  created: string
  updated: string
  /** What it comes to, in rupees. */
  total: string
}

export interface BookingsRecord extends StoredRecord {
  /** Whose parcel it is. */
  order: string
  /** waiting: is being booked. refused: needs a hand. booked: followed on its way. ended: it arrived or came back. */
  state: 'waiting' | 'refused' | 'booked' | 'ended' | 'cancelling' | 'cancelled'
  /** What the courier knows it by. */
  reference: string
  /** The courier that was chosen, by its number; 0: the cheapest. */
  choice: number
  /** Number of the order there. */
  remote_order: string
  /** Number of the parcel there. */
  shipment: string
  /** Who carries it. */
  courier: string
  /** The tracking number. */
  awb: string
  /** The label to print. */
  label_url: string
  /** Of the parcel, grams. */
  weight: number
  /** Of the box, centimetres. */
  length: number
  /** Of the box, centimetres. */
  breadth: number
  /** Of the box, centimetres. */
  height: number
  /** What it costs the shop, paise. */
  cost: number
  /** What is collected, paise. */
  cash: number
  /** How often it was tried. */
  attempts: number
  /** Why it did not go on, in words. */
  last_error: string
  /** When the store looks at it again; empty: not by itself. */
  next_try_at: string
  /** When it was booked. */
  booked_at: string
  created: string
  updated: string
}

export interface CartRemindersRecord extends StoredRecord {
  /** Who is reminded. */
  email: string
  /** The cart, as its link has it: products, quantities, colours. */
  items: string
  /** waiting: has not confirmed by the email yet. queued: their email is on its way. */
  state: 'waiting' | 'confirmed' | 'queued'
  /** An order placed since ends it. */
  asked_at: string
  /** When the email is due. Empty until it is confirmed. */
  due_at: string
  created: string
  updated: string
}

export interface CartsRecord extends StoredRecord {
  /** Whose cart it is; one for each person. */
  user: string
  /** The lines as the shopper’s browser keeps them. Prices here are only for display: orders are priced by the store. */
  items: unknown
  created: string
  updated: string
}

export interface DeliveryRulesRecord extends StoredRecord {
  /** First digits of the PIN codes it is for: 560, 74, 744101. The longest that fits wins. Empty: all others. */
  prefix: string
  /** Parcels go there. */
  deliver: boolean
  /** They may be paid in cash at the door. */
  cash: boolean
  /** What delivery costs there, in rupees; free from the sum in the settings. 0: nothing. */
  fee: number
  /** What paying in cash costs on top, in rupees. */
  cash_fee: number
  /** Days on the way, at least. */
  days_min: number
  /** Days on the way, at most. 0: no date is promised. */
  days_max: number
  created: string
  updated: string
}

export interface DeskLogRecord extends StoredRecord {
  /** Email address of who did it. */
  who: string
  /** What was done, in a sentence. */
  what: string
  /** The screen of the desk that shows it. */
  link: string
  created: string
  updated: string
}

export interface HomepageConfigRecord extends StoredRecord {
  /** Your name for this arrangement. */
  name: string
  /** The shop uses this one. Only one can be active: a new one is kept as a draft meanwhile. With none, every section is shown. */
  is_active: boolean
  /** Show the slider at the top. */
  show_hero: boolean
  /** Show the featured products. */
  show_featured: boolean
  /** Show the new arrivals. */
  show_new_arrivals: boolean
  /** Show the three reasons to buy. */
  show_features: boolean
  /** Show the bestsellers. */
  show_bestsellers: boolean
  /** Show the testimonials. */
  show_testimonials: boolean
  /** Show the newsletter form. */
  show_newsletter: boolean
  /** Place of the slider at the top on the page: 0 is the top. Usually 0. */
  hero_order: number
  /** Place of the featured products on the page: 0 is the top. Usually 1. */
  featured_order: number
  /** Place of the new arrivals on the page: 0 is the top. Usually 2. */
  new_arrivals_order: number
  /** Place of the three reasons to buy on the page: 0 is the top. Usually 3. */
  features_order: number
  /** Place of the bestsellers on the page: 0 is the top. Usually 4. */
  bestsellers_order: number
  /** Place of the testimonials on the page: 0 is the top. Usually 5. */
  testimonials_order: number
  /** Place of the newsletter form on the page: 0 is the top. Usually 6. */
  newsletter_order: number
  created: string
  updated: string
}

export interface MakersRecord extends StoredRecord {
  /** The craft, such as Kantha stitching, or the name of who makes it, if they agree. */
  name: string
  /** How many they are, such as A workshop of four. */
  group: string
  /** Where they work, such as Rajasthan. */
  place: string
  /** A sentence or two of fact: how it is made, and how it is paid. */
  text: string
  /** Photograph of the work, at least 1200 px high; its middle is shown. JPEG is best. */
  image: string
  /** What they make: it stands on these products’ pages, and leads to the first of them. */
  products: string[]
  /** Picture and words are examples: the picture says Demo. */
  demo: boolean
  /** Shoppers see this one. */
  active: boolean
  /** Place on the homepage: the smallest number comes first. */
  order: number
  created: string
  updated: string
}

export interface MessagesRecord extends StoredRecord {
  /** Who wrote. */
  name: string
  /** Where to answer. */
  email: string
  /** What they wrote. */
  message: string
  /** Looks as if a program had written it, so it was not mailed to you. */
  suspicious: boolean
  /** Whether it was handed to your mail server. If not, read and answer it here. */
  mailed: boolean
  created: string
  updated: string
  /** What you answered, by email. Written at the desk. */
  answer: string
  /** When you answered, or said that it needs no answer. */
  answered_at: string
  /** The number its writer was told. Given by the store. */
  ticket: string
}

export interface MissedSearchesRecord extends StoredRecord {
  /** What was typed and found nothing, in small letters. Who typed it is not kept. */
  term: string
  /** The day in India, such as 2026-11-23. */
  day: string
  /** How often on that day. */
  count: number
  created: string
  updated: string
}

export interface NavbarConfigRecord extends StoredRecord {
  /** Your name for this set of links. */
  name: string
  /** The shop uses this one. Only one can be active: a new one is kept as a draft meanwhile. With none, every link is shown. */
  is_active: boolean
  /** Show the link Shop in the header. */
  show_shop: boolean
  /** Place of Shop in the header: the smallest number comes first. Usually 1. */
  shop_order: number
  /** Show the link Bestsellers in the header. */
  show_bestsellers: boolean
  /** Place of Bestsellers in the header: the smallest number comes first. Usually 2. */
  bestsellers_order: number
  /** Show the link New Arrivals in the header. */
  show_new_arrivals: boolean
  /** Place of New Arrivals in the header: the smallest number comes first. Usually 3. */
  new_arrivals_order: number
  /** Show the link About in the header. */
  show_about: boolean
  /** Place of About in the header: the smallest number comes first. Usually 4. */
  about_order: number
  /** Show the link Gifting in the header. */
  show_gifting: boolean
  /** Place of Gifting in the header: the smallest number comes first. Usually 5. */
  gifting_order: number
  /** Show the link Contact in the header. */
  show_contact: boolean
  /** Place of Contact in the header: the smallest number comes first. Usually 6. */
  contact_order: number
  /** Show the link Blog in the header. */
  show_blog: boolean
  /** Place of Blog in the header: the smallest number comes first. Usually 7. */
  blog_order: number
  created: string
  updated: string
  /** A link of your own: what it says, such as Soaps. Empty: none. */
  own_1_label: string
  /** Where it leads: a page of this shop such as /shop?category=soap, or an address that begins with https://. */
  own_1_link: string
  /** Its place in the header. Usually 8. */
  own_1_order: number
  /** A link of your own: what it says, such as Soaps. Empty: none. */
  own_2_label: string
  /** Where it leads: a page of this shop such as /shop?category=soap, or an address that begins with https://. */
  own_2_link: string
  /** Its place in the header. Usually 9. */
  own_2_order: number
  /** A link of your own: what it says, such as Soaps. Empty: none. */
  own_3_label: string
  /** Where it leads: a page of this shop such as /shop?category=soap, or an address that begins with https://. */
  own_3_link: string
  /** Its place in the header. Usually 10. */
  own_3_order: number
  /** A link of your own: what it says, such as Soaps. Empty: none. */
  own_4_label: string
  /** Where it leads: a page of this shop such as /shop?category=soap, or an address that begins with https://. */
  own_4_link: string
  /** Its place in the header. Usually 11. */
  own_4_order: number
}

export interface OrderEventsRecord extends StoredRecord {
  /** The order it happened to. */
  order: string
  /** What happened, as the store calls it. */
  type: string
  /** Who did it. */
  actor: 'shopper' | 'store' | 'system' | 'gateway'
  /** The same in words, for the timeline. */
  label: string
  /** The shopper sees it in the timeline. */
  public: boolean
  created: string
  updated: string
}

export interface OrdersRecord extends StoredRecord {
  /** Order number the shopper knows, such as SJ-7K3M9QPA. */
  number: string
  /** The account that ordered; empty for guests. */
  user: string
  /** Who receives the parcel. */
  name: string
  /** Where emails about this order go. */
  email: string
  /** Mobile number for the courier, +91 and ten digits. */
  phone: string
  /** House, building and street. */
  line1: string
  /** More of the address. */
  line2: string
  /** Something nearby that helps the courier. */
  landmark: string
  /** City, town or village. */
  city: string
  /** Two-letter code of the state. */
  state: string
  /** PIN code, six digits. */
  pincode: string
  /** Where the order stands. A pending cash order waits for you: set it to confirmed, or to cancelled. A step that cannot be taken is refused. */
  status: 'pending' | 'confirmed' | 'completed' | 'expired' | 'cancelled'
  /** Where the money stands. */
  payment_status: 'unpaid' | 'authorized' | 'paid' | 'partially_refunded' | 'refunded' | 'voided'
  /** Where the parcel is. The shopper sees it. */
  fulfilment_status: 'unfulfilled' | 'packed' | 'shipped' | 'out_for_delivery' | 'delivered' | 'delivery_failed' | 'returned_to_origin' | 'return_requested' | 'returned'
  /** How the shopper pays: cod is cash on delivery, test is pretend money. */
  payment_method: 'cod' | 'razorpay' | 'test'
  /** Always INR. */
  currency: 'INR'
  /** The lines as they were sold, money in paise: later edits of a product change nothing here. Kept by the store. */
  items: unknown
  /** Sum of the lines, in paise. Kept by the store. */
  items_total: number
  /** Taken off by offers, in paise. Kept by the store. */
  discount_total: number
  /** Delivery, in paise. Kept by the store. */
  shipping_total: number
  /** Rounding to whole rupees, in paise; may be below 0. Kept by the store. */
  round_off: number
  /** What the shopper pays, in paise. Kept by the store. */
  grand_total: number
  /** What has been received, in paise. Kept by the store. */
  paid_total: number
  /** What has been given back, in paise. Kept by the store. */
  refunded_total: number
  /** The special offer that held when the order was placed. Kept by the store. */
  offer: unknown
  /** What the shopper wrote with the order. */
  note: string
  /** The campaign that brought the shopper. Kept by the store. */
  utm: Record<string, string> | null
  /** Who carries the parcel. The shopper sees it. */
  courier: string
  /** The courier’s number. The shopper sees it. */
  tracking_number: string
  /** The courier’s page for this parcel. The shopper sees it. */
  tracking_url: string
  /** When the shopper placed it. */
  placed_at: string
  /** When it was confirmed. */
  confirmed_at: string
  /** When it was cancelled. */
  cancelled_at: string
  /** Until when an unpaid online order, or a cash order that waits for you, holds its pieces. */
  expires_at: string
  created: string
  updated: string
  /** What the shopper pays, in rupees. Kept by the store. */
  total: string
  /** How the total comes about, what was received and given back, in rupees. Kept by the store. */
  sums: string
  /** When a parcel comes back (returned, returned_to_origin): yes puts all its pieces on sale again, no does not. A part of them: no, and a row in stock_movements. */
  restock: 'yes' | 'no' | ''
  /** A closed order whose money you have not given back yet: its refund waits or was stopped. Kept by the store. */
  refund_waits: boolean
  /** How an order came that was entered at the desk; empty for the shop’s own. Kept by the store. */
  source: 'phone' | 'chat' | ''
  /** What promotions gave, in paise. Kept by the store. */
  promotions: unknown
  /** How much of shipping_total is for paying in cash, paise. The store fills this in. */
  cash_fee: number
  /** The day it has to leave so that it arrives as was said. The store fills this in. */
  leaves_on: string
  /** The first day of arrival that the shopper was told. The store fills this in. */
  arrives_from: string
  /** The last day of arrival that the shopper was told. The store fills this in. */
  arrives_until: string
}

export interface OutboxRecord extends StoredRecord {
  /** Which email: order_placed, order_paid, order_shipped and so on. */
  kind: string
  /** The order it is about. */
  order: string
  /** Who gets it: the shopper, or the shop’s own mailbox. */
  recipient: 'shopper' | 'owner'
  /** Two emails of one key are one email: nothing is announced twice. */
  dedupe_key: string
  /** What the email says beside the order itself. */
  data: unknown
  /** failed: given up after many tries; write to the shopper yourself. dropped: not sent on purpose; error says why. */
  status: 'queued' | 'sent' | 'failed' | 'dropped'
  /** How often the mail server was asked. */
  tries: number
  /** When it is tried again. */
  next_try_at: string
  /** When the mail server took it. */
  sent_at: string
  /** What the mail server answered last, when it refused; of a dropped email, why it was not sent. */
  error: string
  created: string
  updated: string
  /** The message from the contact page it brings you. */
  message: string
  /** An email about an account, unreadable outside the running store: its link opens the account. Gone when it is sent. */
  sealed: string
}

export interface PagesRecord extends StoredRecord {
  /** End of the page’s address, in lower case with hyphens, such as shipping-policy. */
  slug: string
  /** Heading of the page. */
  title: string
  /** The text of the page. */
  body: string
  /** Shoppers can read it. */
  published: boolean
  created: string
  updated: string
}

export interface PaymentEventsRecord extends StoredRecord {
  /** The provider’s number for this message; each is worked through once. */
  event_id: string
  /** What the provider says has happened. */
  kind: string
  /** Fingerprint of the message as it arrived. */
  body_sha256: string
  /** The message. */
  payload: unknown
  /** What the store made of it. */
  outcome: string
  /** The payment it belongs to, when known. */
  payment: string
  /** The order it belongs to, when known. */
  order: string
  created: string
  updated: string
  /** Money that belongs to no order of the shop, as after a backup was restored. Look it up in the provider’s dashboard, then switch this off. */
  review: boolean
  /** The payment provider that sent it. */
  provider: string
}

export interface PaymentsRecord extends StoredRecord {
  /** The order it pays for. */
  order: string
  /** Who takes the money. */
  provider: 'razorpay' | 'test' | 'cod'
  /** First, second, third try to pay. */
  attempt: number
  /** The provider’s number for this try. */
  gateway_order_id: string
  /** The provider’s number for the payment itself; search for it in the provider’s dashboard. */
  gateway_payment_id: string
  /** What was asked, in paise. */
  amount: number
  /** Always INR. */
  currency: 'INR'
  /** Where this try stands. */
  status: 'created' | 'attempted' | 'failed' | 'authorized' | 'captured' | 'partially_refunded' | 'refunded'
  /** UPI, card, net banking and so on. */
  method: string
  /** Why it failed, as the provider says. */
  error_reason: string
  created: string
  updated: string
  /** Our name for this try at the provider: order number and try. Kept by the store. */
  receipt: string
  /** What has been received with it, in paise. */
  captured: number
  /** What has been given back of it, in paise. */
  refunded: number
  /** How often the store has asked the provider. */
  checks: number
  /** When the store asks the provider again; empty when all is known. */
  next_check_at: string
  /** Until when one request is asking the provider for this try; others wait. Kept by the store. */
  claimed_until: string
  /** Asked, received and given back, in rupees. Kept by the store. */
  sums: string
}

export interface PinCodesRecord extends StoredRecord {
  /** The directory it belongs to. Kept by the store. */
  edition: number
  /** Six digits. */
  pincode: string
  /** Its two-letter code, such as KA. Empty: by the first digits. */
  state: string
  /** What checkout suggests as the city. */
  district: string
  /** The post office it is named after. */
  office: string
  created: string
  updated: string
}

export interface PinDirectoriesRecord extends StoredRecord {
  /** The file it came from. */
  file: string
  /** Which rows of pin_codes belong to it. Kept by the store. */
  edition: number
  /** PIN codes in it. */
  pins: number
  /** Post offices in the file. */
  offices: number
  /** States and territories in it. */
  states: number
  /** In place since then. Empty: it is not whole, and nobody is told of it. */
  since: string
  /** What its import is called. Kept by the store. */
  key: string
  created: string
  updated: string
}

export interface PostsRecord extends StoredRecord {
  /** End of the post’s address, in lower case with hyphens. */
  slug: string
  /** Heading of the post. */
  title: string
  /** Photograph above the post. JPEG is best. */
  cover: string
  /** A tiny picture, shown blurred until the real one is there. Kept by the store; what you type here is ignored. */
  placeholders: Record<string, string> | null
  /** What the photograph shows, for people who cannot see it. */
  cover_alt: string
  /** One or two sentences for the list of posts. */
  excerpt: string
  /** The text of the post. */
  body: string
  /** From when it can be read, in your own time: the zone stands beside the name. It decides the place in the list, too. */
  published_at: string
  /** Shoppers can read it once its date has come. */
  published: boolean
  created: string
  updated: string
}

export interface PricePlansRecord extends StoredRecord {
  /** What the plan is called, for you. Shoppers do not see it. */
  name: string
  /** Off: the plan does not run, and prices are the products’ own. */
  active: boolean
  /** From when the plan’s prices hold. */
  starts: string
  /** When prices go back. To end a plan, set it to now. */
  ends: string
  /** Products it is about, beside those of its categories. */
  products: string[]
  /** Categories it is about, as the products have them. Example: ["soap"]. */
  categories: unknown
  /** Percent taken off each price, such as 10. 0 when there is a price below. */
  percent: number
  /** What each product costs instead, in rupees. 0 when percent are taken off. */
  price: number
  /** How a price ends that percent were taken off from. Empty: to the paisa. */
  round_to: '.00' | '.50' | '9' | ''
  /** Show the product’s own price struck through: for 30 days at most, and only if it was really asked. */
  show_was: boolean
  created: string
  updated: string
}

export interface ProductsRecord extends StoredRecord {
  /** What shoppers read on the card and the product page. */
  name: string
  /** One word in lower case, such as soap or bag. The shop page filters by it. */
  category: string
  /** Selling price in rupees with all taxes, at most two decimals. Example: 180 or 179.50. While a price plan runs, its price stands here; one you type becomes the price it goes back to. */
  price: number
  /** MRP in rupees, as it is printed on the pack, or a price you asked within the last 30 days. Shown struck through when it is above the price. 0 for none. */
  original_price: number
  /** Your own switch: off means nobody can buy it, whatever the counted stock says. Pieces are counted in stock_movements. */
  inStock: boolean
  /** Square photographs, the whole object first, then details. JPEG is best; at most 10 files of 10 MB. */
  images: string[]
  /** What each picture shows, in the same order, for shoppers who cannot see it. Example: ["Green soap bar on a stone dish"]. */
  image_alt: unknown
  /** Colours to choose from. Example: [{"name": "Indigo", "value": "indigo", "hex": "#2B3F73"}]. Empty for none. */
  colors: unknown
  /** Two or three plain sentences: what it is, what it is made of. */
  description: string
  /** A list of short points. Example: ["Stamped by hand", "Cured for five weeks"]. */
  features: unknown
  /** A list of words used by search. The tag gift puts the product on the gifting page. */
  tags: unknown
  /** A tiny picture, shown blurred until the first one is there. Kept by the store; what you type here is ignored. */
  placeholders: Record<string, string> | null
  /** Place in the lists: 1 comes first. 0 or empty: after the numbered ones. */
  list_order: number
  /** A list of short care notes. Example: ["Keep dry between uses"]. */
  care: unknown
  /** Facts by name: material, dimensions, weight, capacity, style, pattern, closure (texts) and waterResistant (true or false). */
  specifications: unknown
  /** Two lists: {"cleaning": ["…"], "storage": ["…"]}. */
  care_instructions: unknown
  /** Two lists: {"recommended_use": ["…"], "pro_tips": ["…"]}. */
  usage_guidelines: unknown
  /** What it is made of, in one line. */
  material: string
  /** Size with its unit. Example: 8 x 5.5 x 2.5 cm. */
  dimensions: string
  /** Shows the Bestseller badge and puts it on the bestsellers page. */
  bestseller: boolean
  /** Shows the New badge and puts it on the new arrivals page. */
  new: boolean
  /** HSN code for bills, 4 to 8 digits; tax_rates has the rate. Leave it empty if you are not registered for GST. */
  hsn: string
  /** GST in percent that is included in the price; 0 or empty: the rate of its HSN code in tax_rates. For goods without tax add a row with rate 0 there. */
  gst_rate: number
  /** Number of reviews. Kept by the store; what you type here is ignored. */
  reviews: number
  /** Average rating. Kept by the store; what you type here is ignored. */
  rating: number
  /** Counted stock is used up. Kept by the store; what you set here is ignored. */
  sold_out: boolean
  /** Lists are sorted by it, highest first: 1 / list_order, or 0. Kept by the store; what you type here is ignored. */
  place: number
  /** Has the tag gift. Kept by the store; what you set here is ignored. */
  gift: boolean
  created: string
  updated: string
  /** Words shoppers search by that stand nowhere else, in any language or spelling, such as: साबुन, sabun, saboon. Not shown. */
  search_words: string
  /** Takes it out of the shop: lists, search and its own page. Its orders, reviews and stock stay. Use it where you would delete. */
  archived: boolean
  /** How many reviews gave 1, 2, 3, 4 and 5 stars. Kept by the store. */
  rating_counts: unknown
  /** The skin a soap is for. Shoppers filter by it and read it among the details. */
  skin_type: ('dry' | 'oily' | 'sensitive' | 'everyday')[]
  /** What it smells of; none says that it is unscented. Shoppers filter by it and read it among the details. */
  scent: ('floral' | 'herbal' | 'woody' | 'citrus' | 'earthy' | 'none')[]
  /** The hues of its colors, which shoppers filter by. Kept by the store; what you set here is ignored. */
  shades: ('natural' | 'white' | 'grey' | 'black' | 'brown' | 'red' | 'pink' | 'yellow' | 'green' | 'blue' | 'purple')[]
  /** When the price plan ends. Kept by the store; what you type here is ignored. */
  price_until: string
  /** Shown struck through because of the price plan. Kept by the store; what you type here is ignored. */
  was_price: number
  /** How much is in it: 100 with the unit g. */
  net_quantity: number
  /** Unit of the net quantity. */
  net_unit: 'g' | 'kg' | 'ml' | 'l' | 'piece' | 'cm' | ''
  /** In order of weight, one on a line: what people call it, then its INCI name. Coconut oil | Sodium Cocoate */
  ingredients: string
  /** Who made or packed it, with the address. Empty: the seller of the settings. */
  maker: string
  /** Licence to make cosmetics, as it stands on the pack. */
  maker_licence: string
  /** The batch that is sold now. */
  batch: string
  /** As it stands on the pack: 2028-03, or 24 months from making. */
  best_before: string
  /** Where it was made. Empty: India. */
  country_of_origin: string
  /** Of a bag: length and kind of strap or handle. */
  strap: string
  /** Of a bag: zip, button, drawstring, open. */
  closure: string
  /** Made mostly by hand, with ornament or in-lay work of a substantial nature: such handbags, pouches and purses are taxed at 5% (Notification 13/2025) and may go to other states. */
  handicraft: boolean
}

export interface PromisesRecord extends StoredRecord {
  /** Two or three words, such as Paper, no plastic. */
  title: string
  /** A sentence or two of what the shop does and can keep. */
  text: string
  /** A small drawing above the title. Empty: none. */
  icon: 'leaf' | 'heart' | 'hand' | 'shield' | 'truck' | 'package' | 'recycle' | 'sparkle' | ''
  /** Shoppers see this promise. */
  active: boolean
  /** Place on the homepage: the smallest number comes first. Six are shown. */
  order: number
  created: string
  updated: string
}

export interface PromotionCodesRecord extends StoredRecord {
  /** Which promotion. */
  promotion: string
  /** Good for one order. */
  code: string
  created: string
  updated: string
}

export interface PromotionUsesRecord extends StoredRecord {
  /** Which promotion. */
  promotion: string
  /** The order that was given it. One that was cancelled or not paid does not count. */
  order: string
  /** The code it was given by. */
  code: string
  /** What the shopper had of it, in paise. */
  amount: number
  created: string
  updated: string
}

export interface PromotionsRecord extends StoredRecord {
  /** What shoppers read. Empty: Special Offer. */
  name: string
  /** One sentence that says what they get and when. */
  description: string
  /** Switch it on. Between its dates it then works by itself. */
  active: boolean
  /** From when, in your own time: the zone stands beside the name. Empty: at once. */
  starts: string
  /** Until when. Empty: until you end it. */
  ends: string
  /** What shoppers type, such as DIWALI15. Empty: nobody has to type anything. */
  code: string
  /** It has codes of its own, each good once: the desk makes them. */
  single_use: boolean
  /** Goods from which it holds, in rupees. Empty or 0: any. */
  minimum: number
  /** What it gives. Empty: nothing, it is only announced. */
  kind: 'percent' | 'amount' | 'free_delivery' | 'gift' | ''
  /** Percent off, or rupees off. */
  value: number
  /** What goes into the parcel free of charge. */
  gift: string
  /** For these products. With nothing here, in categories and in tags: for all. */
  products: string[]
  /** For these categories: ["soap", "bag"] */
  categories: unknown
  /** For products with one of these tags: ["gift"] */
  tags: unknown
  /** Orders in all. Empty or 0: any number. */
  max_uses: number
  /** Orders of one person, known by account, mobile or email. Empty or 0: any number. */
  max_per_person: number
  /** Only for somebody’s first order. */
  first_order: boolean
  /** May go with another: a code with an offer that needs none. */
  combines: boolean
  created: string
  updated: string
}

export interface RefundsRecord extends StoredRecord {
  /** The order whose money goes back. */
  order: string
  /** The payment it is taken from. Leave it empty: the store finds it. */
  payment: string
  /** The same in paise. Leave it empty: the store works it out from rupees. */
  amount: number
  /** by_shop: your own decision. The others are set by the store. */
  reason: 'by_shop' | 'cancelled' | 'paid_after_cancel' | 'duplicate_payment' | 'no_stock' | 'at_provider' | ''
  /** Why, for your own records. */
  note: string
  /** queued: the store will ask the provider at send_at. stopped: set it before send_at, and the money stays. pending: the bank is at work. failed: needs your eye. */
  status: 'queued' | 'pending' | 'processed' | 'failed' | 'stopped' | ''
  /** Keeps a repeated request from paying twice. Kept by the store. */
  idempotency_key: string
  /** The provider’s number for it. Kept by the store. */
  gateway_refund_id: string
  /** How often the provider was asked. */
  tries: number
  /** When it is asked again. */
  next_try_at: string
  /** What the provider answered last, when it refused. */
  error: string
  /** When the money left. */
  processed_at: string
  created: string
  updated: string
  /** How much goes back, in rupees: 45 or 45.50. At most what was paid less what went back. */
  rupees: number
  /** A refund you cause waits until then (your own time). Before, set its status to stopped and nothing goes. Kept by the store. */
  send_at: string
  /** Which pieces it is for, with what was paid for them in paise, and the delivery. Empty: for rupees alone. Kept by the store. */
  lines: unknown
}

export interface ReviewCommentsRecord extends StoredRecord {
  /** The review it answers. */
  review: string
  /** Who wrote it. */
  user: string
  /** The words of the comment. */
  content: string
  created: string
  updated: string
}

export interface ReviewVotesRecord extends StoredRecord {
  /** The review found helpful. */
  review: string
  /** Who found it helpful; once for each review. */
  user: string
  created: string
  updated: string
}

export interface ReviewsRecord extends StoredRecord {
  /** Who wrote it. */
  user: string
  /** What it is about. One review for each person and product. */
  product: string
  /** Stars, 1 to 5. */
  rating: number
  /** Heading of the review. */
  title: string
  /** The words of the shopper. */
  content: string
  /** Up to 4 photographs by the shopper, 5 MB each. */
  images: string[]
  /** An order of the author’s with this product was delivered, and neither returned nor refunded. Decided by the store; what you set here is ignored. */
  verified_purchase: boolean
  /** How many found it helpful. Counted by the store; what you type here is ignored. */
  helpful_votes: number
  created: string
  updated: string
  /** waiting: many came at once, so you decide: set it to published to show it. hidden: only its author sees it, with your reason. */
  state: 'published' | 'waiting' | 'hidden' | ''
  /** Why it is hidden, such as: names another customer. Its author reads this. The words of a review are never changed. */
  hidden_reason: string
  /** Your answer as the shop, shown below the review to everybody. */
  reply: string
  /** When you answered. Set by the store. It stays when the author changes the review and your answer goes. */
  replied_at: string
  /** Helpful votes of confirmed accounts, without the author’s own: by these reviews are put in order. Counted by the store. */
  weighed_votes: number
}

export interface SliderImagesRecord extends StoredRecord {
  /** Wide photograph, 1920 x 900, with its left third empty for the words. JPEG is best. */
  image: string
  /** A tiny picture, shown blurred until the real one is there. Kept by the store; what you type here is ignored. */
  placeholders: Record<string, string> | null
  /** A few words over the picture. */
  title: string
  /** One sentence below them. */
  subtitle: string
  /** Where the slide leads: a page of this shop such as /shop, or a full address that begins with https://. */
  link: string
  /** Darken the picture a little so that the words can be read. */
  needsOverlay: boolean
  /** Show this slide. */
  active: boolean
  /** Place in the slider: the smallest number comes first. */
  order: number
  created: string
  updated: string
  /** Square close-up for phones, 1200 x 1200. Without one the wide photograph is cropped. */
  image_phone: string
  /** What the button says, such as Shop soaps. Without words it says Explore. */
  action: string
}

export interface SpecialOffersRecord extends StoredRecord {
  /** What shoppers read. Empty: Special Offer. */
  title: string
  /** One sentence that says what they get and when. */
  description: string
  /** Cart total from which the offer holds, in rupees. Empty or 0: from the first rupee. */
  min_order_value: number
  /** Switch the offer on. The newest active one within its dates is shown. */
  active: boolean
  /** From when it runs, in your own time: the zone stands beside the name. */
  start_date: string
  /** Until when it runs, in your own time too. Not before the start. */
  end_date: string
  /** free_gift: the product below goes into the parcel free of charge. */
  offer_type: 'free_gift' | ''
  /** Id of the product given away, copied from the product’s record. Empty: the product chosen in product. */
  gift_product_id: string
  /** The product the offer is about; shown with the offer, and the gift when no other id stands above. */
  product: string
  created: string
  updated: string
}

export interface StaffRecord extends StoredRecord {
  /** As the others call them. */
  name: string
  /** owner: everything at the desk. editor: products, stock, messages. packer: parcels and stock, no money. A change ends their session. */
  role: 'owner' | 'editor' | 'packer'
  /** Is not let in any more. Their session ends at once. */
  disabled: boolean
  /** When they were at the desk; empty until they first sign in. */
  last_seen: string
  created: string
  updated: string
  /** Sign-in and emails. Given by the owner of the shop. */
  email: string
  /** Says nothing here: nobody but the owner sees these accounts. */
  emailVisibility: boolean
  /** The person has opened the link of an email. */
  verified: boolean
}

export interface StockAlertsRecord extends StoredRecord {
  /** Who is told. */
  email: string
  /** What they wait for. */
  product: string
  /** waiting: has not confirmed by the email yet. queued: it is back, and their email is on its way. */
  state: 'waiting' | 'confirmed' | 'queued'
  created: string
  updated: string
}

export interface StockHoldsRecord extends StoredRecord {
  /** The unpaid order that holds the pieces. */
  order: string
  /** Which product. */
  product: string
  /** How many pieces. */
  quantity: number
  /** When they are free again if nobody pays. */
  expires_at: string
  created: string
  updated: string
}

export interface StockMovementsRecord extends StoredRecord {
  /** Which product. One without any movement is not counted and never sells out. */
  product: string
  /** Pieces that came (+) or went (-), such as 20 or -3. To put a mistake right, add another movement. */
  delta: number
  /** restock: made or bought. correction: counted again. sale and return are written by the store. */
  reason: 'restock' | 'sale' | 'return' | 'correction'
  /** The order it belongs to; empty for your own entries. */
  order: string
  /** Anything you want to remember. */
  note: string
  created: string
  updated: string
  /** Who wrote it at the desk, by email address. Empty for what the store wrote by itself. */
  who: string
  /** Id of the row this one takes back. */
  undoes: string
}

export interface StoreSettingsRecord extends StoredRecord {
  /** Always store: there is one settings record. */
  key: string
  /** Name of the shop, in the header, emails and page titles. */
  store_name: string
  /** Smallest cart total that can be ordered, in rupees. 0 for none. */
  minimum_order: number
  /** Delivery is free from this cart total, in rupees. */
  free_shipping_from: number
  /** Delivery below that, in rupees. */
  shipping_fee: number
  /** Offer cash on delivery at checkout. */
  cod_enabled: boolean
  /** Largest order that can be paid in cash, in rupees. 0 for no limit. */
  cod_max: number
  /** How many unpaid cash orders one phone number may have at a time. 0 for no limit. */
  cod_max_open_per_phone: number
  /** Number for the order-via-chat link, with country code and digits only. Empty hides the link. */
  chat_number: string
  /** First words of the chat, filled in for the shopper. */
  chat_greeting: string
  /** Legal name of the seller. The Consumer Protection (E-Commerce) Rules 2020 ask for it on the site. */
  seller_legal_name: string
  /** Principal address of the seller, shown on the contact page. */
  seller_address: string
  /** Customer-care email address, shown on the contact page. */
  seller_email: string
  /** Customer-care phone number, shown on the contact page. */
  seller_phone: string
  /** GSTIN, 15 characters. Empty when not registered. */
  seller_gstin: string
  /** Grievance officer whom the E-Commerce Rules 2020 ask for. */
  grievance_officer_name: string
  /** Email address of the grievance officer. */
  grievance_officer_email: string
  /** Phone number of the grievance officer. */
  grievance_officer_phone: string
  /** unregistered: no GST. composition: bill of supply. regular: tax invoices; every product on sale must have a GST rate first. */
  gst_mode: 'unregistered' | 'composition' | 'regular'
  /** Address of your Instagram page. Empty hides the icon. */
  social_instagram: string
  /** Address of your Facebook page. Empty hides the icon. */
  social_facebook: string
  /** Address of your YouTube channel. Empty hides the icon. */
  social_youtube: string
  created: string
  updated: string
  /** Two-letter code of the state the shop sells from, such as KA. It decides between CGST + SGST and IGST on bills. */
  seller_state: string
  /** Ask shoppers before Google or Meta measure their visit, as the Digital Personal Data Protection Act 2023 asks. Only matters when you have set an id of theirs. */
  consent_required: boolean
  /** Financial years after its own for which an order keeps its buyer’s name and address; then they are erased. Usually 8, as company law asks (2026); 0 means 8. */
  orders_kept_years: number
  /** How many pieces of one product one order may have. 0 means 20. */
  max_pieces: number
  /** Cash orders above this, in rupees, wait until you confirm them, when the shopper has neither a confirmed email address nor received an order before. 0 means 5000. */
  cod_unproven_max: number
  /** So many reviews of one product, by people whose order was not delivered, are shown within 24 hours; further ones wait until you publish them. 0 stands for 3; a large number, such as 100000, shows all. */
  reviews_shown_per_day: number
  /** What the shop is for, in a sentence or two: at the foot of every page, and where links are shared. Empty: nothing stands there. */
  footer_mission: string
  /** Last line of the footer. Empty: ©, the shop’s name, All rights reserved. */
  footer_copyright: string
  /** What numbers of new orders begin with, 2 to 6 letters or digits. Earlier orders keep theirs. Empty: SJ. */
  order_prefix: string
  /** Show the pictures that came with the store: five days of a soap on the homepage, stitches on About. Only if that is how you work. */
  show_making: boolean
  /** Working days until a parcel leaves you. 0: on the day of the order. */
  handling_days: number
  /** Days of the week on which nobody packs. */
  days_off: ('sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday')[]
  /** Days on which nobody packs, one on a line: 2026-11-08 Diwali, or 2026-11-07 to 2026-11-11 Diwali. */
  holidays: string
  /** Orders from this hour on count for the next working day: 14 is 2 pm. 0: the day’s end. */
  cutoff_hour: number
  /** Days after delivery in which things may be sent back. 0: no number is said. */
  returns_days: number
  /** There are delivery rules. The store fills this in. */
  delivers_by_pin: boolean
  /** own_state: only handicraft leaves your state, as for sellers without GST registration. Empty: all of India. */
  sells_to: 'all' | 'own_state' | ''
}

export interface SubscribersRecord extends StoredRecord {
  /** Where the letters go. */
  email: string
  /** waiting: has not confirmed by the email yet. Write to the confirmed ones alone. */
  state: 'waiting' | 'confirmed' | 'left'
  /** The sentence they agreed to. */
  consent: string
  /** Of the page they asked on. */
  language: string
  /** When they confirmed by the email. */
  confirmed_at: string
  /** When they left. */
  left_at: string
  created: string
  updated: string
}

export interface TaxRatesRecord extends StoredRecord {
  /** HSN code or its beginning: 3401 is for every code that begins so, the longest match counts. 00 is for goods without a code. */
  hsn: string
  /** GST in percent, both halves together: 5 or 18. */
  rate: number
  /** From which day the rate holds, in India, whatever the hour. Add a new row when it changes; never change an old one. */
  valid_from: string
  /** Where the rate comes from. */
  note: string
  created: string
  updated: string
}

export interface TestimonialsRecord extends StoredRecord {
  /** Who said it, as they agreed to be named. */
  name: string
  /** Where they live, such as Pune. */
  location: string
  /** What they said, in their own words. */
  text: string
  /** Stars they gave, 1 to 5. Empty: no stars are shown. */
  rating: number
  /** What they bought: its name stands below their words. */
  product: string
  /** Shoppers see this one. */
  active: boolean
  /** Place on the homepage: the smallest number comes first. Six are shown. */
  order: number
  created: string
  updated: string
}

export interface ThemeSettingsRecord extends StoredRecord {
  /** Your name for this set of colours. */
  name: string
  /** The shop uses this one. Only one theme can be active. */
  is_active: boolean
  /** Buttons and the cart count, as a hex colour such as #6f4326. */
  primary_color: string
  /** The same under the pointer. Empty: a little darker by itself. */
  primary_color_hover: string
  /** The main colour again as hue, saturation, lightness: 24 49% 29%. */
  primary_color_hsl: string
  /** Savings and the gift bar, as a hex colour. */
  accent_color: string
  /** The accent again as hue, saturation, lightness. */
  accent_color_hsl: string
  /** Words on buttons, as a hex colour. Ignored where it could not be read. */
  text_on_primary: string
  /** Main colour of the dark theme as hue, saturation, lightness. Empty: made from the main colour. */
  dark_mode_primary_color_hsl: string
  /** Accent of the dark theme as hue, saturation, lightness. Empty: made from the accent. */
  dark_mode_accent_color_hsl: string
  created: string
  updated: string
}

export interface UnpaidPiecesRecord extends StoredRecord {
  /** The order that is not paid yet. */
  order: string
  /** Of which product. */
  product: string
  /** How many pieces. */
  quantity: number
  /** Who or where from, as a keyed hash: nobody can read an account or address from it. */
  source: string
  /** Nobody knows yet whether the shopper means it. */
  unproven: boolean
  /** To be paid on delivery. */
  cash: boolean
  /** How long it counts, a day at most; then the row is erased. */
  until: string
  created: string
  updated: string
}

export interface UsersRecord extends StoredRecord {
  /** Sign-in and emails. Only the person sees it. */
  email?: string
  /** Shown beside reviews and comments. */
  name: string
  /** Picture of the person: JPEG, PNG or WebP of at most 5 MB. */
  avatar: string
}

export interface VisitsRecord extends StoredRecord {
  /** The day in India, such as 2026-11-23. */
  day: string
  /** How often somebody came to the shop. Who it was is not kept. Counted by the store. */
  count: number
  created: string
  updated: string
}

export interface WishlistsRecord extends StoredRecord {
  /** Whose wishlist it is; one for each person. */
  user: string
  /** Each thing with its colour, what it cost and when; gone: the heart was taken away. */
  items: unknown
  created: string
  updated: string
}

export interface Collections {
  addresses: AddressesRecord
  answer_templates: AnswerTemplatesRecord
  assets: AssetsRecord
  bills: BillsRecord
  bookings: BookingsRecord
  cart_reminders: CartRemindersRecord
  carts: CartsRecord
  delivery_rules: DeliveryRulesRecord
  desk_log: DeskLogRecord
  homepage_config: HomepageConfigRecord
  makers: MakersRecord
  messages: MessagesRecord
  missed_searches: MissedSearchesRecord
  navbar_config: NavbarConfigRecord
  order_events: OrderEventsRecord
  orders: OrdersRecord
  outbox: OutboxRecord
  pages: PagesRecord
  payment_events: PaymentEventsRecord
  payments: PaymentsRecord
  pin_codes: PinCodesRecord
  pin_directories: PinDirectoriesRecord
  posts: PostsRecord
  price_plans: PricePlansRecord
  products: ProductsRecord
  promises: PromisesRecord
  promotion_codes: PromotionCodesRecord
  promotion_uses: PromotionUsesRecord
  promotions: PromotionsRecord
  refunds: RefundsRecord
  review_comments: ReviewCommentsRecord
  review_votes: ReviewVotesRecord
  reviews: ReviewsRecord
  slider_images: SliderImagesRecord
  special_offers: SpecialOffersRecord
  staff: StaffRecord
  stock_alerts: StockAlertsRecord
  stock_holds: StockHoldsRecord
  stock_movements: StockMovementsRecord
  store_settings: StoreSettingsRecord
  subscribers: SubscribersRecord
  tax_rates: TaxRatesRecord
  testimonials: TestimonialsRecord
  theme_settings: ThemeSettingsRecord
  unpaid_pieces: UnpaidPiecesRecord
  users: UsersRecord
  visits: VisitsRecord
  wishlists: WishlistsRecord
}
