import { useState } from 'react'
import { formatDate } from '@/domain/date'
import type { DeskOrder } from '@/domain/desk/orders'
import { INVOICE_TITLES } from '@/domain/invoices/invoice-document'
import { Button } from '../parts/button'
import { SectionHead } from '../parts/head'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import { sentenceOf, useDeed } from './deeds'

/** Bills and credit notes of the order, to open and to mail again. */
export function Bills({ order }: { order: DeskOrder }) {
  const ask = useAsk()
  const toast = useToast()
  const deed = useDeed(order.id)
  const [opening, setOpening] = useState('')
  const open = async (id: string) => {
    // Before the first wait: a window opened later is taken for a pop-up.
    const page = window.open('', '_blank')
    setOpening(id)
    try {
      const { html } = await ask<{ html: string }>(`bills/${id}`)
      const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
      if (page) page.location.href = address
      else window.location.assign(address)
    } catch (error) {
      page?.close()
      toast({ text: sentenceOf(error), bad: true })
    }
    setOpening('')
  }
  if (order.bills.length === 0)
    return (
      <section>
        <SectionHead title="Bill" />
        <p className="text-ink-2">It is made when the parcel is packed.</p>
      </section>
    )
  const mail = () =>
    deed.mutate(
      { what: 'bill-mail', body: { updated: order.updated }, done: `The bill is emailed to ${order.contact.email}.` },
      { onError: (error) => toast({ text: sentenceOf(error), bad: true }) },
    )
  return (
    <section>
      <SectionHead title="Bill" />
      <ul className="border-t">
        {order.bills.map(({ id, number, kind, total, issued_at }) => (
          <li key={id} className="flex min-h-13 items-center justify-between gap-3 border-b py-1.5">
            <span>
              {INVOICE_TITLES[kind]} {number}
              <small className="block text-ink-3">
                {total}, {formatDate(issued_at)}
              </small>
            </span>
            <Button
              busy={opening === id}
              onClick={() => open(id)}
              aria-label={`Open ${INVOICE_TITLES[kind]} ${number}`}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      <Button look="text" className="-ml-2" busy={deed.isPending} onClick={mail}>
        Send the bill again
      </Button>
    </section>
  )
}
