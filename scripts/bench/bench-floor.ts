import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type LocalServer, startLocalServer } from '../../tests/local-server'

const CARDS = 8
const STYLE = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#2a2622;background:#fbfaf7}
header,main,footer{max-width:1240px;margin:0 auto;padding:16px}header a{color:inherit;margin-right:16px}img{display:block;width:100%;height:auto}
.hero img{aspect-ratio:4/5;object-fit:cover}@media(min-width:1024px){.hero img{aspect-ratio:16/9}}h1{font-size:2rem;line-height:1.2}
ul{display:grid;grid-template-columns:repeat(2,1fr);gap:16px;padding:0;list-style:none}@media(min-width:1024px){ul{grid-template-columns:repeat(4,1fr)}}
li img{aspect-ratio:4/5;object-fit:cover}`

const text = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A picture of the store's page as a page written by hand has it: loaded by the browser's own rules, without a script.
 */
function asWritten(picture: string, lazy: boolean): string {
  const plain = picture.replace(/ data-(src|srcset)=/g, ' $1=').replace(/ (?:class|style)="[^"]*"/g, '')
  return lazy && !plain.includes('loading=') ? plain.replace('<img ', '<img loading="lazy" ') : plain
}

const PICTURE = /<picture\b[\s\S]*?<\/picture>|<img\b[^>]*>/g

/** The same home page without a script: the hero with its picture, eight cards, their words and prices. */
function writeFloor(home: string): string {
  const body = home.slice(home.indexOf('<div id="root">')).replace(/<noscript>[\s\S]*?<\/noscript>/g, '')
  const hero = (body.match(PICTURE) ?? []).find((picture) => picture.includes('fetchPriority="high"'))
  if (!hero) throw new Error('The home page has no largest picture.')
  const title = text(/<h1[\s\S]*?<\/h1>/.exec(body)?.[0] ?? '')
  const cards = [...body.matchAll(/<article\b[\s\S]*?<\/article>/g)].slice(0, CARDS).map(([card]) => {
    const [picture = ''] = card.match(PICTURE) ?? []
    return `<li>${asWritten(picture, true)}<p>${text(card)}</p></li>`
  })
  if (cards.length < CARDS) throw new Error(`The home page has ${cards.length} cards instead of ${CARDS}.`)
  const preload = /<link rel="preload" as="image"[^>]*>/.exec(home)?.[0] ?? ''
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Floor</title><meta name="description" content="The same home page without a script.">${preload}<style>${STYLE}</style></head><body><header><a href="/">Home</a><a href="/shop">Shop</a></header><main><section class="hero">${asWritten(hero, false)}<h1>${title}</h1></section><ul>${cards.join('')}</ul></main><footer>© Floor</footer></body></html>`
}

/**
 * The yardstick: the store's own home page as somebody would write it by hand, served compressed beside it, with the
 * store's own pictures at their addresses.
 * @param store address of the running store
 */
export async function startFloor(store: string): Promise<LocalServer> {
  const page = writeFloor(await (await fetch(store, { headers: { 'Accept-Language': 'en-IN' } })).text())
  const packed = { br: brotliCompressSync(page), gzip: gzipSync(page, { level: 9 }) }
  const pictures = new Map<string, Promise<{ type: string; body: Buffer }>>()
  return startLocalServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path === '/') {
      const encoding = String(request.headers['accept-encoding']).includes('br') ? 'br' : 'gzip'
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': encoding })
      response.end(packed[encoding])
      return
    }
    const accept = String(request.headers.accept ?? '*/*')
    const key = `${accept} ${path}`
    const fetched =
      pictures.get(key) ??
      fetch(store + path, { headers: { accept } }).then(async (answer) => {
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
        return { type: answer.headers.get('content-type') ?? '', body: Buffer.from(await answer.arrayBuffer()) }
      })
    pictures.set(key, fetched)
    try {
      const { type, body } = await fetched
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=31536000' })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
}
