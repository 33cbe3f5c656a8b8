/**
 * Who reads and who writes every field of every collection. The scenarios are made from this table and the running
 * store's schema; a field that stands in only one of the two fails, so that none goes out with rights nobody thought
 * about.
 */

/**
 * Beside the record's own rule: everybody who sees the record, its owner, superusers, or nobody at all through any
 * interface.
 */
type Reader = 'public' | 'owner' | 'superuser' | 'nobody'
/**
 * `owner`: and superusers. `author`: the owner alone. `store`: superusers. `never`: nobody through the record
 * interface, only the store itself.
 */
type Writer = 'owner' | 'author' | 'store' | 'never'

export interface FieldRights {
  read: Reader
  create: Writer
  update: Writer
}

type Group = [read: Reader, create: Writer, update: Writer, fields: string]

const dates = (read: Reader): Group => [read, 'never', 'never', 'created updated']
const id = (read: Reader): Group => [read, 'store', 'never', 'id']
/** Read by everybody, written by merchandisers. */
const site = (fields: string): Group[] => [id('public'), dates('public'), ['public', 'store', 'store', fields]]
/** For superusers; what of it the store alone writes. */
const internal = (fields: string, own = ''): Group[] => [
  id('superuser'),
  dates('superuser'),
  ['superuser', 'store', 'store', fields],
  ['superuser', 'never', 'never', own],
]
const ofSystem = (fields: string): Group[] => [
  id('owner'),
  dates('owner'),
  ['owner', 'store', 'store', `collectionRef recordRef ${fields}`],
]

const TABLE: Record<string, Group[]> = {
  products: [
    ...site(
      'name category description price original_price images image_alt list_order colors features care tags specifications ' +
        'care_instructions usage_guidelines material dimensions bestseller new inStock archived skin_type scent hsn gst_rate search_words',
    ),
    [
      'public',
      'store',
      'store',
      'net_quantity net_unit ingredients maker maker_licence batch best_before country_of_origin strap closure handicraft',
    ],
    ['superuser', 'store', 'store', 'low_mark shipping_weight'],
    ['superuser', 'never', 'never', 'regular_price price_plan asked_price asked_until'],
    ['public', 'never', 'never', 'price_until was_price'],
    ['public', 'never', 'never', 'reviews rating rating_counts sold_out place gift shades placeholders'],
  ],
  users: [
    id('public'),
    ['public', 'owner', 'owner', 'name avatar'],
    ['owner', 'owner', 'store', 'email'],
    ['owner', 'never', 'never', 'emailVisibility'],
    ['owner', 'store', 'store', 'verified'],
    ['nobody', 'owner', 'owner', 'password'],
    ['nobody', 'never', 'never', 'tokenKey'],
    dates('owner'),
  ],
  addresses: [
    id('owner'),
    dates('owner'),
    ['owner', 'owner', 'store', 'user'],
    ['owner', 'owner', 'owner', 'label name phone line1 line2 landmark city state pincode is_default'],
  ],
  carts: [id('owner'), dates('owner'), ['owner', 'owner', 'store', 'user'], ['owner', 'owner', 'owner', 'items']],
  wishlists: [id('owner'), dates('owner'), ['owner', 'owner', 'store', 'user'], ['owner', 'owner', 'owner', 'items']],
  store_settings: [
    ...site(
      'key store_name minimum_order free_shipping_from shipping_fee cod_enabled cod_max cod_max_open_per_phone chat_number ' +
        'chat_greeting seller_legal_name seller_address seller_email seller_phone seller_gstin seller_state ' +
        'grievance_officer_name grievance_officer_email grievance_officer_phone gst_mode social_instagram social_facebook ' +
        'social_youtube footer_mission footer_copyright order_prefix show_making consent_required orders_kept_years reviews_shown_per_day max_pieces cod_unproven_max',
    ),
    ['public', 'store', 'store', 'handling_days days_off holidays cutoff_hour returns_days sells_to'],
    ['public', 'never', 'never', 'delivers_by_pin'],
    ['superuser', 'store', 'store', 'notify_email'],
    ['superuser', 'store', 'store', 'pickup_location pickup_pincode'],
    ['superuser', 'store', 'store', 'parcel_weight parcel_length parcel_breadth parcel_height'],
  ],
  theme_settings: site(
    'name is_active primary_color primary_color_hover primary_color_hsl accent_color accent_color_hsl text_on_primary ' +
      'dark_mode_primary_color_hsl dark_mode_accent_color_hsl',
  ),
  navbar_config: site(
    'name is_active show_shop show_bestsellers show_new_arrivals show_about show_gifting show_contact show_blog ' +
      'shop_order bestsellers_order new_arrivals_order about_order gifting_order contact_order blog_order ' +
      [1, 2, 3, 4].map((own) => `own_${own}_label own_${own}_link own_${own}_order`).join(' '),
  ),
  homepage_config: site(
    'name is_active show_hero show_featured show_new_arrivals show_features show_bestsellers show_testimonials show_newsletter ' +
      'hero_order featured_order new_arrivals_order features_order bestsellers_order testimonials_order newsletter_order',
  ),
  slider_images: [
    ...site('image image_phone title subtitle link action needsOverlay active order'),
    ['public', 'never', 'never', 'placeholders'],
  ],
  assets: site('key file alt'),
  makers: site('name group place text image products demo active order'),
  promises: site('title text icon active order'),
  testimonials: site('name location text rating product active order'),
  pages: site('slug title body published'),
  posts: [
    ...site('slug title cover cover_alt excerpt body published_at published'),
    ['public', 'never', 'never', 'placeholders'],
  ],
  special_offers: site(
    'title description min_order_value active start_date end_date offer_type gift_product_id product',
  ),
  reviews: [
    id('public'),
    dates('public'),
    // Set to whoever is signed in, whatever is sent.
    ['public', 'store', 'never', 'user'],
    ['public', 'never', 'never', 'verified_purchase helpful_votes weighed_votes replied_at'],
    ['public', 'store', 'store', 'state hidden_reason reply'],
    ['public', 'owner', 'never', 'product'],
    ['public', 'owner', 'author', 'rating title content images'],
  ],
  review_comments: [
    id('public'),
    dates('public'),
    ['public', 'store', 'never', 'user'],
    ['public', 'owner', 'never', 'review'],
    ['public', 'owner', 'author', 'content'],
  ],
  review_votes: [
    id('owner'),
    dates('owner'),
    ['owner', 'store', 'store', 'user'],
    ['owner', 'owner', 'store', 'review'],
  ],
  orders: [
    ['owner', 'never', 'never', 'id number user email'],
    ['owner', 'never', 'store', 'name phone line1 line2 landmark city state pincode'],
    ['owner', 'never', 'store', 'status payment_status fulfilment_status courier tracking_number tracking_url restock'],
    ['superuser', 'never', 'store', 'review_flag'],
    [
      'owner',
      'never',
      'never',
      'payment_method currency items promotions items_total discount_total shipping_total round_off',
    ],
    ['owner', 'never', 'never', 'cash_fee leaves_on arrives_from arrives_until'],
    ['owner', 'never', 'never', 'grand_total paid_total refunded_total total sums refund_waits offer note utm source'],
    ['owner', 'never', 'never', 'placed_at confirmed_at cancelled_at expires_at created updated'],
    ['superuser', 'never', 'never', 'access_token_hash idempotency_key request_hash'],
  ],
  order_events: [
    id('owner'),
    dates('owner'),
    ['owner', 'store', 'never', 'order type actor label public'],
    ['superuser', 'store', 'never', 'data'],
  ],
  payments: internal(
    '',
    'order provider attempt gateway_order_id gateway_payment_id amount currency status method error_reason receipt captured ' +
      'refunded checks next_check_at claimed_until sums',
  ),
  payment_events: internal('review', 'provider event_id kind body_sha256 payload outcome payment order'),
  stock_movements: internal('', 'product delta reason order note who undoes'),
  stock_holds: internal('order product quantity expires_at'),
  unpaid_pieces: internal('order product quantity source unproven cash until'),
  messages: internal('ticket name email message suspicious mailed answer answered_at'),
  refunds: [
    ...internal(
      'note',
      'order payment amount reason status idempotency_key gateway_refund_id tries next_try_at send_at error processed_at',
    ),
    ['superuser', 'never', 'never', 'lines'],
    ['superuser', 'store', 'never', 'rupees'],
  ],
  staff: [
    id('superuser'),
    dates('superuser'),
    ['superuser', 'store', 'store', 'name role disabled last_seen email emailVisibility verified'],
    ['nobody', 'store', 'store', 'password'],
    ['nobody', 'never', 'never', 'tokenKey'],
  ],
  desk_log: internal('', 'who what link'),
  subscribers: internal('email state consent language confirmed_at left_at'),
  stock_alerts: internal('email product state'),
  cart_reminders: internal('email items state asked_at due_at'),
  bookings: internal(
    '',
    'order state reference choice remote_order shipment courier awb label_url weight length breadth height cost cash ' +
      'attempts last_error next_try_at booked_at',
  ),
  answer_templates: internal('name text'),
  delivery_rules: internal('prefix deliver cash fee cash_fee days_min days_max'),
  price_plans: internal('name active starts ends products categories percent price round_to show_was'),
  pin_codes: internal('edition pincode state district office'),
  pin_directories: internal('file edition pins offices states since key'),
  missed_searches: internal('term day count'),
  visits: internal('day count'),
  promotions: site(
    'name description active starts ends code single_use minimum kind value gift products categories tags max_uses max_per_person first_order combines',
  ),
  promotion_codes: internal('promotion code'),
  promotion_uses: internal('promotion order code amount'),
  outbox: internal('kind order recipient dedupe_key data status tries next_try_at sent_at error message sealed'),
  bills: internal('', 'order number kind fiscal_year sequence issued_at data document total'),
  tax_rates: internal('hsn rate valid_from note'),
  // PocketBase's own. Their rules cannot be changed, and what superusers write there is not tried.
  _mfas: ofSystem('method'),
  _otps: [...ofSystem(''), ['superuser', 'store', 'store', 'sentTo'], ['nobody', 'store', 'store', 'password']],
  _externalAuths: ofSystem('provider providerId'),
  _authOrigins: ofSystem('fingerprint'),
  _superusers: [
    ...internal('email emailVisibility verified'),
    ['nobody', 'store', 'store', 'password'],
    ['nobody', 'never', 'never', 'tokenKey'],
  ],
}

/** Collection → field → rights. */
export const FIELDS: Record<string, Record<string, FieldRights>> = Object.fromEntries(
  Object.entries(TABLE).map(([collection, groups]) => [
    collection,
    Object.fromEntries(
      groups.flatMap(([read, create, update, names]) =>
        names
          .split(' ')
          .filter(Boolean)
          .map((name) => [name, { read, create, update }]),
      ),
    ),
  ]),
)
