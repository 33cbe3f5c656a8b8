import * as v from 'valibot'
import { asciiDigits, characterCount, cleanLine, cleanText, visibleCount } from '../text'
import { barePincode, isPincode } from './read-pincode'
import { findState, pinFitsState } from './states'

/**
 * A text that is asked for: left out, it counts as empty, so that its own sentence and not a general one stands
 * beside the field.
 */
function asked(missing: string) {
  return v.optional(v.string(missing), '')
}

/** Text of one line, cleaned, of at least `min` characters that can be seen and at most `max` (code points). */
function line(min: number, max: number, missing: string, tooLong: string) {
  return v.pipe(
    asked(missing),
    v.transform(cleanLine),
    v.check((text) => visibleCount(text) >= min, missing),
    v.check((text) => characterCount(text) <= max, tooLong),
  )
}

const LONG_LINE = 'Use at most 120 characters.'

/** A line that may stay empty. */
const optionalLine = v.pipe(
  v.optional(v.nullable(v.string(LONG_LINE)), ''),
  v.transform((text) => cleanLine(text ?? '')),
  v.check((text) => characterCount(text) <= 120, LONG_LINE),
)

/** A PIN code: six digits, the first not 0; blanks, dashes and Devanagari digits are understood. */
export const pincodeSchema = v.pipe(
  asked('Enter the PIN code.'),
  v.transform(barePincode),
  v.nonEmpty('Enter the PIN code.'),
  v.regex(/^[0-9]{6}$/, 'PIN codes have six digits.'),
  v.regex(/^[1-9]/, 'PIN codes do not begin with 0.'),
)

/** What `GET /api/store/pin/{pincode}` is asked. */
export const pinRequestSchema = v.object({ pincode: pincodeSchema })

/**
 * An Indian mobile number, however written (`98450 12345`, `+91-98450…`, `0…`, Devanagari digits) → `+919845012345`.
 * Numbers begin with 6, 7, 8 or 9 (National Numbering Plan).
 */
export const phoneSchema = v.pipe(
  asked('Enter the mobile number.'),
  v.transform((text) => asciiDigits(cleanLine(text)).replace(/[\s().-]/g, '')),
  v.nonEmpty('Enter the mobile number.'),
  v.transform((text) => text.replace(/^(?:\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))/, '')),
  v.regex(/^[6-9][0-9]{9}$/, 'Enter a ten-digit Indian mobile number.'),
  v.transform((digits) => `+91${digits}`),
)

/** Domains of other scripts come as `xn--…`: browsers write `मीरा.भारत` so in a field for an email. */
const EMAIL = /^[\w+-]+(\.[\w+-]+)*@([\da-z]([\da-z-]*[\da-z])?\.)+([a-z]{2,}|xn--[\da-z-]*[a-z])$/

/** An email address, lower case. */
export const emailSchema = v.pipe(
  asked('Enter the email address.'),
  v.transform((text) => cleanLine(text).toLowerCase()),
  v.nonEmpty('Enter the email address.'),
  v.maxLength(254, 'That email address is too long.'),
  v.regex(EMAIL, 'Enter an email address such as name@example.in.'),
  // RFC 5321, section 4.5.3.1.1.
  v.regex(/^.{1,64}@/, 'That email address is too long.'),
)

/** A state's two-letter code, GST number or full name → its two-letter code. */
export const stateSchema = v.pipe(
  asked('Choose the state.'),
  v.transform(cleanLine),
  v.nonEmpty('Choose the state.'),
  v.check((text) => findState(text) !== undefined, 'Choose a state from the list.'),
  v.transform((text) => findState(text)?.code ?? text),
)

/** Who orders (ORDER-01). */
export const contactSchema = v.object({
  name: line(2, 80, 'Enter the full name.', 'Names may have at most 80 characters.'),
  email: emailSchema,
  phone: phoneSchema,
})

/** Where it goes (ORDER-01). */
export const addressSchema = v.object({
  line1: line(
    3,
    120,
    'Enter the house, building and street.',
    'Use at most 120 characters; the next line takes the rest.',
  ),
  line2: optionalLine,
  landmark: optionalLine,
  city: line(2, 60, 'Enter the city.', 'Use at most 60 characters.'),
  state: stateSchema,
  pincode: pincodeSchema,
})

/** Most characters of a shopper's note. */
export const NOTE_LENGTH = 500

/** A shopper's note to whoever packs the parcel (ORDER-18), cleaned. */
export const noteSchema = v.pipe(
  v.string('Write the note as text'),
  v.transform(cleanText),
  v.check((note) => characterCount(note) <= NOTE_LENGTH, 'Notes may have at most 500 characters.'),
)

/** An address kept with an account (ORDER-11): where it goes and who receives it. */
export const savedAddressSchema = v.object({
  ...addressSchema.entries,
  name: contactSchema.entries.name,
  phone: contactSchema.entries.phone,
})

export type Contact = v.InferOutput<typeof contactSchema>
export type Address = v.InferOutput<typeof addressSchema>
/** As it is typed. */
export type AddressInput = v.InferInput<typeof addressSchema>

/** A hint, never a refusal: PIN prefixes overlap at borders. Takes checked values; null when they fit. */
export function pincodeHint(pincode: string, stateCode: string): string | null {
  const state = findState(stateCode)
  if (!state || !isPincode(pincode) || pincode.startsWith('9')) return null
  return pinFitsState(pincode, state)
    ? null
    : `This PIN code does not look like one of ${state.name}. Please check both.`
}

/** Address lines as they stand on a parcel. */
export function addressLines(address: Address, stateLabel: string): string[] {
  return [address.line1, address.line2, address.landmark, `${address.city} ${address.pincode}`, stateLabel].filter(
    (text) => text !== '',
  )
}

/**
 * A number as it stands behind a fixed `+91`: a complete one with `+91`, `91` or `0` before it loses that, all else
 * stays as it was typed.
 */
export function nationalPhone(typed: string): string {
  const read = v.safeParse(phoneSchema, typed)
  const digits = asciiDigits(typed).replace(/\D/g, '')
  return read.success && digits.length > 10 ? spacedPhone(read.output).replace('+91 ', '') : typed
}

/** `+919845012345` → `+91 98450 12345`, as mobile numbers are written; anything else stays as it is. */
export function spacedPhone(phone: string): string {
  return phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')
}
