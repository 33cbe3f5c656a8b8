import { paths } from './paths'

/** What belongs to one person, or is no page: nothing for a search engine. Pictures under `/api/files/` are. */
const PRIVATE = [
  '/api/',
  '/_/',
  '/auth/',
  '/preview',
  paths.cart(),
  paths.checkout(),
  paths.orders(),
  '/order-confirmation/',
  paths.profile(),
]

/** `robots.txt` (RFC 9309) of the store, with the sitemap's address. */
export function robotsText(sitemap: string): string {
  const rules = ['User-agent: *', 'Allow: /api/files/', ...PRIVATE.map((path) => `Disallow: ${path}`)]
  return [...rules, '', `Sitemap: ${sitemap}`, ''].join('\n')
}
