import { formatDate } from '../date'
import { escapeHtml, isolated } from '../html'
import { formatPaise, type Paise } from '../money'
import { byRate, type Invoice, type InvoiceKind, type InvoiceParty, type InvoiceRow } from './invoice'
import { rupeesInWords } from './money-words'

export const INVOICE_TITLES: Record<InvoiceKind, string> = {
  receipt: 'Receipt',
  bill_of_supply: 'Bill of supply',
  tax_invoice: 'Tax invoice',
  credit_note: 'Credit note',
}

/**
 * Words the law wants at the head of the paper (rules 5(1)(f), 48(1) of the CGST Rules), or that say why it names no
 * tax.
 */
const LEGENDS: Record<InvoiceKind, string> = {
  receipt: 'The seller is not registered under GST. No GST is charged.',
  bill_of_supply: 'Composition taxable person, not eligible to collect tax on supplies',
  tax_invoice: 'Original for recipient',
  credit_note: '',
}

const PAYMENTS: Record<Invoice['payment'], string> = {
  cod_unpaid: 'Cash on delivery: to be collected',
  cod_paid: 'Paid to the shop: cash, UPI or bank',
  online: 'Paid online',
  test: 'Test payment: no money was taken',
}

/**
 * An invoice as a page of its own: one HTML file without scripts, links or anything fetched, made for A4 and readable
 * on a phone. The same data give the same text to the letter.
 */
export function invoiceDocument(invoice: Invoice): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${INVOICE_TITLES[invoice.kind]} ${invoice.number}`)}</title>
<style>${STYLE}</style>
</head>
<body>
${invoiceSheet(invoice)}
</body>
</html>
`
}

/** What an invoice says, without the page around it. */
export function invoiceSheet(invoice: Invoice): string {
  const title = INVOICE_TITLES[invoice.kind]
  const taxed = invoice.rows.some((row) => row.cgst + row.sgst + row.igst > 0) || invoice.kind === 'tax_invoice'
  const parts = [
    invoice.payment === 'test'
      ? '<p class="test">TEST. This order was placed with a test payment. It is no valid bill.</p>'
      : '',
    head(invoice, title),
    parties(invoice),
    table(invoice, taxed),
    taxed ? taxTable(invoice) : '',
    sums(invoice),
    foot(invoice),
  ]
  return `<main>
${parts.filter((part) => part !== '').join('\n')}
</main>`
}

function head(invoice: Invoice, title: string): string {
  const { against } = invoice
  const legend = invoice.kind === 'credit_note' ? '' : LEGENDS[invoice.kind]
  return `<header>
<div>
<p class="shop">${isolated(invoice.seller.trade_name)}</p>
${legend ? `<p class="legend">${legend}</p>` : ''}
</div>
<div>
<h1>${title}</h1>
<dl>
${fact('Number', invoice.number)}
${fact('Date', formatDate(invoice.issued_at))}
${against ? fact('Against bill', `${against.number} of ${formatDate(against.issued_at)}`) : ''}
${against?.reason ? fact('Reason', against.reason) : ''}
${fact('Order', `${invoice.order_number} of ${formatDate(invoice.placed_at)}`)}
</dl>
</div>
</header>`
}

const fact = (term: string, text: string) => `<div><dt>${term}</dt><dd>${isolated(text)}</dd></div>`

function parties(invoice: Invoice): string {
  const { seller, buyer } = invoice
  const reach = [seller.phone, seller.email].filter((text) => text !== '').join(', ')
  const sellerFacts = [
    seller.gstin ? `GSTIN ${escapeHtml(seller.gstin)}` : '',
    seller.state ? stateLine(seller) : '',
    escapeHtml(reach),
  ]
  return `<section class="parties">
<div>
<h2>Sold by</h2>
<address><strong>${isolated(seller.name)}</strong>${lines(seller.address.map(isolated))}${lines(sellerFacts)}</address>
</div>
<div>
<h2>Billed and delivered to</h2>
<address><strong>${isolated(buyer.name)}</strong>${lines(buyer.address.map(isolated))}${lines([stateLine(buyer)])}</address>
</div>
${
  invoice.seller.gstin
    ? `<dl class="supply">
${fact('Place of supply', buyer.state_number ? `${buyer.state} (${buyer.state_number})` : buyer.state)}
${fact('Reverse charge', 'No')}
</dl>`
    : ''
}
</section>`
}

const stateLine = ({ state, state_number }: InvoiceParty) =>
  `${isolated(state)}${state_number ? `, state code ${escapeHtml(state_number)}` : ''}`

const lines = (texts: string[]) =>
  texts
    .filter((text) => text !== '')
    .map((text) => `<br>${text}`)
    .join('')

/** `5`, `2.5`: as it is said. */
const percent = (rate: number) => `${Number(rate.toFixed(2))}%`

function table(invoice: Invoice, taxed: boolean): string {
  const taxes = !taxed
    ? []
    : invoice.inter_state
      ? [{ name: 'IGST', of: (row: InvoiceRow) => row.igst, part: 1 }]
      : [
          { name: 'CGST', of: (row: InvoiceRow) => row.cgst, part: 2 },
          { name: invoice.state_tax, of: (row: InvoiceRow) => row.sgst, part: 2 },
        ]
  const pieces = invoice.kind !== 'credit_note' || invoice.rows.some((row) => row.quantity > 0)
  const discounts = invoice.rows.some((row) => row.discount > 0)
  const columns: { name: string; text: (row: InvoiceRow, position: number) => string; words?: boolean }[] = [
    { name: 'No.', text: (_, position) => String(position + 1) },
    { name: 'Description', text: description, words: true },
    { name: 'HSN', text: (row) => escapeHtml(row.hsn) },
    ...(pieces
      ? [
          { name: 'Quantity', text: (row: InvoiceRow) => (row.quantity > 0 ? `${row.quantity} NOS` : '') },
          { name: 'Price', text: (row: InvoiceRow) => formatPaise(row.unit_price) },
        ]
      : []),
    ...(discounts ? [{ name: 'Discount', text: (row: InvoiceRow) => formatPaise(row.discount) }] : []),
    ...(taxed ? [{ name: 'Taxable value', text: (row: InvoiceRow) => formatPaise(row.taxable) }] : []),
    ...taxes.map(({ name, of, part }) => ({
      name,
      text: (row: InvoiceRow) => `${formatPaise(of(row))}<small>${percent(row.rate / part)}</small>`,
    })),
    { name: 'Amount', text: (row) => formatPaise(row.amount) },
  ]
  const cells = (row: InvoiceRow, position: number) =>
    columns.map(({ name, text, words }) => cell(name, text(row, position), words)).join('')
  return `<div class="wide"><table>
<thead><tr>${columns.map(({ name, words }) => `<th scope="col"${words ? ' class="words"' : ''}>${name}</th>`).join('')}</tr></thead>
<tbody>
${invoice.rows.map((row, position) => `<tr>${cells(row, position)}</tr>`).join('\n')}
</tbody>
</table></div>`
}

/** A cell with the words of its column's head, which stand before it where the table has no room for a head. */
const cell = (name: string, text: string, words?: boolean) =>
  `<td${words ? ' class="words"' : ''} data-name="${name}">${text}</td>`

function description(row: InvoiceRow): string {
  const color = row.color ? `<small>${isolated(row.color)}</small>` : ''
  return `${isolated(row.text)}${color}${row.is_gift ? '<small>Free gift</small>' : ''}`
}

function taxTable(invoice: Invoice): string {
  const names = invoice.inter_state ? ['IGST'] : ['CGST', invoice.state_tax]
  const columns = ['GST rate', 'Taxable value', ...names, 'With tax']
  const rows = byRate(invoice.rows).map((group) => {
    const taxes = invoice.inter_state ? [group.igst] : [group.cgst, group.sgst]
    const texts = [percent(group.rate), ...[group.taxable, ...taxes, group.amount].map(formatPaise)]
    return `<tr>${columns.map((name, place) => cell(name, texts[place] ?? '')).join('')}</tr>`
  })
  return `<div class="wide"><table class="rates">
<caption>Tax by rate</caption>
<thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`
}

function sums(invoice: Invoice): string {
  const total = (of: (row: InvoiceRow) => Paise) => invoice.rows.reduce((sum, row) => sum + of(row), 0)
  const entries: [string, Paise][] = [['Total of the rows', total((row) => row.amount)]]
  const tax = total((row) => row.cgst + row.sgst + row.igst)
  if (tax > 0) entries.push(['of which GST', tax])
  if (invoice.round_off !== 0) entries.push(['Round-off', invoice.round_off])
  const credit = invoice.kind === 'credit_note'
  return `<section class="sums">
<dl>
${entries.map(([term, amount]) => `<div><dt>${term}</dt><dd>${formatPaise(amount)}</dd></div>`).join('\n')}
<div class="total"><dt>${credit ? 'Credited' : 'Total'}</dt><dd>${formatPaise(invoice.grand_total)}</dd></div>
</dl>
<p>${rupeesInWords(invoice.grand_total)}</p>
${credit ? '' : `<p>${PAYMENTS[invoice.payment]}</p>`}
</section>`
}

function foot(invoice: Invoice): string {
  return `<footer>
<p>Prices include all taxes.</p>
<p class="signature">For ${isolated(invoice.seller.name)}<span>Authorised signatory</span></p>
</footer>`
}

const SHEET = `
main{max-width:210mm;margin:0 auto;padding:24px 20px}
p,dl,dd,h1,h2,address{margin:0;font-style:normal}
header,.parties{display:flex;flex-wrap:wrap;justify-content:space-between;gap:16px 32px;margin-bottom:20px}
header>div,.parties>div{flex:1 1 240px;overflow-wrap:anywhere}
.shop{font-size:22px;font-weight:700}
.legend{margin-top:4px;font-weight:600}
.test{margin-bottom:16px;padding:8px 12px;border:2px solid #b91c1c;color:#b91c1c;font-weight:700}
h1{font-size:22px}
h2{font-size:12px;text-transform:uppercase;letter-spacing:.06em;color:#57534e}
dl>div{display:flex;gap:8px}
dt{min-width:96px;color:#57534e}
dd{font-weight:600}
.parties{padding-top:16px;border-top:1px solid #a8a29e}
.supply{flex:1 1 100%;display:flex;flex-wrap:wrap;gap:4px 32px}
.supply dt{min-width:0}
.wide{overflow-x:auto;margin-bottom:16px}
table{width:100%;border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
caption{padding-bottom:4px;text-align:left;font-weight:600}
th,td{padding:6px 6px;border-bottom:1px solid #d6d3d1;text-align:right;vertical-align:top;white-space:nowrap}
th{font-size:12px;color:#57534e;white-space:normal}
thead th{border-bottom:2px solid #1c1917}
th.words,td.words{min-width:140px;text-align:left;white-space:normal;overflow-wrap:anywhere}
th:first-child,td:first-child{text-align:left}
small{display:block;font-size:12px;color:#57534e}
.rates{max-width:460px}
.sums{display:flex;flex-direction:column;align-items:flex-end;gap:6px;text-align:right}
.sums dl>div{flex-wrap:wrap;justify-content:flex-end}
.sums dl{max-width:100%}
.sums dd{min-width:120px}
.total{margin-top:4px;padding-top:4px;border-top:2px solid #1c1917;font-size:18px}
.total dt{color:inherit;font-weight:600}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:flex-end;gap:16px;margin-top:28px}
.signature{text-align:right}
.signature span{display:block;margin-top:48px;padding-top:4px;border-top:1px solid #a8a29e;font-size:12px;color:#57534e}
`
/** In a narrow place each row of the table stands as a few lines. */
const STACKED = `thead{display:none}table,tbody,caption{display:block}tr{display:flex;flex-wrap:wrap;gap:0 12px;padding:8px 0;border-bottom:1px solid #d6d3d1}tr::before{content:"";order:1;flex-basis:100%}td{order:2;padding:0;border:0}td::before{content:attr(data-name) " ";color:#57534e}td:first-child,td.words,td:last-child{order:0}td.words{flex:1;min-width:0}.rates td:first-child{flex:1 0 auto}td:last-child{font-weight:600}table:not(.rates) td:is(:first-child,.words,:last-child)::before{content:none}td:not(.words) small{display:inline;margin-left:4px}td:empty{display:none}`
const PRINTED = `table{font-size:10px}th,td{padding:4px}th.words,td.words{min-width:100px}th,small{font-size:9px}main{max-width:none;padding:0}.wide{overflow:visible}tr,.sums,footer,.parties{break-inside:avoid}thead{display:table-header-group}`
const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1c1917;font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Devanagari",sans-serif}${SHEET}@media screen and (max-width:720px){main{padding:20px 14px}${STACKED}}
@page{size:A4;margin:14mm}
@media print{body{font-size:11px}${PRINTED}}
`

/**
 * Rules for an invoice that is printed among other papers, to be nested into the rule of what holds `invoiceSheet`.
 * @param narrow for labels, without columns
 */
export const invoiceRules = (narrow: boolean): string =>
  `font-size:11px;line-height:1.45;${SHEET}${PRINTED}${narrow ? STACKED : ''}`
