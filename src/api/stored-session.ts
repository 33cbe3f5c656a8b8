import type { AuthRecord, BaseAuthStore } from 'pocketbase'
import { isObject, parseText } from '@/domain/json'
import { storedJson } from '@/lib/stored-json'

/**
 * Who is signed in, also before the SDK is here: its own store of the session is asked once it is, and what it keeps
 * in the browser is read until then. Only the SDK writes it. Browser only, but for `onSessionChange`.
 */

/** Where the SDK keeps the session. */
const KEY = 'pocketbase_auth'
const sessionStore = storedJson(KEY)

type SessionStore = Pick<BaseAuthStore, 'token' | 'record' | 'clear' | 'onChange'>

export interface StoredSession {
  token: string
  record: NonNullable<AuthRecord>
  /** When the token ends, ms since 1970. */
  expiresAt: number
}

let sdk: SessionStore | undefined
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of [...listeners]) listener()
}

if (typeof window !== 'undefined') {
  // The SDK's store hears other tabs itself.
  window.addEventListener('storage', ({ key }) => {
    if (!sdk && key === KEY) tell()
  })
}

/** From now on the SDK's store is asked. */
export function watchSessionStore(store: SessionStore): void {
  sdk = store
  store.onChange(tell)
}

function kept(): Pick<SessionStore, 'token' | 'record'> {
  if (sdk) return sdk
  // Without storage nobody stays signed in.
  const stored = sessionStore.read()
  if (!isObject(stored)) return { token: '', record: null }
  const { record } = stored
  return { token: parseText(stored.token), record: isObject(record) ? (record as NonNullable<AuthRecord>) : null }
}

/** The token as it is kept, good or not; empty without one. */
export function storedToken(): string {
  return kept().token
}

/** The session that is kept, or null without one that is still good. */
export function storedSession(): StoredSession | null {
  const { token, record } = kept()
  const expiresAt = expiryOf(token)
  return record && expiresAt > Date.now() ? { token, record, expiresAt } : null
}

/** Ends the session here and in every other tab. */
export function endSession(): void {
  if (sdk) {
    sdk.clear()
    return
  }
  sessionStore.forget()
  tell()
}

/** Calls back after every change of the session, here or in another tab; returns the way to stop. */
export function onSessionChange(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** `exp` of a token's payload, ms; 0 when it cannot be read. */
function expiryOf(token: string): number {
  const payload = token.split('.')[1]
  if (!payload) return 0
  try {
    const json = atob(payload.replace(/-/g, '+').replace(/_/g, '/'))
    return Number((JSON.parse(json) as { exp?: unknown }).exp) * 1000 || 0
  } catch {
    return 0
  }
}
