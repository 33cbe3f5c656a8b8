import { createContext, useContext, useEffect } from 'react'

/**
 * The picture a link is previewed with. Its size is known beforehand, so that a preview shows it at once and not from
 * the second sharing on.
 */
interface SharedPicture {
  /** Absolute or root-relative address of a JPEG: messengers know no newer kinds. */
  url: string
  /** px */
  width: number
  height: number
  alt: string
}

/** What a page says about itself in the document's head. */
export interface HeadProps {
  /** Without the store's name, which is added. Omitted: the store's name alone. */
  title?: string
  /** Without one the title stands in for it. */
  description?: string
  /** Path of the page's one true address, such as `/product/abc`; without it the page has no canonical link. */
  path?: string
  image?: SharedPicture
  /** What is sold here; `price` is rupees with two decimals. */
  product?: { price?: string }
  /** The largest picture of the first view, one for each `media`, fetched with the HTML. Server rendering only. */
  preload?: readonly { src: string; srcSet?: string; sizes?: string; media?: string }[]
  /** For screens that search engines should leave out. */
  noindex?: boolean
  /** The title stands in for one that is still on its way. */
  loading?: boolean
  /**
   * There is nothing at this address: left out by search engines, and answered with status 404 where a server renders
   * it.
   */
  missing?: boolean
  /** schema.org data; several objects may be given. */
  jsonLd?: object | object[]
}

export interface HeadContextValue {
  siteName: string
  /**
   * Address the store is reached at, for canonical and Open Graph links, without a trailing slash; empty when not
   * known.
   */
  origin: string
  /** Set while rendering on the server: takes what the page asked for. */
  collect?: (head: HeadProps) => void
}

export const HeadContext = createContext<HeadContextValue>({ siteName: '', origin: '' })

export function fullTitle(head: HeadProps, siteName: string): string {
  return head.title ? `${head.title} · ${siteName}` : siteName
}

/**
 * Whether the page has said its own title, and what waits for it: set `tell` and call it; each change calls it again.
 */
export const titled: { now: boolean; tell?: () => void } = { now: true }

/**
 * Sets title and meta of the page: one per page. Renders nothing, so that the body's HTML is the same with and
 * without it; the server collects the values, the browser writes them into the document.
 */
export function Head(props: HeadProps): null {
  const { siteName, origin, collect } = useContext(HeadContext)
  collect?.(props)
  const title = fullTitle(props, siteName)
  // As text, so that a page drawn again with the same head changes nothing.
  const asked = JSON.stringify(props)
  useEffect(() => {
    const head: HeadProps = JSON.parse(asked)
    const base = origin || window.location.origin
    document.title = title
    titled.now = !head.loading
    titled.tell?.()
    setMeta('description', head.description || title)
    setMeta('robots', head.noindex || head.missing ? 'noindex' : '')
    const url = head.path ? base + head.path : ''
    // Who previews links runs no scripts and reads what the server wrote; of another page it would be wrong.
    if (document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content !== url)
      for (const element of document.querySelectorAll('meta[property]')) element.remove()
    setLink('canonical', url)
    setJsonLd(head.jsonLd ? JSON.stringify(head.jsonLd) : '')
  }, [asked, title, origin])
  return null
}

function setMeta(name: string, content = ''): void {
  document.head.querySelector(`meta[name="${name}"]`)?.remove()
  if (!content) return
  const element = document.createElement('meta')
  element.name = name
  element.content = content
  document.head.append(element)
}

function setLink(rel: string, href: string): void {
  let element = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (!href) {
    element?.remove()
    return
  }
  if (!element) {
    element = document.createElement('link')
    element.rel = rel
    document.head.append(element)
  }
  element.href = href
}

function setJsonLd(text: string): void {
  let element = document.head.querySelector<HTMLScriptElement>('script[type="application/ld+json"]')
  if (!text) {
    element?.remove()
    return
  }
  if (!element) {
    element = document.createElement('script')
    element.type = 'application/ld+json'
    document.head.append(element)
  }
  element.textContent = text
}
