/**
 * One state or union territory: two-letter code, name, GST's two-digit number, and the first digits its PIN codes may
 * have.
 */
export interface IndianState {
  code: string
  name: string
  gst: string
  pin: string
}

/**
 * The 36 states and union territories with GST's state codes. PIN prefixes overlap at borders, so they only ever warn.
 */
export const STATES: readonly IndianState[] = [
  { code: 'AN', name: 'Andaman and Nicobar Islands', gst: '35', pin: '744' },
  { code: 'AP', name: 'Andhra Pradesh', gst: '37', pin: '5' },
  { code: 'AR', name: 'Arunachal Pradesh', gst: '12', pin: '79' },
  { code: 'AS', name: 'Assam', gst: '18', pin: '78' },
  { code: 'BR', name: 'Bihar', gst: '10', pin: '8' },
  { code: 'CH', name: 'Chandigarh', gst: '04', pin: '1' },
  { code: 'CG', name: 'Chhattisgarh', gst: '22', pin: '49' },
  { code: 'DH', name: 'Dadra and Nagar Haveli and Daman and Diu', gst: '26', pin: '3' },
  { code: 'DL', name: 'Delhi', gst: '07', pin: '11' },
  { code: 'GA', name: 'Goa', gst: '30', pin: '403' },
  { code: 'GJ', name: 'Gujarat', gst: '24', pin: '3' },
  { code: 'HR', name: 'Haryana', gst: '06', pin: '1' },
  { code: 'HP', name: 'Himachal Pradesh', gst: '02', pin: '17' },
  { code: 'JK', name: 'Jammu and Kashmir', gst: '01', pin: '1' },
  { code: 'JH', name: 'Jharkhand', gst: '20', pin: '8' },
  { code: 'KA', name: 'Karnataka', gst: '29', pin: '5' },
  { code: 'KL', name: 'Kerala', gst: '32', pin: '6' },
  { code: 'LA', name: 'Ladakh', gst: '38', pin: '19' },
  { code: 'LD', name: 'Lakshadweep', gst: '31', pin: '682' },
  { code: 'MP', name: 'Madhya Pradesh', gst: '23', pin: '4' },
  { code: 'MH', name: 'Maharashtra', gst: '27', pin: '4' },
  { code: 'MN', name: 'Manipur', gst: '14', pin: '795' },
  { code: 'ML', name: 'Meghalaya', gst: '17', pin: '79' },
  { code: 'MZ', name: 'Mizoram', gst: '15', pin: '796' },
  { code: 'NL', name: 'Nagaland', gst: '13', pin: '79' },
  { code: 'OD', name: 'Odisha', gst: '21', pin: '7' },
  { code: 'PY', name: 'Puducherry', gst: '34', pin: '56' },
  { code: 'PB', name: 'Punjab', gst: '03', pin: '1' },
  { code: 'RJ', name: 'Rajasthan', gst: '08', pin: '3' },
  { code: 'SK', name: 'Sikkim', gst: '11', pin: '737' },
  { code: 'TN', name: 'Tamil Nadu', gst: '33', pin: '6' },
  { code: 'TS', name: 'Telangana', gst: '36', pin: '5' },
  { code: 'TR', name: 'Tripura', gst: '16', pin: '799' },
  { code: 'UP', name: 'Uttar Pradesh', gst: '09', pin: '2' },
  { code: 'UK', name: 'Uttarakhand', gst: '05', pin: '2' },
  { code: 'WB', name: 'West Bengal', gst: '19', pin: '7' },
]

/** Codes of other lists that mean the same place (ISO 3166-2, vehicle numbers, the names before the last changes). */
const OTHER_CODES: Record<string, string> = { CT: 'CG', TG: 'TS', OR: 'OD', UT: 'UK', UA: 'UK', DN: 'DH', DD: 'DH' }

/** A two-letter code, GST number or full name, in any case → the state; undefined when there is none such. */
export function findState(value: string): IndianState | undefined {
  const text = value.trim().toLowerCase()
  const code = OTHER_CODES[text.toUpperCase()] ?? text.toUpperCase()
  return STATES.find((state) => state.code === code || state.gst === text || state.name.toLowerCase() === text)
}

/** The state's name for its code; an unknown code stands for itself. */
export function stateName(code: string): string {
  return findState(code)?.name ?? code
}

/**
 * Whether a PIN code may be one of the state's. `PY` has scattered enclaves: its `pin` lists the single digits 5 and 6,
 * every other entry is a prefix.
 */
export function pinFitsState(pincode: string, state: IndianState): boolean {
  if (state.code === 'PY') return '56'.includes(pincode.charAt(0))
  return pincode.startsWith(state.pin)
}
