/**
 * The code of every script written into a page itself: what its content policy names by hash. Blocks of data
 * (`application/json`, JSON-LD) are none.
 */
export function inlineScripts(html: string): string[] {
  const found: string[] = []
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1]?.toLowerCase()
    const isCode = type === undefined || type === 'module' || type === 'text/javascript'
    if (isCode && !/\bsrc\s*=/i.test(attributes)) found.push(code)
  }
  return found
}
