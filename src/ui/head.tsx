import { createContext, useContext, useEffect } from 'react'

/** What a page says about itself in the document's head. */
export interface HeadProps {
  /** Without the store's name, which is added. Omitted: the store's name alone. */
  title?: string
  description?: string
  /** Path of the page's one true address, such as `/product/abc`; without it the page has no canonical link. */
  path?: string
  /** Absolute or root-relative address of the picture shared with links. */
  image?: string
  /** The largest picture of the first view, fetched with the HTML. Server rendering only. */
  preload?: { src: string; srcSet?: string; sizes?: string }
  /** For screens that search engines should leave out. */
  noindex?: boolean
  /** There is nothing at this address: left out by search engines, and answered with status 404 where a server renders it. */
  missing?: boolean
  /** schema.org data; several objects may be given. */
  jsonLd?: object | object[]
}

export interface HeadContextValue {
  siteName: string
  /** Address the store is reached at, for canonical and Open Graph links, without a trailing slash; empty when not known. */
  origin: string
  /** Set while rendering on the server: takes what the page asked for. */
  collect?: (head: HeadProps) => void
}

export const HeadContext = createContext<HeadContextValue>({ siteName: '', origin: '' })

export function fullTitle(head: HeadProps, siteName: string): string {
  return head.title ? `${head.title} · ${siteName}` : siteName
}

/**
 * Sets title and meta of the page: one per page. Renders nothing, so that the body's HTML is the same with and without it; the server
 * collects the values, the browser writes them into the document.
 */
export function Head(props: HeadProps): null {
  const { siteName, origin, collect } = useContext(HeadContext)
  collect?.(props)
  const title = fullTitle(props, siteName)
  const { description = '', path, image } = props
  const noindex = props.noindex || props.missing
  const jsonLd = props.jsonLd ? JSON.stringify(props.jsonLd) : ''
  useEffect(() => {
    document.title = title
    setMeta('name', 'description', description)
    setMeta('name', 'robots', noindex ? 'noindex' : '')
    setMeta('property', 'og:title', title)
    setMeta('property', 'og:description', description)
    const base = origin || window.location.origin
    setMeta('property', 'og:image', image ? new URL(image, base).href : '')
    setMeta('property', 'og:url', path ? base + path : '')
    setLink('canonical', path ? base + path : '')
    setJsonLd(jsonLd)
  }, [title, description, path, image, noindex, jsonLd, origin])
  return null
}

function setMeta(attribute: 'name' | 'property', name: string, content: string): void {
  let element = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${name}"]`)
  if (!content) {
    element?.remove()
    return
  }
  if (!element) {
    element = document.createElement('meta')
    element.setAttribute(attribute, name)
    document.head.append(element)
  }
  element.content = content
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
