import JsBarcode from 'jsbarcode'
import { fileUrl } from '@/api/files'
import { formatDate } from '@/domain/date'
import { counted } from '@/domain/desk/list-words'
import type { PrintAnswer, Slip } from '@/domain/desk/parcels'
import { escapeHtml, isolated } from '@/domain/html'
import { invoiceRules, invoiceSheet } from '@/domain/invoices/invoice-document'
import { formatPaise } from '@/domain/money'
import { characterCount } from '@/domain/text'

/** A4 with two slips a sheet, or labels of 4 by 6 inches. */
export type Paper = 'a4' | 'label'

/**
 * Slips, then bills, as a page of its own that runs nothing and is white whatever the theme.
 * @param faces rules of the typefaces, which the page does not have by itself
 */
export function packingDocument({ shop, slips, bills }: PrintAnswer, paper: Paper, faces = ''): string {
  const label = paper === 'label'
  const pages = [
    ...slips.map((slip, position) =>
      label ? labelOf(slip, shop) : slipOf(slip, shop, `${position + 1} of ${slips.length}`),
    ),
    ...bills.map((bill) => `<article class="bill">${invoiceSheet(bill)}</article>`),
  ]
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${slips.length === 1 ? slips[0]?.number : `${slips.length} parcels`}`)}</title>
<style>${faces}${STYLE}${label ? LABEL : A4}.bill{${invoiceRules(label)}}</style>
</head>
<body>
${pages.join('\n')}
</body>
</html>
`
}

type Shop = PrintAnswer['shop']

const piecesWords = ({ items }: Slip) =>
  counted(
    items.reduce((sum, { quantity }) => sum + quantity, 0),
    'piece',
  )
/** A mobile number as people read it: `98450 12345`. */
const phoneOf = ({ phone }: Slip) => escapeHtml(phone.replace(/^\+91(\d{5})(\d{5})$/, '$1 $2'))
/** What tells it from its likes: its colour, else how much it is. */
const kindOf = ({ color, color_name, net = '' }: Slip['items'][number]) => (color ? color_name : net)

function slipOf(slip: Slip, shop: Shop, place: string): string {
  const rows = slip.items.map((item) => {
    const picture = item.image ? fileUrl({ id: item.product, collectionId: 'products' }, item.image, 'small') : ''
    const kind = kindOf(item)
    return `<tr><td class="photo">${picture ? `<img src="${escapeHtml(picture)}" alt="">` : ''}</td>
<td><b>${isolated(item.name)}</b>${item.is_gift ? ' (gift)' : ''}${kind ? `<br>${item.color ? 'Colour: ' : ''}${isolated(kind)}` : ''}</td>
<td class="many">${item.quantity}</td><td class="box"><i></i></td></tr>`
  })
  const address = slip.address.map(isolated)
  return `<article class="slip${isDense(slip, 'a4') ? ' dense' : ''}">
<header><div><p class="shop">${isolated(shop.name)}</p><p class="meta">Packing slip ${place}</p></div>
<div class="end">${code(slip.number)}<b>${escapeHtml(slip.number)}</b><p class="meta">placed ${formatDate(slip.placed_at)}</p></div></header>
<div class="to"><p><b>${isolated(slip.name)}</b><br>${address.slice(0, -1).join('<br>')}<br><b>${address.at(-1)}</b><br>${phoneOf(slip)}</p>
${slip.to_collect > 0 ? `<p class="cash">Collect in cash<b>${formatPaise(slip.to_collect)}</b></p>` : ''}</div>
<table>${rows.join('\n')}</table>
<footer>${noteOf(slip)}<p class="meta ends"><span>${piecesWords(slip)}.${slip.to_collect > 0 ? '' : ' Paid, nothing to collect.'}</span>
${shop.phone ? `<span>Something wrong? ${escapeHtml(shop.phone)}</span>` : ''}</p></footer>
</article>`
}

const noteOf = ({ note }: Slip) => (note ? `<p class="note">${isolated(note).replace(/\n/g, '<br>')}</p>` : '')

const lineCount = (text: string, perLine: number) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(characterCount(line) / perLine)), 0)

/**
 * px that a slip or label has for address, contents and note at their full size; of each how many characters a line has
 * room for, and how high it is, px. A row of a slip is as high as its picture.
 */
const ROOM = {
  a4: { all: 330, to: [55, 23.4], row: [200, 61], said: [80, 20.5] },
  label: { all: 245, to: [38, 22.5], row: [46, 17.7], said: [52, 17.7] },
} as const satisfies { [paper in Paper]: object }

/** Whether there is so much on it that it is drawn smaller, to stay on its paper; very much makes it longer. */
function isDense({ name, address, items, note }: Slip, paper: Paper): boolean {
  const { all, to, row, said } = ROOM[paper]
  const height = (texts: string[], [perLine, high]: readonly [number, number]) =>
    texts.reduce((sum, text) => sum + lineCount(text, perLine), 0) * high
  const rows = items.map((item) => `${item.name}, ${kindOf(item)}`)
  return height([name, ...address], to) + height(rows, row) + (note ? height([note], said) + 12 : 0) > all
}

function labelOf(slip: Slip, shop: Shop): string {
  const [last = '', ...lines] = [...slip.address].reverse()
  const [pin = '', ...place] = last.split(' ')
  const tracked = slip.tracking_number || slip.number
  const rows = slip.items.map((item) => {
    const kind = kindOf(item)
    return `<li><i></i>${item.quantity} × ${isolated(item.name)}${kind ? `, ${isolated(kind)}` : ''}</li>`
  })
  return `<article class="label${isDense(slip, 'label') ? ' dense' : ''}">
<header><p class="shop">${isolated(shop.name)}</p><p class="end">${
    slip.to_collect > 0 ? `<span class="cash">Cash <b>${formatPaise(slip.to_collect)}</b></span>` : '<b>PREPAID</b>'
  }<br>${escapeHtml(slip.courier)}</p></header>
<p class="to"><b>${isolated(slip.name)}</b><br>${[...lines.reverse(), place.join(' ')].map(isolated).join('<br>')}</p>
<p class="pin">${escapeHtml(pin)}</p><p class="to">${phoneOf(slip)}</p>
<div class="middle">${code(tracked)}<span>${escapeHtml(tracked)}</span></div>
<ul>${rows.join('\n')}</ul>
<footer>${noteOf(slip)}<p class="meta ends"><span>${escapeHtml(slip.number)}, ${piecesWords(slip)}</span><span>${
    shop.place ? `From: ${isolated(shop.place)}` : ''
  }</span></p></footer>
</article>`
}

/** Code 128 of a text, each module one unit wide; empty where it has no bars for a letter (`EK 12 – 34`). */
function code(text: string): string {
  if (!/^[ -~]+$/.test(text)) return ''
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = drawn.encodings?.[0]?.data ?? ''
  const bars = [...modules.matchAll(/1+/g)].map(({ index, 0: bar }) => `M${index} 0h${bar.length}v1h-${bar.length}z`)
  return `<svg class="code" viewBox="0 0 ${modules.length} 1" preserveAspectRatio="none" role="img" aria-label="Code of ${escapeHtml(text)}"><path d="${bars.join('')}"/></svg>`
}

const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1a1714;font:10pt/1.4 Mukta,system-ui,sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
p,ul{margin:0;padding:0;list-style:none}
b{font-weight:500}
.shop{font:400 15pt/1.1 "Tiro Devanagari Hindi",serif}
.meta{font-size:8.5pt;color:#5b534b}
.end{text-align:right}
.ends{display:flex;justify-content:space-between;gap:5mm}
.slip,.label{display:flex;flex-direction:column;overflow-wrap:anywhere}
.slip>header,.label>header,.slip .to{display:flex;justify-content:space-between;gap:8mm;align-items:flex-start}
.slip>footer,.label>footer{margin-top:auto;padding-top:3mm;break-inside:avoid}
.note{margin-bottom:3mm;border-left:2px solid #1a1714;padding:1mm 0 1mm 4mm;font:400 11pt/1.4 "Tiro Devanagari Hindi",serif}
.code{display:block}
.bill{page:bill;break-before:page;padding:0}
@media screen{.bill{padding:20px;border-top:1px dashed #8a8279}}
`
const A4 = `
@page{size:A4;margin:0}
@page bill{size:A4;margin:14mm}
.slip{min-height:148mm;padding:11mm 14mm 9mm;border-bottom:1px dashed #8a8279;break-inside:avoid}
.slip .code{width:58mm;height:11mm;margin:0 0 1.5mm auto}
.slip .to{font-size:13pt;line-height:1.35;margin-top:5mm}
.slip .cash{flex:none;border:1.4px solid #1a1714;padding:2mm 4mm 1.6mm;text-align:right;font-size:9pt}
.slip .cash b{display:block;font-size:17pt;line-height:1.1}
.slip table{width:100%;border-collapse:collapse;margin-top:5mm}
.slip tr{break-inside:avoid}
.slip td{padding:1.6mm 3mm 1.6mm 0;border-top:1px solid #d8d2c9;vertical-align:middle}
.slip .photo{width:16mm}
.slip img{display:block;width:13mm;height:13mm;object-fit:cover}
.slip.dense td{padding-top:.8mm;padding-bottom:.8mm}
.slip.dense .to,.slip.dense table{margin-top:3mm}
.slip.dense .to{font-size:10.5pt;line-height:1.25}
.slip.dense .note{margin-bottom:1.5mm;font-size:9.5pt}
.slip.dense img{width:9mm;height:9mm}
.slip .many{width:14mm;text-align:right;font-size:15pt;font-weight:500}
.slip .box{width:9mm;padding-right:0}
.slip .box i{display:block;width:6mm;height:6mm;margin-left:auto;border:1.2px solid #1a1714}
`
const LABEL = `
@page{size:4in 6in;margin:0}
@page bill{size:4in 6in;margin:.15in}
.label{min-height:5.98in;padding:.2in .22in;break-after:page}
.label:last-child{break-after:auto}
.label>header{border-bottom:1.5px solid #000;padding-bottom:.08in}
.label .shop{font-size:14pt}
.label .cash b,.label .end>b{font-size:13pt}
.label .cash{display:inline-block;border:1.4px solid #000;padding:0 .06in}
.label .to{font-size:13pt;line-height:1.3;margin-top:.08in}
.label .pin{font-size:22pt;font-weight:500;line-height:1.2;margin-top:.04in}
.label .pin+.to{margin-top:0}
.label .middle{margin:.1in 0;padding:.1in 0 .06in;border:solid #000;border-width:1.5px 0;text-align:center;font-size:12pt;letter-spacing:.08em}
.label .code{width:100%;height:.6in;margin-bottom:.03in}
.label ul{font-size:9.5pt}
.label li{padding-left:5mm;text-indent:-5mm;break-inside:avoid}
.label li i{display:inline-block;width:3.2mm;height:3.2mm;margin-right:1.8mm;border:1px solid #000;vertical-align:-.4mm}
.label .note{font-size:9.5pt;margin-bottom:1mm}
.label.dense{padding-bottom:.12in}
.label.dense .to{font-size:10.5pt;line-height:1.2;margin-top:.05in}
.label.dense .pin{font-size:19pt;line-height:1.1}
.label.dense .pin+.to{margin-top:0}
.label.dense .middle{margin:.06in 0;padding:.06in 0 .03in}
.label.dense .code{height:.45in}
.label.dense ul,.label.dense .note{font-size:8.5pt;line-height:1.25}
.label.dense>footer{padding-top:1.5mm}
.bill{zoom:.78}
`
