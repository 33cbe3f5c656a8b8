import { MAX_LINE_QUANTITY, MAX_PIECES } from '../limits'
import { toPaise } from '../money'

const GST_MODES = ['unregistered', 'composition', 'regular'] as const

/**
 * What merchandisers set in the `store_settings` record, with what stands where nobody has (CART-15, SHEET-08). Money
 * in paise: its name is in `MONEY_FIELDS` as well.
 */
export const DEFAULT_SETTINGS = {
  store_name: 'Sabun & Jhola',
  minimum_order: 150_00,
  free_shipping_from: 100_00,
  shipping_fee: 10_00,
  cod_enabled: true,
  /** 0 = no limit: a shop without an online payment would otherwise refuse orders it wants. */
  cod_max: 0,
  /** Open cash-on-delivery orders per phone number; 0 = no limit. */
  cod_max_open_per_phone: 0,
  /** Largest cash order of somebody unproven that stands at once; a larger one waits for the maker. */
  cod_unproven_max: 5000_00,
  /** Pieces of one product in one order. */
  max_pieces: MAX_PIECES,
  chat_number: '',
  chat_greeting: '',
  seller_legal_name: '',
  seller_address: '',
  seller_email: '',
  seller_phone: '',
  seller_gstin: '',
  grievance_officer_name: '',
  grievance_officer_email: '',
  grievance_officer_phone: '',
  /** How the seller stands towards GST; decides what an invoice is called and whether it shows tax. */
  gst_mode: 'unregistered' as (typeof GST_MODES)[number],
  /** Two-letter code of the state the shop sells from. */
  seller_state: '',
  social_instagram: '',
  social_facebook: '',
  social_youtube: '',
  /** What the shop is for, in its own words; empty for none. */
  footer_mission: '',
  /** In the place of the built-in line of copyright. */
  footer_copyright: '',
  /** What numbers of new orders begin with, before the dash: 2 to 6 capital letters and digits. */
  order_prefix: 'SJ',
  /** Whether the pictures of making that the store came with are true of this shop. */
  show_making: false,
  /** Whether other companies' measuring waits for the shopper's yes. */
  consent_required: true,
  /**
   * Financial years after its own for which an order keeps its buyer's name and address. Books of account stay for 72
   * months from the year's annual return (CGST Act 2017, section 36) and for 8 financial years (Companies Act 2013,
   * section 128); the longer counts.
   */
  orders_kept_years: 8,
  /**
   * Reviews of one product by people it was not delivered to that are shown within 24 hours; further ones wait for
   * the shop.
   */
  reviews_shown_per_day: 3,
  /** Days from delivery in which things may be sent back; 0 = not said. */
  returns_days: 0,
  /** Whether there are delivery rules: fee, time and cash may differ by PIN code. The store keeps it. */
  delivers_by_pin: false,
  /** `own_state`: only handicraft leaves the seller's state, as for sellers without GST registration. */
  sells_to: 'all' as 'all' | 'own_state',
}
export type StoreSettings = typeof DEFAULT_SETTINGS

const MONEY_FIELDS = new Set<keyof StoreSettings>([
  'minimum_order',
  'free_shipping_from',
  'shipping_fee',
  'cod_max',
  'cod_unproven_max',
])

/** A store_settings record → settings; whatever is missing or of the wrong type is the default (CART-15, SHEET-08). */
export function parseSettings(record: Record<string, unknown> | null | undefined): StoreSettings {
  if (!record) return DEFAULT_SETTINGS
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  for (const name in DEFAULT_SETTINGS) {
    const key = name as keyof StoreSettings
    const value = record[key]
    if (MONEY_FIELDS.has(key)) {
      const paise = typeof value === 'number' ? toPaise(value) : null
      if (paise !== null) settings[key] = paise
    } else if (
      typeof value === typeof DEFAULT_SETTINGS[key] &&
      (value !== '' || !/^(store_name|order_prefix)$/.test(key))
    ) {
      settings[key] = value
    }
  }
  if (settings.sells_to !== 'own_state') settings.sells_to = 'all'
  if (!(GST_MODES as readonly unknown[]).includes(settings.gst_mode)) settings.gst_mode = DEFAULT_SETTINGS.gst_mode
  // A number nobody set is stored as 0: nothing may be erased earlier than a law allows, and no shop stand open,
  // because of it.
  for (const key of ['orders_kept_years', 'cod_unproven_max', 'max_pieces', 'reviews_shown_per_day'] as const) {
    if (!((settings[key] as number) > 0)) settings[key] = DEFAULT_SETTINGS[key]
  }
  settings.max_pieces = Math.min(settings.max_pieces as number, MAX_LINE_QUANTITY)
  return settings as unknown as StoreSettings
}
