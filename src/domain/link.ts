/** Where a link leads: another site, a page of this store, somebody's mailbox or phone, or a place in the same page. */
export interface LinkTarget {
  kind: 'external' | 'internal' | 'contact' | 'fragment'
  href: string
}

/**
 * Browsers take some of these out before they read an address (`java\nscript:`), others make it look like another one.
 */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\ufeff]/
/** What a browser drops at either end, and what comes along when text is pasted. */
const ENDS = /^[\u0000-\u0020\u00a0\u200b\ufeff]+|[\u0000-\u0020\u00a0\u200b\ufeff]+$/g
/**
 * With a host, and without a name before it, which would make `https://this.shop@other.example` look like this shop.
 */
const WEB = /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i
/** `//host`, `/\host` and `/.//host` lead, or may be made to lead, to another site. */
const OWN_PATH = /^\/(?!(?:\.|%2e){0,2}[/\\])[^\s\\]*$/i
const CONTACT = /^(?:mailto:|tel:)[^\s]+$/i

/**
 * The one reading of an address that somebody typed into a record, a page builder or the address bar. Allowed are
 * http and https, mailto, tel, paths of this site and `#places`; null for all else: `javascript:`, `data:`,
 * `//other.site`, a path without its slash.
 */
export function linkTarget(text: string): LinkTarget | null {
  const href = text.replace(ENDS, '')
  if (UNSEEN.test(href)) return null
  if (WEB.test(href)) return { kind: 'external', href }
  if (OWN_PATH.test(href)) return { kind: 'internal', href }
  if (/^#\S*$/.test(href)) return { kind: 'fragment', href }
  // Phone numbers are written with blanks.
  const reach = href.replace(/ /g, /^tel:/i.test(href) ? '' : '%20')
  return CONTACT.test(reach) ? { kind: 'contact', href: reach } : null
}

/** An address of another site (http or https), or empty. */
export function webAddress(text: string): string {
  const target = linkTarget(text)
  return target?.kind === 'external' ? target.href : ''
}

/** A path of this site, or empty. */
export function ownPath(text: string): string {
  const target = linkTarget(text)
  return target?.kind === 'internal' ? target.href : ''
}

/**
 * A `returnTo` from the address bar, made safe: only a path of this site, and never a screen that would send the
 * shopper round in a circle.
 */
export function safeReturnPath(value: string | null | undefined, fallback = '/'): string {
  const path = ownPath(value ?? '')
  return path === '' || path.startsWith('/auth/') ? fallback : path
}
