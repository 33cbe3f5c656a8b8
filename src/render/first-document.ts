import { type StyleNode, usedStyles } from './used-styles'

/** Elements without an end. */
const VOID = new Set('area br col hr img input link meta source track wbr'.split(' '))

/** Where a page may end for a moment: what follows them comes below them, and moves nothing. */
const BLOCK = new Set(
  'article aside div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header li nav ol p section table ul'.split(' '),
)

/** What stands in a row shares its width with what follows, or its middle. */
const isRow = (tag: string) =>
  (/\bflex[ "]/.test(tag) && !tag.includes('flex-col')) ||
  (/\bgrid[ "]/.test(tag) && /\bitems-(?:center|end)/.test(tag))

/**
 * The longest beginning of HTML of at most so many characters that ends behind a block, with what is open closed.
 * A browser makes of it the same tree as of the whole, up to the last branch (`src/inline/rest.ts`).
 * @param html as React writes it: no `>` inside of attributes, every element ended
 */
function beginning(html: string, most: number): { seen: string; end: number } {
  const open: { name: string; isInRow: boolean }[] = []
  const isInRow = () => open[open.length - 1]?.isInRow === true
  let end = 0
  let closers = ''
  let next = 0
  // Not by an expression: the record store's engine takes ten times as long for one.
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', next)) {
    next = html.indexOf('>', at) + 1
    if (next > most) break
    if (html[at + 1] === '!') continue
    const isEnd = html[at + 1] === '/'
    const [name = ''] = html.slice(at + (isEnd ? 2 : 1), next - 1).split(/[ /]/, 1)
    if (isEnd) open.pop()
    else if (!VOID.has(name)) open.push({ name, isInRow: isInRow() || isRow(html.slice(at, next)) })
    if (isEnd && BLOCK.has(name) && !isInRow() && (html[next] ?? '<') === '<') {
      end = next
      closers = open
        .map(({ name }) => `</${name}>`)
        .reverse()
        .join('')
    }
  }
  return { seen: html.slice(0, end) + closers, end }
}

/** The first text that begins and ends so. Not by an expression either: in a long text that takes milliseconds. */
export function between(text: string, start: string, end: string): string {
  const at = text.indexOf(start)
  return text.slice(at, text.indexOf(end, at) + end.length)
}

/**
 * The first document of a page (PAINT-17): what is seen first, with the styles of that alone. `src/inline/rest.ts`
 * fetches the whole one, which has the records. Whoever is no browser that opens a page gets that at once.
 *
 * @param whole the page as `fillTemplate` made it
 * @param styles the built stylesheets, by address
 * @param most characters of HTML
 * @param wholeAt where those who run no script find the whole one, as it stands in an attribute
 * @param version of its records, by which the rest is known to be of the same page
 * @returns its HTML, and how many characters of the page's content it has
 */
export function firstDocument(
  whole: string,
  styles: Readonly<Record<string, readonly StyleNode[]>>,
  { most, wholeAt, version }: { most: number; wholeAt: string; version: string },
): { html: string; length: number } {
  const root = '<div id="root">'
  const from = whole.indexOf(root) + root.length
  const to = whole.indexOf('</div><script type="application/json" id="query-state"')
  const { seen, end } = beginning(whole.slice(from, to), most)
  const rest = whole.slice(whole.indexOf('</script>', to) + '</script>'.length)
  const used = Object.values(styles)
    .map((nodes) => usedStyles(nodes, seen))
    .join('')
  const [above = '', below = ''] = whole.slice(0, from).split(between(whole, '<style>', '</style>'))
  // Next to the pictures they are of: gzip finds nothing again that is more than 32 kB away.
  const preloads = /<link rel="preload" as="image"[^>]*>/g
  const pictures = (above + below).match(preloads)?.join('') ?? ''
  const noScript = `<noscript><meta http-equiv="refresh" content="0;url=${wholeAt}"></noscript>`
  const head = `${above}<style></style>${below}`
    .replace(preloads, '')
    .replace('<html', `<html data-whole="${version}"`)
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')
    .replace(/<meta (?:property="(?:og|product):|name="twitter:)[^>]*>/g, '')
    .replace(/<style id="faces"[^>]*>[^<]*<\/style>/, '')
    .replace(/<link data-later="modulepreload"[^>]*>/g, '')
    .replace('<style></style>', () => `${noScript}<style>${used}</style>${pictures}`)
  return { html: `${head}${seen}</div>${rest}`, length: end }
}
