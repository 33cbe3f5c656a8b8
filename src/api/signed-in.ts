import { storedSession } from './stored-session'

/** Id of the shopper who is signed in; empty for nobody, or for somebody of the admin screens. */
export function shopperId(): string {
  const record = storedSession()?.record
  return record?.collectionName === 'users' ? record.id : ''
}

/**
 * Id of whoever is signed in.
 * @throws Error where nobody is
 */
export function signedInId(problem = 'Not authenticated'): string {
  const session = storedSession()
  if (!session) throw new Error(problem)
  return session.record.id
}
