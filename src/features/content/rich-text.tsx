import { createElement, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { RECORD_STORE_URL } from '@/api/client'
import { LANGUAGES } from '@/language/choice'
import { englishLanguage, textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { parseRichText, type RichElement, type RichNode } from './rich-tree'

/** Rich text of a record, cleaned and drawn as React elements: HTML from records is never put into the page as HTML. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const nodes = useMemo(() => parseRichText(html), [html])
  return (
    <div lang={richTextLanguage(html)} className={classNames('prose', className)}>
      {draw(nodes)}
    </div>
  )
}

/**
 * The `lang` of a whole text, where it is another than the page's: a Hindi word or two do not make an English text
 * Hindi.
 */
export function richTextLanguage(html: string): ReturnType<typeof textLanguage> {
  const text = html.replace(/<[^>]*>|&\w+;/g, '')
  const count = (letters: RegExp) => text.match(new RegExp(letters, 'gi'))?.length ?? 0
  const others = Object.values(LANGUAGES).map(({ letters }) => (letters ? count(letters) : 0))
  return Math.max(...others) > count(/[a-z]/) ? textLanguage(text) : englishLanguage()
}

function draw(nodes: RichNode[]): ReactNode[] {
  // The list never changes its order: it is drawn anew when the text changes.
  return nodes.map((node, at) => (typeof node === 'string' ? node : drawElement(node, at)))
}

function drawElement({ tag, children, href, src, alt, ...rest }: RichElement, key: number): ReactNode {
  if (href !== undefined) {
    const own = href.startsWith('/') && !/^\/(api|_)\//.test(href)
    return own ? (
      <Link key={key} to={href}>
        {draw(children)}
      </Link>
    ) : (
      <a key={key} href={href} rel="noopener">
        {draw(children)}
      </a>
    )
  }
  if (src !== undefined) {
    // Files of records, wherever the record store stands.
    const address = src.startsWith('/api/') ? RECORD_STORE_URL + src : src
    return <img key={key} {...rest} src={address} alt={alt} loading="lazy" className="photo h-auto max-w-full" />
  }
  return createElement(tag, { key, ...rest }, children.length > 0 ? draw(children) : undefined)
}
