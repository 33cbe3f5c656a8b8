import { THEME_MODE_KEY } from '../lib/before-code'

/** By the `lang` of a page. */
const WORDS = {
  'en-IN': {
    title: 'This page is not on your phone yet',
    text: 'It opens by itself when the line is back.',
    again: 'Try again',
    seen: 'You have seen these',
    line: 'No line.',
  },
  'hi-IN': {
    title: 'यह पेज अभी आपके फ़ोन पर नहीं है',
    text: 'इंटरनेट लौटते ही यह अपने आप खुल जाएगा।',
    again: 'फिर कोशिश करें',
    seen: 'ये आपने देखे हैं',
    line: 'इंटरनेट नहीं है।',
  },
}

/** Without the shop's own colours, the demo's; these come behind and outweigh them. */
const STYLE = `:root{--page:#fbfaf7;--ink:#221d19;--line:#d9d3c9;--primary:#221d19;--on-primary:#fbfaf7}
:root[data-theme=dark]{--page:#1b1714;--ink:#f3eee6;--line:#4a423b;--primary:#f3eee6;--on-primary:#1b1714}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.5 Mukta,system-ui,sans-serif}
p,h1,h2,ul{margin:0 auto 16px;max-width:40rem;padding:0 20px}h1{font-size:28px;line-height:1.2;padding-top:24px}
h2{font-size:20px;padding-top:24px}ul{list-style:none}a,button{color:inherit;font:inherit;min-height:44px}
header p{padding-top:20px;font-size:20px}li a{display:flex;align-items:center;border-bottom:1px solid var(--line)}
button{background:var(--primary);color:var(--on-primary);border:0;padding:0 24px;cursor:pointer}
[role=status]{background:var(--ink);color:var(--page);max-width:none;padding:11px 20px}`

/** Before anything is seen: the theme the shopper has chosen, or the device's. */
const THEME = `let mode=null;try{mode=localStorage.getItem('${THEME_MODE_KEY}')}catch{}
if(mode!=='light'&&mode!=='dark')mode=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light'
document.documentElement.dataset.theme=mode`

/** Asked for again by itself, so that the page opens when the line is back. */
const SCRIPT = `let asks;const again=()=>asks??=fetch('/api/health',{method:'HEAD',cache:'no-store',signal:AbortSignal.timeout?.(10000)})
.then(({ok})=>ok&&location.reload(),()=>{}).finally(()=>{asks=undefined})
addEventListener('online',again);setInterval(again,5000);document.querySelector('button').onclick=()=>location.reload()`

/** A page as it is kept. */
interface Seen {
  url: string
  html: string
}

/**
 * What is shown in the place of a page that was never on this device (OFF-05): the ones that were, by their titles, in
 * the language of the last one, with the shop's name and colours as they stand there.
 * @param seen the newest first
 * @param origin of the shop
 */
export function unseenPage(seen: readonly Seen[], origin: string): string {
  const last = seen[0]?.html ?? ''
  const [, said = ''] = /<html[^>]*\blang="([^"]*)/.exec(last) ?? []
  const lang = Object.hasOwn(WORDS, said) ? (said as keyof typeof WORDS) : 'en-IN'
  const words = WORDS[lang]
  const links = seen
    .filter(({ url }) => !/\/(?:orders|order-confirmation|checkout)(?:\/|$)/.test(url))
    // A title is written for HTML already.
    .map(({ url, html }) => ({ url, title: /<title>([^<]*)</.exec(html)?.[1]?.trim() ?? '' }))
    .filter(({ title }) => title !== '')
    .map(({ url, title }) => `<li><a href="${attribute(url.slice(origin.length))}">${title}</a></li>`)
  // Both are written for HTML already.
  const [, name = ''] = /<meta property="og:site_name" content="([^"<]*)">/.exec(last) ?? []
  const [colours = ''] = /<style id="shop-colours">[^<]*<\/style>/.exec(last) ?? []
  const list = links.length > 0 ? `<h2>${words.seen}</h2><ul>${links.join('')}</ul>` : ''
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words.title}</title><style>${STYLE}</style>${colours}<script>${THEME}</script></head>
<body><p role="status">${words.line}</p>${name && `<header><p>${name}</p></header>`}
<main><h1>${words.title}</h1><p>${words.text}</p><p><button>${words.again}</button></p>${list}</main>
<script>${SCRIPT}</script></body></html>`
}

const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
