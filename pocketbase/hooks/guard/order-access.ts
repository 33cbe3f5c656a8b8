import { readFile } from '../lib/files'
import { recordById } from '../lib/rows'

/** The order of this path, when the caller may see it: its owner, or whoever carries its token. */
export function ownOrder(e: PbRequestEvent): PbRecord | null {
  const id = e.request.pathValue('id')
  const order = recordById(e.app, 'orders', id)
  const hash = $security.sha256(e.request.header.get('X-Order-Token'))
  if (!order) return null
  const user = shopperId(e)
  const owns = user !== '' && user === order.getString('user')
  const bears = $security.equal(hash, order.getString('access_token_hash'))
  return owns || bears ? order : null
}

/** The shopper who is signed in; neither a superuser nor somebody of the staff is one. */
export function shopperOf({ auth }: { auth: PbRecord | null }): PbRecord | null {
  return auth?.collection().name === 'users' ? auth : null
}

/** Id of the shopper who is signed in; empty for nobody. */
export const shopperId = (e: { auth: PbRecord | null }): string => shopperOf(e)?.id ?? ''

/**
 * The caller sends a session of this record store that it does not take any more. Whatever else is sent is a proxy's in
 * front of the shop.
 */
export function sessionEnded({ auth, request }: PbRequestEvent): boolean {
  if (auth) return false
  try {
    const token = request.header.get('Authorization').replace(/^Bearer /i, '')
    const { type, collectionId } = $security.parseUnverifiedJWT(token)
    return type === 'auth' && typeof collectionId === 'string'
  } catch {
    return false
  }
}

/**
 * The token that opens one order to whoever placed it: derived, so that a repeated request and every mail can name it
 * again, while the database holds only its hash.
 */
export function accessToken(orderId: string): string {
  return $security.hs256(`order:${orderId}`, tokenSecret())
}

/** Names the order in the topic its open pages follow: for whoever may see the order. */
export const liveKey = (orderId: string): string => keyedHash(`live:${orderId}`)

/** A text that only this store can recognise again: an address must not be read from a copy of the data. */
export function keyedHash(text: string): string {
  return $security.hs256(text, tokenSecret())
}

const secretFile = () => `${$app.dataDir()}/order-token.key`

/**
 * Secret behind the order tokens: `STORE_TOKEN_SECRET`, else a random one kept beside the data (and so in its backups).
 */
function tokenSecret(): string {
  return $os.getenv('STORE_TOKEN_SECRET') || toString($os.readFile(secretFile()))
}

/** Characters of the secret; a file with fewer is what a full disk left of one. */
const SECRET_LENGTH = 64

/** onBootstrap: makes the secret once, before the first request. */
export function ensureTokenSecret(): void {
  if ($os.getenv('STORE_TOKEN_SECRET')) return
  const known = readFile(secretFile())
  if (known && toString(known).length >= SECRET_LENGTH) return
  $os.writeFile(secretFile(), $security.randomString(SECRET_LENGTH), 0o600)
}
