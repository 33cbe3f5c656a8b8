import { describe, expect, test } from 'vitest'
import { packingDocument } from '../../src/desk/packing/packing-document'
import type { PrintAnswer, Slip } from '../../src/domain/desk/parcels'
import type { Invoice } from '../../src/domain/invoices/invoice'
import { invoiceDocument } from '../../src/domain/invoices/invoice-document'

const item = {
  ...{ product: 'p1', name: 'Kantha <Sling> Bag', color: '#123', color_name: 'Navy patchwork', image: 'bag.jpg' },
  ...{ quantity: 2, unit_price: 64_500, line_total: 129_000, is_gift: false, hsn: '4202', gst_rate: 0 },
}
const slip: Slip = {
  ...{
    id: 'o1',
    number: 'SJ-R072ESZ4',
    placed_at: '2026-11-22 04:30:00.000Z',
    name: 'मीरा <b>',
    phone: '+919845012345',
  },
  ...{ address: ['14, 3rd Cross', '560003 Bengaluru, Karnataka'], items: [item], note: 'Amma\n<script>1</script>' },
  ...{ to_collect: 129_000, courier: 'Delhivery', tracking_number: '' },
}
const party = { name: 'Shop', address: ['Lane 4'], state: 'Karnataka', state_number: '29' }
const bill: Invoice = {
  ...{ kind: 'receipt', number: '26-27/000001', issued_at: slip.placed_at, placed_at: slip.placed_at },
  ...{ order_number: slip.number, inter_state: false, state_tax: 'SGST', rows: [], round_off: 0, grand_total: 129_000 },
  ...{ seller: { ...party, trade_name: 'Shop', gstin: '', email: '', phone: '' }, buyer: party, payment: 'cod_unpaid' },
}
const answer: PrintAnswer = {
  shop: { name: 'Sabun & Jhola', phone: '98450 00000', place: 'Pune 411002' },
  ...{ slips: [slip, { ...slip, to_collect: 0, note: '' }], bills: [bill, bill], left: [] },
}

describe('the printed papers', () => {
  test('PACK-12 are slips, then bills, on A4: picture, colour, pieces, cash, and the number as Code 128', () => {
    const page = packingDocument(answer, 'a4')
    expect(page.match(/<article class="(slip|bill)/g)?.map((tag) => tag.slice(16))).toEqual([
      ...['slip', 'slip', 'bill', 'bill'],
    ])
    expect(page).toContain('@page{size:A4;margin:0}')
    expect(page).toContain('color-scheme:light')
    // The typeface of a note has none for Hindi.
    expect(page).not.toContain('italic')
    expect(page).toMatch(/src="[^"]*\/products\/p1\/bag\.jpg\?/)
    expect(page).toContain('Colour: <bdi>Navy patchwork</bdi>')
    expect(page).toContain('Collect in cash<b>₹1,290.00</b>')
    expect(page).toContain('2 pieces. Paid, nothing to collect.')
    // Start B, ten characters of eleven modules, check and stop: 11 × 12 + 13 for the text as it is encoded.
    const code = /aria-label="Code of SJ-R072ESZ4"><path d="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(code.startsWith('M0 0h2')).toBe(true)
    expect(page).toContain(/<main>[\s\S]*<\/main>/.exec(invoiceDocument(bill))?.[0])
  })

  test('PACK-12 are labels of 4 by 6 inches, bills among them, with the courier’s number once there is one', () => {
    const shipped = { ...slip, tracking_number: '362144081175' }
    const page = packingDocument({ ...answer, slips: [shipped] }, 'label')
    expect(page).toContain('@page{size:4in 6in;margin:0}')
    expect(page).toContain('@page bill{size:4in 6in')
    expect(page).toContain('aria-label="Code of 362144081175"')
    expect(page).toContain('<p class="pin">560003</p>')
    expect(page).not.toContain('A4')
  })

  test('PACK-12 come whatever was typed as the courier’s number: what has no bars stands there without', () => {
    for (const tracking_number of ['EK 1234 – 5678', '३६२१४४०८११७५']) {
      const page = packingDocument({ ...answer, slips: [{ ...slip, tracking_number }, slip] }, 'label')
      expect(page).toContain(`<span>${tracking_number}</span>`)
      expect(page).not.toContain(`Code of ${tracking_number}`)
      expect(page).toContain('Code of SJ-R072ESZ4')
    }
  })

  test('PACK-12 keep what shoppers typed as text', () => {
    for (const paper of ['a4', 'label'] as const) {
      const page = packingDocument(answer, paper)
      expect(page).not.toMatch(/<script|<Sling>|मीरा <b>/)
      expect(page).toContain('Amma<br>&lt;script&gt;')
    }
  })
})
