import { answering } from '../guard/slow-clients'
import { exchangeOf } from '../lib/exchange'

type Encoding = '' | 'br' | 'gzip'

/** What is kept to be sent: its bytes as they are, and packed where they are; its entity tag. */
export interface Packed {
  etag: string
  bodies: { readonly [encoding in Encoding]?: unknown }
}

/** Each as it stands in `Accept-Encoding` (RFC 9110 section 12.5.3), with its quality. */
const CODINGS = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
}

/** The smallest encoding the client takes and we have; an encoding refused with `q=0` is not taken. */
export function chooseEncoding(acceptEncoding: string, available: { br: boolean; gzip: boolean }): Encoding {
  const takes = (name: 'br' | 'gzip') => {
    const found = available[name] && CODINGS[name].exec(acceptEncoding)
    return found && Number(found[1] ?? 1) > 0
  }
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : ''
}

/** Whether `If-None-Match` names this entity tag, compared weakly as RFC 9110 section 13.1.2 asks for GET and HEAD. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === '') return false
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim()
    return tag === '*' || tag.replace(/^W\//, '') === bare
  })
}

/** Sends bytes whole, with their length. */
export function sendBody(e: PbRequestEvent, status: number, body: PbBytes, type = 'text/html; charset=utf-8'): void {
  exchangeOf(e).set('Content-Length', String(body.length))
  answering(e, () => e.blob(status, type, body))
}

/** Sends it as the client takes it, or 304 to whoever has it already. */
export function sendPacked(e: PbRequestEvent, status: number, { etag, bodies }: Packed, type?: string): void {
  const { get, set } = exchangeOf(e)
  if (status === 200) {
    set('ETag', etag)
    if (matchesEtag(get('If-None-Match'), etag)) {
      e.noContent(304)
      return
    }
  }
  const available = { br: Boolean(bodies.br), gzip: Boolean(bodies.gzip) }
  const encoding = chooseEncoding(get('Accept-Encoding'), available)
  if (encoding !== '') set('Content-Encoding', encoding)
  sendBody(e, status, bodies[encoding] as PbBytes, type)
}
