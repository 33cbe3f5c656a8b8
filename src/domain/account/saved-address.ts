import * as v from 'valibot'
import { parseText } from '../json'
import { characterCount, cleanLine } from '../text'
import { type Address, addressSchema, contactSchema } from './address'

/** Longest name of an address such as `Home`, characters. The record store holds the same number. */
const ADDRESS_LABEL_MAX = 40
/** Addresses one account may keep; more is nobody's address book. */
export const MAX_ADDRESSES = 20

/** An address kept with an account (ORDER-11). */
export interface SavedAddress {
  id: string
  /** The person's own word for it; may be empty. */
  label: string
  /** Who receives the parcel. */
  name: string
  /** `+91` and ten digits. */
  phone: string
  address: Address
  /** Offered first at checkout; one of an account's addresses. */
  is_default: boolean
}

/** What the form of a kept address holds (ORDER-11): where it goes and who receives it, by the rules of checkout. */
export const savedAddressFormSchema = v.object({
  label: v.pipe(
    v.string(),
    v.transform(cleanLine),
    v.check((text) => characterCount(text) <= ADDRESS_LABEL_MAX, `Use at most ${ADDRESS_LABEL_MAX} characters.`),
  ),
  contact: v.object({ name: contactSchema.entries.name, phone: contactSchema.entries.phone }),
  address: addressSchema,
  is_default: v.boolean(),
})

export type SavedAddressFields = v.InferInput<typeof savedAddressFormSchema>
export type SavedAddressInput = v.InferOutput<typeof savedAddressFormSchema>

const LINES = ['line1', 'line2', 'landmark', 'city', 'state', 'pincode'] as const

/** A record of `addresses` → SavedAddress. */
export function parseSavedAddress(record: Record<string, unknown>): SavedAddress {
  const address = Object.fromEntries(LINES.map((line) => [line, parseText(record[line])])) as unknown as Address
  return {
    id: parseText(record.id),
    label: parseText(record.label),
    name: parseText(record.name),
    phone: parseText(record.phone),
    address,
    is_default: record.is_default === true,
  }
}

/** What an address is called in a list: the person's word for it, or who receives it. */
export function addressTitle({ label, name }: SavedAddress): string {
  return label || name
}

/** Whether what stands in a form is this address, as typed or as kept. A line left out counts as empty. */
export function isSameAddress(address: Address, typed: Partial<Record<keyof Address, string | null>>): boolean {
  return LINES.every((line) => cleanLine(typed[line] ?? '') === address[line])
}
