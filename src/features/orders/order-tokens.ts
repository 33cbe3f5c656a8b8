import { isObject } from '@/domain/json'
import { ORDER_TOKENS_KEY } from '@/features/account/session'
import { storedJson } from '@/lib/stored-json'

const tokenStore = storedJson(ORDER_TOKENS_KEY)

/** Orders remembered, the latest ones. */
const TOKENS_KEPT = 20

/** Tokens the storage would not take; they live as long as the tab. */
const held = new Map<string, string>()

function readAll(): Map<string, string> {
  const tokens = new Map<string, string>()
  const stored = tokenStore.read()
  if (isObject(stored))
    for (const [id, token] of Object.entries(stored)) if (typeof token === 'string') tokens.set(id, token)
  for (const [id, token] of held) tokens.set(id, token)
  return tokens
}

/** The access token of an order; empty when this browser has none. Browser only. */
export function orderToken(orderId: string): string {
  return readAll().get(orderId) ?? ''
}

/** Keeps the token that opens an order in this browser. */
export function saveOrderToken(orderId: string, token: string): void {
  const tokens = readAll()
  tokens.delete(orderId)
  tokens.set(orderId, token)
  if (tokenStore.write(Object.fromEntries([...tokens].slice(-TOKENS_KEPT)))) held.delete(orderId)
  else held.set(orderId, token)
}

/** A token that only this tab has: it is gone with the next reload, unless the history keeps it. */
export const heldToken = (orderId: string): string | undefined => held.get(orderId)

/** The token in a mail's link, `#t=…`; empty without one. */
export function tokenOfFragment(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('t') ?? ''
}
