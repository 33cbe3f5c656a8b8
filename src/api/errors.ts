import type { ClientResponseError } from 'pocketbase'
import type { PlainSentence } from '@/language/catalogue'
import { t, translate } from '@/language/text'

/** The sentence for a failure nobody can say more about (SDK-01). */
const GENERIC_ERROR: PlainSentence = 'Something went wrong while processing your request.'

/** The SDK could not be fetched: to whoever asked, a request that got no answer. */
export class StoreUnreachable extends Error {
  override name = 'ClientResponseError 0'
  status = 0

  constructor(cause: unknown) {
    super('The record store cannot be reached', { cause })
  }
}

/** By its name, because the SDK, and with it the class, is fetched only when it is needed. */
function isFailedCall(error: unknown): error is ClientResponseError {
  return error instanceof Error && error.name.startsWith('ClientResponseError')
}

export function isAborted(error: unknown): boolean {
  return error instanceof Error && ((isFailedCall(error) && error.isAbort) || error.name === 'AbortError')
}

/** HTTP status of a failed call; 0 when no answer came (offline, blocked, server gone). */
export function errorStatus(error: unknown): number {
  return isFailedCall(error) ? error.status : 0
}

export function isNotFound(error: unknown): boolean {
  return errorStatus(error) === 404
}

/** The machine-readable name of a refused situation, such as `cart_changed`; empty for anything else. */
export function errorCode(error: unknown): string {
  const code: unknown = errorData(error).code
  return typeof code === 'string' ? code : ''
}

/** Whether the store had too much to do and refused before doing anything: the same may be asked again. */
export const isBusy = (error: unknown): boolean => errorCode(error) === 'store_busy'

/** The `data` of a refusal as the record store sent it: field problems by name, or a problem with its `code`. */
export function errorData(error: unknown): Record<string, unknown> {
  if (!isFailedCall(error)) return {}
  const data: unknown = error.response?.data
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
}

/**
 * Field problems of a refused form, as sentences by field name in the language of the page:
 * `{ email: 'Must be a valid email address.' }`.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [field, problem] of Object.entries(errorData(error))) {
    if (typeof problem !== 'object' || problem === null) continue
    const message: unknown = (problem as { message?: unknown }).message
    if (typeof message === 'string' && message) fields[field] = translate(message)
  }
  return fields
}

/** What PocketBase says to programs about itself: `Failed to create record.` */
const FOR_PROGRAMS = /^(Failed|An error|Missing|The request )/

/**
 * The only translator from a failure to a sentence for shoppers, in the language of the page: what happened and,
 * where there is one, the way on.
 * @param fallback said when the record store gave no reason of its own
 */
export function errorSentence(error: unknown, fallback: string = GENERIC_ERROR): string {
  if (!isFailedCall(error)) return translate(fallback)
  if (error.status === 0) return t('We cannot reach the shop. Check your connection and try again.')
  if (isBusy(error)) return t('The shop is very busy just now. Please try again in a moment.')
  if (error.status >= 500) return translate(fallback)
  const message: unknown = error.response?.message
  // The store's own limits say when to come back; the record store's only that they are reached.
  if (error.status === 429 && errorCode(error) !== 'too_many_tries')
    return t('Too many tries. Please wait a minute and try again.')
  return translate(typeof message === 'string' && message && !FOR_PROGRAMS.test(message) ? message : fallback)
}
