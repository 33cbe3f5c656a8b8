import type { QueryClient } from '@tanstack/react-query'
import { matchPath, type PathMatch } from 'react-router-dom'
import { routes, type StoreRoute } from './routes'

/** The route behind a path, with its parameters. The last route matches everything. */
export function findRoute(pathname: string): { route: StoreRoute; match: PathMatch } | null {
  const readable = decodePath(pathname)
  for (const route of routes) {
    const match = matchPath(route.path, readable)
    if (match) return { route, match }
  }
  return null
}

/** A path as it reads. A slash that was written as `%2F` stays so: it parts nothing. */
function decodePath(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}

/**
 * Starts everything a page needs in one wave: its code and its first requests. Resolves when the code is there,
 * rejects when it could not be fetched; the requests' answers are read from the cache by the page.
 */
export function startRoute(client: QueryClient, url: { pathname: string; search: string }): Promise<void> {
  const found = findRoute(url.pathname)
  if (!found) return Promise.resolve()
  const { page, header } = found.route
  const code = Promise.all([page.preload(), header?.preload()])
  startRequests(client, url, found)
  return code.then(() => undefined)
}

/** Starts the first requests of a page without its code. */
export function startRequests(
  client: QueryClient,
  url: { pathname: string; search: string },
  found = findRoute(url.pathname),
): void {
  found?.route.prefetch?.(client, found.match.params, new URLSearchParams(url.search))
}
