import * as v from 'valibot'
import type { SetupStep } from '../site/going-live'
import { cleanLine } from '../text'

/** Fields of the shop's settings that *Setting up* asks for, with what they are called there. */
export const SELLER_FIELDS = {
  store_name: 'Name of the shop',
  order_prefix: 'Order numbers begin with',
  seller_legal_name: 'Legal name of the seller',
  seller_address: 'Address',
  seller_email: 'Email for customers',
  seller_phone: 'Phone for customers',
  grievance_officer_name: 'Who answers complaints',
  grievance_officer_email: 'Their email',
  grievance_officer_phone: 'Their phone',
  notify_email: 'Where your own emails go',
} as const
export type SellerField = keyof typeof SELLER_FIELDS

const line = v.optional(v.pipe(v.string(), v.transform(cleanLine), v.maxLength(500, 'Use at most 500 characters.')))

/** What stood in the fields of the settings when they were looked at: a save over somebody else's is refused. */
export const wasSchema = v.optional(v.record(v.string(), v.unknown()))

/** Body of `POST /api/store/desk/setup`: the fields that change. The settings' own checks follow. */
export const sellerSchema = v.object({
  ...(Object.fromEntries(Object.keys(SELLER_FIELDS).map((field) => [field, line])) as Record<SellerField, typeof line>),
  was: wasSchema,
})

/** `GET /api/store/desk/setup`: what keeps the shop from going live, in sentences by step, and today's settings. */
export interface SetupAnswer {
  steps: { step: SetupStep; must: string[]; should: string[] }[]
  seller: { [field in SellerField]: string }
}

/** Steps in the order a maker takes them. What only the server's environment says is not among them. */
export const SETUP_STEPS: readonly SetupStep[] = [
  'seller',
  'products',
  'tax',
  'demo',
  'mail',
  'policies',
  'measuring',
  'payments',
  'backups',
  'admin',
]
