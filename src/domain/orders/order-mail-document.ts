import { addressLines } from '../account/address'
import { stateName } from '../account/states'
import { formatDate } from '../date'
import { escapeHtml, isolated } from '../html'
import { formatPaise, type Paise } from '../money'
import type { StoreSettings } from '../site/settings'
import { cleanLine } from '../text'
import type { OrderView } from './order'
import { reductions, subtotalOf } from './reductions'

/** What a mail takes from the order's record. Money in paise. */
export type MailedOrder = Pick<
  OrderView,
  | 'number'
  | 'status'
  | 'payment_status'
  | 'fulfilment_status'
  | 'payment_method'
  | 'items'
  | 'items_total'
  | 'discount_total'
  | 'promotions'
  | 'shipping_total'
  | 'cash_fee'
  | 'arrives'
  | 'grand_total'
  | 'contact'
  | 'address'
  | 'note'
  | 'placed_at'
  | 'tracking'
> & { round_off: Paise; paid_total: Paise; refunded_total: Paise; review_flag: string }

/** Who writes it. */
export type MailedShop = Pick<
  StoreSettings,
  'store_name' | 'seller_email' | 'seller_phone' | 'chat_number' | 'seller_address'
>

/** What one mail says, before what all of them have. */
export interface MailContent {
  subject: string
  heading: string
  paragraphs: string[]
  links: { label: string; href: string }[]
  toOwner: boolean
  /** Nothing anybody typed is in it. */
  quiet?: boolean
}

const TEST_WORDS = 'TEST ORDER: placed with a test payment. No money was taken, and nothing will be sent.'

interface Amount {
  term: string
  value: string
}

function lineWords(item: MailedOrder['items'][number]): { name: string; detail: string; total: string } {
  const detail = [
    item.color ? cleanLine(item.color_name) : '',
    item.is_gift ? 'Free gift' : '',
    `Quantity ${item.quantity}`,
  ]
  return {
    name: cleanLine(item.name),
    detail: detail.filter((word) => word !== '').join(', '),
    total: item.is_gift ? 'Free' : formatPaise(item.line_total),
  }
}

function amounts(order: MailedOrder): Amount[] {
  const found: Amount[] = [{ term: 'Subtotal', value: formatPaise(subtotalOf(order)) }]
  for (const { name, amount } of reductions(order)) found.push({ term: cleanLine(name), value: formatPaise(-amount) })
  const { shipping_total, cash_fee = 0 } = order
  found.push({ term: 'Delivery', value: shipping_total > cash_fee ? formatPaise(shipping_total - cash_fee) : 'Free' })
  if (cash_fee > 0) found.push({ term: 'Fee for cash on delivery', value: formatPaise(cash_fee) })
  if (order.round_off !== 0) found.push({ term: 'Round-off', value: formatPaise(order.round_off) })
  return found
}

/** Where the parcel goes, a line each; phone and mail address of the shopper only in the shop's own mails. */
function recipientLines({ contact, address }: MailedOrder, toOwner: boolean): string[] {
  const reached = toOwner ? [contact.phone, contact.email] : []
  return [contact.name, ...addressLines(address, stateName(address.state)), ...reached]
    .map(cleanLine)
    .filter((line) => line !== '')
}

interface Reach {
  label: string
  href: string
}

function reach({ seller_email, seller_phone, chat_number }: MailedShop): Reach[] {
  const found: Reach[] = []
  const email = cleanLine(seller_email)
  const phone = cleanLine(seller_phone)
  const chat = chat_number.replace(/\D/g, '')
  if (email) found.push({ label: email, href: `mailto:${email}` })
  if (phone) found.push({ label: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` })
  if (chat) found.push({ label: 'WhatsApp', href: `https://wa.me/${chat}` })
  return found
}

/** The mail as plain text. @param test whether its payment was one */
export function asText(content: MailContent, order: MailedOrder, settings: MailedShop, test: boolean): string {
  const items = order.items.map((item) => {
    const { name, detail, total } = lineWords(item)
    return `- ${name} (${detail}): ${total}`
  })
  const sums = [...amounts(order), { term: 'Total', value: formatPaise(order.grand_total) }]
  const contacts = reach(settings).map(({ label, href }) => (label === 'WhatsApp' ? `WhatsApp: ${href}` : label))
  const blocks = [
    test ? TEST_WORDS : '',
    content.heading,
    ...content.paragraphs.map(cleanLine),
    content.links.map(({ label, href }) => `${label}: ${href}`).join('\n'),
    [`Order ${order.number}, ${formatDate(order.placed_at)}`, ...items].join('\n'),
    sums.map(({ term, value }) => `${term}: ${value}`).join('\n'),
    content.quiet ? '' : ['Delivery address:', ...recipientLines(order, content.toOwner)].join('\n'),
    content.toOwner || contacts.length === 0 ? '' : ['Questions? Reach us:', ...contacts].join('\n'),
    cleanLine(settings.store_name),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const MUTED = 'color:#57534e'

/** The same as HTML, with whatever was typed escaped. */
export function asHtml(content: MailContent, order: MailedOrder, settings: MailedShop, test: boolean): string {
  const store = isolated(cleanLine(settings.store_name))
  const paragraphs = content.paragraphs
    .map((paragraph) => `<p style="margin:0 0 12px">${escapeHtml(cleanLine(paragraph))}</p>`)
    .join('\n')
  const links = content.links
    .map(
      ({ label, href }, position) =>
        `<p style="margin:0 0 12px"><a href="${escapeHtml(href)}" style="${position === 0 ? BUTTON : LINK}">${label}</a></p>`,
    )
    .join('\n')
  const rows = order.items.map((item) => {
    const { name, detail, total } = lineWords(item)
    return `<tr><td style="${CELL}overflow-wrap:anywhere">${isolated(name)}<br><span style="font-size:14px;${MUTED}">${isolated(detail)}</span></td><td style="${CELL}text-align:right;white-space:nowrap">${total}</td></tr>`
  })
  const sums = amounts(order).map(
    ({ term, value }) =>
      `<tr><th scope="row" style="padding:4px 0;text-align:left;font-weight:400">${term}</th><td style="padding:4px 0;text-align:right;white-space:nowrap">${value}</td></tr>`,
  )
  const contacts = reach(settings)
    .map(({ label, href }) => `<a href="${escapeHtml(href)}" style="${LINK}">${escapeHtml(label)}</a>`)
    .join(' &middot; ')
  const address = recipientLines(order, content.toOwner).map(isolated).join('<br>')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(cleanLine(content.subject))}</title>
</head>
<body style="margin:0;padding:0;background:#f5f5f4;color:#1c1917;${FONT};font-size:16px;line-height:1.5">
<div style="max-width:600px;margin:0 auto;padding:24px 20px;background:#ffffff">
<p style="margin:0 0 20px;font-size:18px;font-weight:700">${store}</p>
${test ? `<p style="margin:0 0 20px;padding:10px 14px;border:2px solid #b91c1c;color:#b91c1c;font-weight:700">${TEST_WORDS}</p>` : ''}
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(cleanLine(content.heading))}</h1>
${paragraphs}
${links}
<h2 style="margin:28px 0 4px;font-size:18px">Order ${escapeHtml(order.number)}</h2>
<p style="margin:0 0 8px;font-size:14px;${MUTED}">${formatDate(order.placed_at)}</p>
<table style="width:100%;border-collapse:collapse">
<thead><tr><th scope="col" style="${HEAD}text-align:left">Item</th><th scope="col" style="${HEAD}text-align:right">Amount</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<table style="width:100%;margin-top:8px;border-collapse:collapse">
<tbody>
${sums.join('\n')}
<tr><th scope="row" style="padding:8px 0;border-top:2px solid #1c1917;text-align:left;font-size:18px">Total</th><td style="padding:8px 0;border-top:2px solid #1c1917;text-align:right;font-size:18px;font-weight:700;white-space:nowrap">${formatPaise(order.grand_total)}</td></tr>
</tbody>
</table>
${content.quiet ? '' : `<h2 style="margin:24px 0 4px;font-size:18px">Delivery address</h2>\n<p style="margin:0;overflow-wrap:anywhere">${address}</p>`}
${content.toOwner || contacts === '' ? '' : `<h2 style="margin:24px 0 4px;font-size:18px">Questions?</h2>\n<p style="margin:0">${contacts}</p>`}
</div>
</body>
</html>
`
}

const LINK = 'color:#6f4326'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#6f4326;color:#ffffff;font-weight:600;text-decoration:none'
const CELL = 'padding:10px 0;border-bottom:1px solid #e7e5e4;vertical-align:top;'
const HEAD = 'padding:6px 0;border-bottom:2px solid #1c1917;font-size:14px;'
