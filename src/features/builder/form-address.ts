import { linkTarget } from '@/domain/link'

/** Where a form may be sent: http, https or a path of this site; never `javascript:` and its like. */
export function isWebAddress(address = ''): boolean {
  const kind = linkTarget(address)?.kind
  return kind === 'external' || kind === 'internal'
}

/** Where a form's success may lead: a page of this shop or an https address; null for everything else (BUILD-03). */
export function safeTarget(address = ''): string | null {
  const target = linkTarget(address)
  if (target?.kind === 'internal') return target.href
  return target?.kind === 'external' && /^https:/i.test(target.href) ? target.href : null
}
