import { recordStore } from '@/api/client'
import { errorData, errorStatus, isNotFound } from '@/api/errors'
import { signedInId } from '@/api/signed-in'
import { confirmErasure, eraseAccount, requestErasure, requestMyData } from '@/api/store-routes'
import { endSession, storedSession } from '@/api/stored-session'
import { uploadFetch } from '@/api/upload-fetch'
import type { ResetPasswordInput, SignInInput, SignUpInput } from '@/domain/account/account'
import {
  isSameAddress,
  MAX_ADDRESSES,
  parseSavedAddress,
  type SavedAddress,
  type SavedAddressInput,
} from '@/domain/account/saved-address'
import { isObject, parseText } from '@/domain/json'
import type { PlainSentence } from '@/language/catalogue'
import { refreshSession, signOut } from './session'

/** What accounts can do. Each throws what the record store's client throws; `api/errors.ts` reads it. */

const users = async () => (await recordStore()).collection('users')

/** Why nobody can sign in on this device. */
export const WRONG_CLOCK =
  'The date on this device is wrong, so signing in does not last. Set it right and sign in again.' satisfies PlainSentence

/**
 * Right after signing in: a token that is new has ended by a clock that is days ahead alone, and is let go of at once.
 * @throws Error `WRONG_CLOCK`
 */
export function checkClock(): void {
  if (!storedSession()) throw new Error(WRONG_CLOCK)
}

/** Email and password (AUTH-07). Status 400: the pair is wrong. @throws Error `WRONG_CLOCK` as well */
export async function signIn({ email, password }: SignInInput): Promise<void> {
  await (await users()).authWithPassword(email, password)
  checkClock()
}

/** Whether there is an account with this email. */
export function isTaken(error: unknown): boolean {
  const { email } = errorData(error)
  return isObject(email) && email.code === 'validation_not_unique'
}

/**
 * Makes an account, then signs in (AUTH-02), and asks for the mail that confirms the address. A mail that cannot be
 * sent is no reason to refuse an account: the profile offers to send it again.
 * @param again an earlier try got no answer: the account may be theirs already, with this password
 * @throws with `cause` "signed-out" when the account stands but signing in failed
 */
export async function signUp({ name, email, password, passwordConfirm }: SignUpInput, again: boolean): Promise<void> {
  let taken: unknown
  try {
    await (await users()).create({ email, password, passwordConfirm, name })
  } catch (error) {
    if (!again || !isTaken(error)) throw error
    taken = error
  }
  try {
    await signIn({ email, password })
  } catch {
    throw taken ?? new Error('The account was made, but signing in failed', { cause: 'signed-out' })
  }
  requestVerification(email).catch(() => undefined)
}

/**
 * Asks for the mail with the link to choose a new password (AUTH-05). The answer is the same whether the account
 * exists or not.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await (await users()).requestPasswordReset(email)
}

/**
 * Sets the new password with the token of that mail (AUTH-05). It ends every session of the account, on every device.
 * @param again an earlier try got no answer: it may have been done
 */
export async function confirmPasswordReset(
  token: string,
  { password, passwordConfirm }: ResetPasswordInput,
  again: boolean,
): Promise<void> {
  try {
    await (await users()).confirmPasswordReset(token, password, passwordConfirm)
  } catch (error) {
    if (!again || !(await isUsed(error, emailIn(token, 'email'), password))) throw error
  }
  endSession()
}

/** Whether a link is spent because an earlier try, unheard, was done: then the password opens the account. */
async function isUsed(error: unknown, identity: string, password: string): Promise<boolean> {
  if (!('token' in errorData(error))) return false
  const store = await recordStore()
  const asked = { method: 'POST', body: { identity, password } }
  // Not the client's own call, which would sign in.
  return store.send('/api/collections/users/auth-with-password', asked).then(
    () => true,
    () => false,
  )
}

/** Of the payload of a mail's token; empty when it cannot be read. */
function emailIn(token: string, name: 'email' | 'newEmail'): string {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
    return isObject(payload) ? parseText(payload[name]) : ''
  } catch {
    return ''
  }
}

export async function requestVerification(email: string): Promise<void> {
  await (await users()).requestVerification(email)
}

/**
 * Confirms the email address with the token of the mail, for somebody who is signed in to the account or knows its
 * password. `password` in the refusal's data: it is asked for, or wrong.
 */
export async function confirmVerification(token: string, password?: string): Promise<void> {
  await (await users()).confirmVerification(token, { body: { token, ...(password !== undefined && { password }) } })
  await refreshSession()
}

/**
 * Asks for the mail that moves the signed-in person's account to another address. `newEmail` in the refusal's data:
 * it cannot be used.
 */
export async function requestEmailChange(email: string): Promise<void> {
  signedInId()
  await endingLostSession(async () => (await users()).requestEmailChange(email))
}

/**
 * Moves the account to its new email address with the token of the mail and the account's password. Ends every
 * session.
 * @param again an earlier try got no answer: it may have been done
 */
export async function confirmEmailChange(token: string, password: string, again: boolean): Promise<void> {
  try {
    await (await users()).confirmEmailChange(token, password)
  } catch (error) {
    if (!again || !(await isUsed(error, emailIn(token, 'newEmail'), password))) throw error
  }
  endSession()
}

/** Changes the signed-in person's name (AUTH-06). */
export async function changeName(name: string): Promise<void> {
  const id = signedInId()
  await endingLostSession(async () => (await users()).update(id, { name }))
}

/**
 * Sends a new picture of the signed-in person (AUTH-06).
 * @param onProgress hears the part that has been sent, 0 to 1
 */
export async function changeAvatar(file: File, onProgress: (part: number) => void): Promise<void> {
  const id = signedInId()
  const body = new FormData()
  body.append('avatar', file)
  await endingLostSession(async () => (await users()).update(id, body, { fetch: uploadFetch(onProgress) }))
}

export async function removeAvatar(): Promise<void> {
  const id = signedInId()
  await endingLostSession(async () => (await users()).update(id, { avatar: null }))
}

/**
 * Keeps a new address with the account unless it has this very one: an earlier try got no answer, and may have been
 * done.
 * @param known ids of those that were there before it
 */
export async function saveAddressAgain(
  input: SavedAddressInput,
  known: readonly string[],
  signal?: AbortSignal,
): Promise<SavedAddress> {
  const addresses = (await recordStore()).collection('addresses')
  const { items } = await endingLostSession(() => addresses.getList(1, MAX_ADDRESSES, { sort: '-created', signal }))
  const { label, contact } = input
  const same = items
    .map(parseSavedAddress)
    .find(
      (kept) =>
        !known.includes(kept.id) &&
        isSameAddress(kept.address, input.address) &&
        (kept.is_default || !input.is_default) &&
        [kept.label, kept.name, kept.phone].join('\n') === [label, contact.name, contact.phone].join('\n'),
    )
  return same ?? saveAddress(input, undefined, signal)
}

/**
 * Keeps an address with the account, or changes a kept one (ORDER-11). The store takes the mark of the default off
 * the others.
 * @param id of the address that is changed; without it a new one is kept
 */
export async function saveAddress(
  { label, contact, address, is_default }: SavedAddressInput,
  id?: string,
  signal?: AbortSignal,
): Promise<SavedAddress> {
  const user = signedInId()
  const fields = { ...address, ...contact, label, is_default }
  return parseSavedAddress(
    await endingLostSession(async () => {
      const addresses = (await recordStore()).collection('addresses')
      return id ? addresses.update(id, fields, { signal }) : addresses.create({ ...fields, user }, { signal })
    }),
  )
}

/** What is gone already, by a try that got no answer or in another tab, is deleted. */
export async function deleteAddress(id: string): Promise<void> {
  signedInId()
  const addresses = (await recordStore()).collection('addresses')
  try {
    await endingLostSession(() => addresses.delete(id))
  } catch (error) {
    // Who is not signed in any more is told the same of what is there.
    if (!storedSession() || (await addresses.getOne(id).catch(isNotFound)) !== true) throw error
  }
}

/**
 * Erases the signed-in person's account with everything that hangs on it; orders stay, without the account. The
 * session is left for the caller to end. `password` in the refusal's data: it is the wrong one.
 * @param again an earlier try got no answer: a session that is known no more says that it was done
 */
export async function deleteAccount(password: string, again: boolean): Promise<void> {
  signedInId()
  const erase = () =>
    eraseAccount(password).catch((error: unknown) => {
      if (!again || errorStatus(error) !== 401) throw error
    })
  await endingLostSession(erase)
}

/** Asks for the mail with a link that erases the account, for those who have no password. */
export async function requestDeletion(): Promise<void> {
  signedInId()
  await endingLostSession(requestErasure)
}

/** Erases the account of that mail. `token` in the refusal's data: the link is not good any more. */
export async function confirmDeletion(token: string): Promise<void> {
  await confirmErasure(token)
  signOut()
}

/** Everything the shop holds on the signed-in person, as the text of a JSON file. */
export async function readMyData(): Promise<string> {
  signedInId()
  return JSON.stringify(await endingLostSession(requestMyData), null, 2)
}

/**
 * The record store hides what a dead session may not touch behind 404, so only asking for a fresh token tells which
 * it was.
 */
async function endingLostSession<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if ([401, 403, 404].includes(errorStatus(error))) {
      await refreshSession()
      if (!storedSession()) throw new Error('Not authenticated', { cause: error })
    }
    throw error
  }
}
