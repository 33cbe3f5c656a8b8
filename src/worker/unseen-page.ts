const WORDS = {
  en: {
    title: 'This page is not on your phone yet',
    text: 'It opens by itself when the line is back.',
    again: 'Try again',
    seen: 'You have seen these',
    line: 'No line.',
  },
  hi: {
    title: 'यह पेज अभी आपके फ़ोन पर नहीं है',
    text: 'इंटरनेट लौटते ही यह अपने आप खुल जाएगा।',
    again: 'फिर कोशिश करें',
    seen: 'ये आपने देखे हैं',
    line: 'इंटरनेट नहीं है।',
  },
}

const STYLE = `body{margin:0;background:#fbfaf7;color:#221d19;font:17px/1.5 Mukta,system-ui,sans-serif}
p,h1,h2,ul{margin:0 auto 16px;max-width:40rem;padding:0 20px}h1{font-size:28px;line-height:1.2;padding-top:48px}
h2{font-size:20px;padding-top:24px}ul{list-style:none}a,button{color:inherit;font:inherit;min-height:44px}
li a{display:flex;align-items:center;border-bottom:1px solid #d9d3c9}
button{background:#221d19;color:#fbfaf7;border:0;padding:0 24px;cursor:pointer}
[role=status]{background:#221d19;color:#fbfaf7;max-width:none;padding:11px 20px}
@media(prefers-color-scheme:dark){body{background:#1b1714;color:#f3eee6}button,[role=status]{background:#f3eee6;color:#1b1714}
li a{border-color:#4a423b}}`

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
 * the language of the last one.
 * @param seen the newest first
 * @param origin of the shop
 */
export function unseenPage(seen: readonly Seen[], origin: string): string {
  const language = /<html[^>]*\blang="hi/.test(seen[0]?.html ?? '') ? 'hi' : 'en'
  const words = WORDS[language]
  const links = seen
    .filter(({ url }) => !/\/(?:orders|order-confirmation|checkout)(?:\/|$)/.test(url))
    // A title is written for HTML already.
    .map(({ url, html }) => ({ url, title: /<title>([^<]*)</.exec(html)?.[1]?.trim() ?? '' }))
    .filter(({ title }) => title !== '')
    .map(({ url, title }) => `<li><a href="${attribute(url.slice(origin.length))}">${title}</a></li>`)
  const list = links.length > 0 ? `<h2>${words.seen}</h2><ul>${links.join('')}</ul>` : ''
  return `<!doctype html><html lang="${language === 'hi' ? 'hi-IN' : 'en-IN'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words.title}</title><style>${STYLE}</style></head><body><p role="status">${words.line}</p>
<main><h1>${words.title}</h1><p>${words.text}</p><p><button>${words.again}</button></p>${list}</main>
<script>${SCRIPT}</script></body></html>`
}

const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
