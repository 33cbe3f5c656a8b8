import { stateOfPincode } from './pincode'

/** `GET /api/store/pin/{pincode}`. */
export interface PinAnswer {
  pincode: string
  /** Two-letter code; empty where nobody can say. */
  state: string
  /** Empty where the directory does not say, or there is none. */
  district: string
  /** The head post office, else the one that delivers. */
  office: string
  /** Whether the directory has it; null while the shop has no directory. */
  known: boolean | null
}

/** The parts of an address that follow from its PIN code. */
export interface Place {
  city: string
  state: string
}

/** `North West`, `East District`: a part of a city or state and no name of its own. */
const COMPASS = /^(?:north|south|east|west|central|shahdara)(?: (?:north|south|east|west))?(?: district)?$/i

/**
 * What is suggested as the city: India Post names none, and its district is mostly the city people write. Delhi's are
 * parts of it, and of `East District` the post office says more.
 */
function cityOf({ state, district, office }: Pick<PinAnswer, 'state' | 'district' | 'office'>): string {
  if (COMPASS.test(district)) return state === 'DL' ? 'Delhi' : office
  return district.replace(/ (?:Urban|Suburban|District)$/i, '')
}

/** What a PIN code suggests: at once by its first digits, then by the directory's answer. */
export function placeOfPin(pincode: string, answer: PinAnswer | undefined): Place {
  if (answer?.pincode !== pincode) return { state: stateOfPincode(pincode) ?? '', city: '' }
  return { state: answer.state, city: cityOf(answer) }
}

/**
 * What changes of `typed` when `place` is suggested: only what is empty, or what a suggestion has `filled` in before.
 * An earlier suggestion goes when there is none any more.
 */
export function suggested(typed: Place, filled: Partial<Place>, place: Place): Partial<Place> {
  const change: Partial<Place> = {}
  for (const field of ['city', 'state'] as const) {
    const isFree = typed[field] === '' || typed[field] === filled[field]
    if (isFree && typed[field] !== place[field]) change[field] = place[field]
  }
  return change
}
