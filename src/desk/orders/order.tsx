import ArrowLeft from '@lucide/icons/icons/arrow-left'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { isNotFound } from '@/api/errors'
import { formatDateTime } from '@/domain/date'
import { ACT_WORDS, FORWARD, type OrderAct } from '@/domain/desk/order-acts'
import { orderWords } from '@/domain/desk/order-words'
import type { DeskOrder } from '@/domain/desk/orders'
import { canBeStopped } from '@/domain/desk/refund-words'
import { Icon } from '@/ui/icon'
import { Button, ButtonLink } from '../parts/button'
import { Head } from '../parts/head'
import { Note } from '../parts/note'
import { StateWord } from '../parts/state-word'
import { Empty, LoadState } from '../parts/states'
import { useAsk } from '../session'
import { ActDialog } from './act-dialog'
import { AddressDialog } from './address-dialog'
import { sentenceOf, useDeed } from './deeds'
import { Happened } from './happened'
import { Pieces } from './pieces'
import { RefundDialog } from './refund-dialog'
import { Side } from './side'
import { WaitingRefund } from './waiting-refund'

/** While a refund waits or is under way, the order is looked at again so often. */
const WATCH_MS = 20_000

/** One order on one screen. */
export function Order() {
  const { id = '' } = useParams()
  const ask = useAsk()
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: () => ask<DeskOrder>(`orders/${id}`),
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ status }) => ['queued', 'pending'].includes(status)) ? WATCH_MS : false,
  })
  const { data, error } = query
  const missing = !data && isNotFound(error)
  return (
    <>
      <a className="link inline-flex min-h-11 items-center gap-1.5 text-ink-2 md:min-h-8" href="#/shop-orders">
        <Icon of={ArrowLeft} size={16} />
        Orders
      </a>
      {!data && <Head title={missing ? 'No such order' : 'Order'} />}
      {missing ? (
        <Empty title="There is no such order">Its address may be mistyped.</Empty>
      ) : (
        <LoadState what="The order" rows={8} query={query} />
      )}
      {data && <Shown key={id} order={data} />}
    </>
  )
}

/** What is open over the order. */
type Open = 'address' | 'refund' | OrderAct

function Shown({ order }: { order: DeskOrder }) {
  const [open, setOpen] = useState<Open>()
  const deed = useDeed(order.id)
  const { name } = order.contact
  const { shape, words } = orderWords(order.state)
  const close = () => {
    setOpen(undefined)
    deed.reset()
  }
  const start = (act: OrderAct) => {
    if (ACT_WORDS[act].ask) setOpen(act)
    else deed.mutate({ what: 'act', body: { act, updated: order.updated }, done: `Done: ${ACT_WORDS[act].name}.` })
  }
  const next = order.acts.find(({ act, why }) => why === '' && FORWARD.includes(act))
  return (
    <>
      <Head
        title={<span className="wrap-anywhere">{`${name}, ${order.address.city}`}</span>}
        windowTitle={`${order.number} ${name}`}
        sub={
          <>
            {order.number} · placed on {formatDateTime(order.placed_at)}
            <span className="max-md:hidden"> · </span>
            <span className="max-md:block">
              <StateWord shape={shape}>{words}</StateWord>
            </span>
          </>
        }
      >
        <ButtonLink href="#/packing">Packing</ButtonLink>
        {next && (
          <Button look="primary" busy={deed.isPending} onClick={() => start(next.act)}>
            {ACT_WORDS[next.act].button}
          </Button>
        )}
      </Head>
      <div className="grid gap-3 empty:hidden [&:not(:empty)]:mb-6">
        {deed.error && !open && <Note kind="bad">{sentenceOf(deed.error)}</Note>}
        {order.refunds
          .filter((refund) => canBeStopped(refund, order.now))
          .map((refund) => (
            <WaitingRefund key={refund.id} refund={{ ...refund, order: order.id, name }} now={order.now} />
          ))}
      </div>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(280px,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 content-start gap-8">
          <Pieces order={order} />
        </div>
        <Side order={order} busy={deed.isPending} onAct={start} onOpen={setOpen} />
        <div className="grid min-w-0 content-start gap-8">
          <Happened order={order} />
        </div>
      </div>
      {open === 'address' && <AddressDialog order={order} onClose={close} />}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open && open !== 'address' && open !== 'refund' && <ActDialog act={open} order={order} onClose={close} />}
    </>
  )
}
