import { describe, expect, test } from 'vitest'
import { longestFirst } from '../../pocketbase/hooks/pages/first-length'
import { styleRules } from '../../scripts/build/style-rules'
import { firstDocument } from '../../src/render/first-document'
import { usedStyles } from '../../src/render/used-styles'

describe('the styles of a first document', () => {
  const used = (css: string, html: string) => usedStyles(styleRules(css), html)

  test.each([
    ['a class that is there', '.a{top:0}', '<p class="b a">', '.a{top:0}'],
    ['a class that is not', '.c{top:0}', '<p class="b a">', ''],
    ['one of several selectors', '.c,.a{top:0}', '<p class="a">', '.c,.a{top:0}'],
    ['all of one selector', '.a .c{top:0}', '<p class="a">', ''],
    ['an element', 'p{top:0}em{top:0}', '<p>', 'p{top:0}'],
    ['what every page has', 'html{top:0}*{left:0}[hidden]{right:0}', '', 'html{top:0}*{left:0}[hidden]{right:0}'],
    ['an escaped name', '.md\\:w-1\\/2{top:0}', '<p class="md:w-1/2">', '.md\\:w-1\\/2{top:0}'],
    [
      'a name as React writes it',
      '.\\[\\&\\>a\\]\\:b{top:0}',
      '<p class="[&amp;&gt;a]:b">',
      '.\\[\\&\\>a\\]\\:b{top:0}',
    ],
    ['what a selector says it is not', '.a:not(.c){top:0}', '<p class="a">', '.a:not(.c){top:0}'],
    ['a place among others', 'li:nth-child(odd) .a{top:0}', '<li><p class="a">', 'li:nth-child(odd) .a{top:0}'],
    ['what it may be in', '.a:where(.c,[b] *){top:0}', '<p class="a">', '.a:where(.c,[b] *){top:0}'],
    ['nothing in what is not there', '.a:where(.c,.c *){top:0}', '<p class="a">', ''],
    ['one of several places', ':is(.c>*,.a>b){top:0}', '<p class="a"><b>', ':is(.c>*,.a>b){top:0}'],
    ['none of several places', ':is(.c>*,.a>i){top:0}', '<p class="a"><b>', ''],
    ['what has something that is not there', 'html:has(.c p){top:0}', '<p class="a">', ''],
    ['what has nothing of a kind', 'p:not(:has(.c)){top:0}', '<p>', 'p:not(:has(.c)){top:0}'],
    ['a width', '@media (width>=9em){.a{top:0}.c{top:0}}', '<p class="a">', '@media (width>=9em){.a{top:0}}'],
    ['nothing of a width', '@media (width>=9em){.c{top:0}}', '<p class="a">', ''],
    ['no field that is found wrong', '.a[aria-invalid=true],.a{top:0}', '<p class="a">', '.a{top:0}'],
    ['no page that changes to another', '::view-transition-old(root){top:0}', '<p>', ''],
    ['what stands in a field', '::placeholder{top:0}', '<input/>', '::placeholder{top:0}'],
    ['nothing that stands in a field, without one', '::placeholder{top:0}', '<p>', ''],
    ['what cannot be used', '.a:disabled{top:0}', '<p class="a" disabled="">', '.a:disabled{top:0}'],
    ['nothing that cannot be used, where all can', '.a:disabled{top:0}', '<p class="a">', ''],
    ['what can be used', '.a:not(:disabled){top:0}', '<p class="a">', '.a:not(:disabled){top:0}'],
    ['paper and a mouse', '@media print{p{top:0}}@media (hover:hover){p{top:0}}', '<p>', ''],
    ['a finger', '@media (hover:none){p{top:0}}', '<p>', '@media (hover:none){p{top:0}}'],
    [
      'parts of fields for dates and files',
      'p,::file-selector-button{top:0}::-webkit-datetime-edit{left:0}',
      '<p>',
      'p{top:0}',
    ],
    ['the order of layers', '@layer x,y;@layer y{.c{top:0}}', '<p>', '@layer x,y;@layer y{}'],
    [
      'keyframes that run',
      '.a{animation:s 1s}@keyframes s{to{top:0}}',
      '<p class="a">',
      '.a{animation:s 1s}@keyframes s{to{top:0}}',
    ],
    [
      'a property that a rule sets',
      '.a{--t:1;top:0}.b{--t:2;top:0}@property --t{syntax:"*";inherits:false}',
      '<p class="b">',
      '.b{--t:2;top:0}@property --t{syntax:"*";inherits:false}',
    ],
    [
      'no property that is only read',
      '*{--t:initial}.a{top:var(--t,)}.b{--t:2;top:0}@property --t{syntax:"*";inherits:false}',
      '<p class="a">',
      '.a{top:var(--t,)}',
    ],
    [
      'a property that is something before it is set',
      '.a{top:var(--t)}@property --t{syntax:"*";inherits:false;initial-value:0}',
      '<p class="a">',
      '.a{top:var(--t)}@property --t{syntax:"*";inherits:false;initial-value:0}',
    ],
    ['keyframes that do not', '.c{animation:s 1s}@keyframes s{to{top:0}}', '<p class="a">', ''],
    ['no typefaces, which have styles of their own', '@font-face{src:local(A)}@font-face{src:url(b)}', '', ''],
  ])('PAINT-17 are those of %s', (_name, css, html, expected) => {
    expect(used(css, html).replace(/;}/g, '}')).toBe(expected)
  })

  test('PAINT-17 have the colours that are named, in a rule, in another colour or in the page itself', () => {
    const css = ':root{--a:var(--b);--b:red;--c:blue;--d:green}.a{color:var(--a)}'
    expect(used(css, '<p class="a" style="color:var(--d)">')).toBe(
      ':root{--a:var(--b);--b:red;--d:green;}.a{color:var(--a)}',
    )
    const dark = ':root[data-theme=dark]{--a:red;--b:blue;color-scheme:dark}.a{color:var(--a)}'
    expect(used(dark, '<p class="a">')).toBe(
      ':root[data-theme=dark]{--a:red;}:root[data-theme=dark]{color-scheme:dark}.a{color:var(--a)}',
    )
  })
})

describe('a first document', () => {
  const whole = (root: string) =>
    `<!doctype html><html lang="en-IN"><head><title>A</title><meta property="og:title" content="A">` +
    `<script type="application/ld+json">{"a":1}</script><style id="faces" media="not all">@font-face{}</style>` +
    `<script>early()</script><style>.a{top:0}.b{top:0}</style><link data-styles href="/a.css"></head><body><div id="root">${root}</div>` +
    `<script type="application/json" id="query-state" data-version="v1">{}</script><script>late()</script></body></html>`
  const first = (root: string, most: number) =>
    firstDocument(
      whole(root),
      { '/a.css': styleRules('.a{top:0}.b{top:0}') },
      { most, wholeAt: '?whole', version: 'v1' },
    ).html
  const rootOf = (html: string) => /<div id="root">(.*)<\/div><script>late/.exec(html)?.[1]

  test('PAINT-17 has its beginning, the styles of that and no records', () => {
    const html = first('<p class="a">1</p><p class="b">2</p>', 20)
    expect(html).toBe(
      `<!doctype html><html data-whole="v1" lang="en-IN"><head><title>A</title><script>early()</script>` +
        `<noscript><meta http-equiv="refresh" content="0;url=?whole"></noscript><style>.a{top:0}</style>` +
        `<link data-styles href="/a.css"></head><body><div id="root"><p class="a">1</p></div>` +
        `<script>late()</script></body></html>`,
    )
  })

  test.each([
    ['all there is', '<p>1</p><p>2</p>', 99, '<p>1</p><p>2</p>'],
    [
      'what is open, closed',
      '<ul><li><p>1</p></li><li><p>2</p><p>3</p></li></ul>',
      40,
      '<ul><li><p>1</p></li><li><p>2</p></li></ul>',
    ],
    ['no element that is cut in two', '<ul><li>1</li><li>22</li></ul>', 24, '<ul><li>1</li></ul>'],
    ['elements without an end', '<div><img/><br/><p>1</p><p>2</p></div>', 26, '<div><img/><br/><p>1</p></div>'],
    ['no word of a line without the others', '<p>1</p><div><b>1</b><i>2</i></div>', 30, '<p>1</p>'],
    ['no part of a row without the others', '<p>1</p><div class="x flex"><p>1</p><p>2</p></div>', 42, '<p>1</p>'],
    [
      'no part of a row of a grid that is centred',
      '<p>1</p><div class="grid md:items-center"><p>1</p><p>2</p></div>',
      50,
      '<p>1</p>',
    ],
    ['a part of another grid', '<div class="grid x"><p>1</p><p>2</p></div>', 30, '<div class="grid x"><p>1</p></div>'],
    [
      'a part of a column',
      '<div class="flex flex-col"><p>1</p><p>2</p></div>',
      40,
      '<div class="flex flex-col"><p>1</p></div>',
    ],
    ['no text that would be two', '<div><p>1</p>and<p>2</p></div>', 20, ''],
    ['nothing', '<p>1</p>', 3, ''],
  ])('PAINT-17 begins with %s', (_name, root, most, expected) => {
    expect(rootOf(first(root, most))).toBe(expected)
  })
})

describe('the length of a first document', () => {
  /** Ends of blocks of a page, characters, and the bytes that are left up to each. */
  const page = (ends: [length: number, left: number][]) => {
    const tries: number[] = []
    const at = (most: number) => {
      tries.push(most)
      const [length, left] = ends.filter(([length]) => length <= most).at(-1) ?? [0, 8000]
      return { most, length, left }
    }
    return { at, tries }
  }
  /** As measured: the first card, which has the first picture, ends at 15,605. */
  const searched: [number, number][] = [
    [13_876, 886],
    [15_605, 96],
    [15_935, -374],
    [16_844, -696],
    [19_563, -1700],
  ]

  test('PAINT-17 is what fits, also where a block goes with more bytes than it has characters', () => {
    const { at, tries } = page(searched)
    expect(longestFirst(at, undefined)).toMatchObject({ length: 15_605, left: 96 })
    expect(tries.length).toBeLessThan(7)
  })

  test('PAINT-17 is that of the page before where it leaves about as much, and looked for where not', () => {
    const alike = page(searched)
    expect(longestFirst(alike.at, { most: 15_800, left: 20 })).toMatchObject({ most: 15_800, left: 20 })
    expect(alike.tries).toEqual([15_800])
    const shorter = page(searched)
    expect(longestFirst(shorter.at, { most: 14_746, left: 259 })).toMatchObject({ length: 15_605 })
    const longer = page(searched)
    expect(longestFirst(longer.at, { most: 17_000, left: 20 })).toMatchObject({ length: 15_605 })
  })

  test('PAINT-17 loses nothing little by little from one page to the next', () => {
    let before = { most: 14_000, left: 100 }
    for (const left of [290, 480]) {
      const { at } = page([
        [13_000, left],
        [14_500, left - 100],
        [19_000, -900],
      ])
      const found = longestFirst(at, before)
      expect(found?.length).toBe(left < 300 ? 13_000 : 14_500)
      before = { most: found?.most ?? 0, left: found?.left ?? 0 }
    }
  })

  test('PAINT-17 is all of a short page, and none where not even a little fits', () => {
    expect(longestFirst(page([[9000, 700]]).at, undefined)).toMatchObject({ length: 9000 })
    expect(longestFirst(page([[9000, 700]]).at, { most: 8000, left: 100 })).toMatchObject({ length: 9000 })
    const { at } = page([
      [5000, 10],
      [7000, -2000],
    ])
    expect(longestFirst(at, undefined)).toBeUndefined()
    expect(longestFirst(() => undefined, undefined)).toBeUndefined()
  })
})
