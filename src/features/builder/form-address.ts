/** Where a form may be sent: http, https or a path of this site; never `javascript:` and its like. */
export function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && (/^https?:\/\//i.test(address) || isOwnPath(address))
}

function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !/[\u0000-\u001f\\]/.test(address)
}

/** Where a form's success may lead: a page of this shop or an https address; null for everything else (BUILD-03). */
export function safeTarget(address = ''): string | null {
  const trimmed = address.trim()
  if (isOwnPath(trimmed)) return trimmed
  return /^https:\/\/[^\s\\]+$/i.test(trimmed) ? trimmed : null
}
