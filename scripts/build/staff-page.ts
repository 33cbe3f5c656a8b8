/**
 * The document of `/staff`, the maker's desk for those who are no superusers. It stands outside the shop's own page,
 * which would grow by it, and has no inline script: its policy needs no hash.
 * @param entry address of `src/desk/staff/main.tsx`, built
 * @param needed addresses of the scripts it imports
 */
export const staffPage = (entry: string, ...needed: string[]): string => `<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>Sign in · Shop</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ${needed.map((href) => `<link rel="modulepreload" href="${href}" />`).join('\n    ')}
    <script type="module" src="${entry}"></script>
  </head>
  <body style="margin: 0">
    <noscript>The desk needs JavaScript.</noscript>
    <main id="staff"></main>
  </body>
</html>
`
