import Lock from '@lucide/icons/icons/lock'
import type { ReactNode } from 'react'
import { addressLines, spacedPhone } from '@/domain/account/address'
import { stateName } from '@/domain/account/states'
import { arrivalSentence } from '@/domain/delivery/arrival-words'
import { ACT_WORDS, type OrderAct } from '@/domain/desk/order-acts'
import type { DeskOrder } from '@/domain/desk/orders'
import { formatPaise } from '@/domain/money'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { CopyButton } from '../parts/copy-button'
import { SectionHead } from '../parts/head'
import { Bills } from './bills'

interface SideProps {
  order: DeskOrder
  busy: boolean
  onAct: (act: OrderAct) => void
  onOpen: (what: 'address' | 'refund') => void
}

/** What can be done with the order and what not, who ordered it, and where it goes. */
export function Side({ order, busy, onAct, onOpen }: SideProps) {
  const can = order.acts.filter(({ why }) => why === '')
  const button = ({ act }: { act: OrderAct }) => (
    <Can key={act} name={ACT_WORDS[act].name}>
      <Button busy={busy} onClick={() => onAct(act)}>
        {ACT_WORDS[act].button}
      </Button>
    </Can>
  )
  return (
    <aside
      aria-label="What can be done, and for whom"
      className="grid min-w-0 content-start gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <section>
        <SectionHead title="What you can do" />
        <ul className="border-t">
          {can.filter(({ act }) => act !== 'cancel').map(button)}
          <Can name="Give money back" why={order.refund_lock}>
            <Button onClick={() => onOpen('refund')}>Refund…</Button>
          </Can>
          <Can name="Correct address or phone" why={order.address_lock}>
            <Button onClick={() => onOpen('address')}>Correct…</Button>
          </Can>
          {can.filter(({ act }) => act === 'cancel').map(button)}
          {order.acts
            .filter(({ why }) => why !== '')
            .map(({ act, why }) => (
              <Can key={act} name={ACT_WORDS[act].name} why={why} />
            ))}
        </ul>
      </section>
      <Bills order={order} />
      <Shopper order={order} />
    </aside>
  )
}

/** Something to be done, or, with `why`, what stands in its way. */
function Can({ name, why, children }: { name: string; why?: string; children?: ReactNode }) {
  return (
    <li className="flex min-h-13 items-center justify-between gap-3 border-b py-1.5">
      <span className={why ? 'text-ink-2' : undefined}>
        {name}
        {why && <small className="block text-ink-3">{why}</small>}
      </span>
      {why ? <Icon of={Lock} label="Not possible now" size={16} className="text-ink-3" /> : children}
    </li>
  )
}

function Shopper({ order }: { order: DeskOrder }) {
  const { contact, address, shopper } = order
  const lines = addressLines(address, stateName(address.state))
  const tall = 'link inline-flex min-h-11 items-center break-all md:min-h-8'
  return (
    <>
      <section>
        <SectionHead title="Shopper" />
        <p className="wrap-anywhere">{contact.name}</p>
        <p>
          <a className={tall} href={`tel:${contact.phone}`}>
            {spacedPhone(contact.phone)}
          </a>
        </p>
        <p>
          <a className={tall} href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
        </p>
        {shopper.orders > 1 && (
          <p className="meta">
            {shopper.orders} orders with this number, {formatPaise(shopper.total)} in all
          </p>
        )}
      </section>
      <section>
        <SectionHead title="Deliver to" />
        {order.arrives && <p className="mb-2 font-medium">It {arrivalSentence(order.arrives)}.</p>}
        <p className="wrap-anywhere">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
        <CopyButton
          text={[contact.name, ...lines, spacedPhone(contact.phone)].join('\n')}
          done="The address is copied."
          className="-ml-2"
        >
          Copy the address
        </CopyButton>
      </section>
    </>
  )
}
