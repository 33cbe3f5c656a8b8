import { isObject, parseText } from '@/domain/json'
import { plainCode } from '@/domain/offers/code'
import { type CodeProblem, FINAL_PROBLEMS } from '@/domain/offers/discounts'
import { storedValue } from '@/lib/stored-value'
import { OFFER_CODE_KEY, unstored } from './code-link'

const KEPT_MS = 24 * 60 * 60_000

/** The code a shopper typed or came with. */
export interface OfferCode {
  code: string
  /** Why the store will not have it, whatever is in the cart: then it is not asked for again by itself. */
  refused: CodeProblem | null
  /** When it was typed, ms. */
  at: number
}

/** Whether asking for the code again is of no use. */
export const isFinal = ({ code }: CodeProblem): boolean => FINAL_PROBLEMS.some((known) => known === code)

function parseCode(value: unknown, now: number): OfferCode | null {
  if (!isObject(value) || typeof value.at !== 'number' || !(now - value.at < KEPT_MS)) return null
  const code = plainCode(parseText(value.code))
  const { refused } = value
  const why = isObject(refused) ? FINAL_PROBLEMS.find((known) => known === refused.code) : undefined
  const message = isObject(refused) ? parseText(refused.message) : ''
  return code ? { code, at: value.at, refused: why ? { code: why, message } : null } : null
}

const kept = storedValue(OFFER_CODE_KEY, (value) => parseCode(value, Date.now()))
const linked = parseCode(unstored, Date.now())
if (linked) kept.keep(linked)

/**
 * Keeps a code for a day in this browser, through reloads and signing in; without storage, for this page. It is asked
 * about with the next quote.
 * @param typed as it was typed
 * @returns false when there is nothing of a code in it
 */
export function keepCode(typed: string): boolean {
  const code = plainCode(typed)
  if (!code) return false
  kept.keep({ code, refused: null, at: Date.now() })
  return true
}

/** Notes that the store will not have this code; another that was typed meanwhile is left alone. */
export function refuseCode(code: string, refused: CodeProblem): void {
  const held = kept.read()
  if (held?.code === code) kept.keep({ ...held, refused })
}

export const forgetCode = kept.forget

/** The kept code; null on the server and without one. */
export const useOfferCode = kept.use
