import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { ageWords } from '@/domain/desk/age'
import { grouped } from '@/domain/desk/list-words'
import { orderWords } from '@/domain/desk/order-words'
import { ORDERS_A_PAGE, ORDERS_FOUND, type OrderList, type OrderRow, type OrderTab } from '@/domain/desk/orders'
import { formatPaise } from '@/domain/money'
import { Button, ButtonLink } from '../parts/button'
import { type Column, DataTable } from '../parts/data-table'
import { SearchField, Select } from '../parts/field'
import { Head } from '../parts/head'
import { Pages } from '../parts/pages'
import { ProductPhoto } from '../parts/product-photo'
import { StateWord } from '../parts/state-word'
import { Empty, LoadState } from '../parts/states'
import { Tabs } from '../parts/tabs'
import { useTypedSearch } from '../parts/use-typed-search'
import { useAsk } from '../session'

const TABS: readonly (readonly [OrderTab, name: string, none: string])[] = [
  ['all', 'All', 'No orders'],
  ['look', 'To look at', 'Nothing to look at'],
  ['pack', 'To pack', 'Nothing to pack'],
  ['ship', 'To ship', 'Nothing to ship'],
  ['way', 'On the way', 'Nothing is on the way'],
  ['unpaid', 'Not paid', 'Everything is paid'],
]
const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 3 months'],
  ['365', 'Last year'],
  ['0', 'All time'],
] as const
const DEFAULT_PERIOD = '30'

/** Where the list stands is in the address: tab, search, period, page. */
function useWhere() {
  const [params, setParams] = useSearchParams()
  const where = {
    tab: (TABS.find(([tab]) => tab === params.get('tab'))?.[0] ?? 'all') as OrderTab,
    q: params.get('q') ?? '',
    days: params.get('days') ?? DEFAULT_PERIOD,
    page: Number(params.get('page')) || 1,
  }
  const addressOf = (change: Partial<typeof where>) => {
    const next = { ...where, page: 1, ...change }
    const kept = Object.entries(next).filter(
      ([name, value]) => String(value) !== { tab: 'all', q: '', days: DEFAULT_PERIOD, page: '1' }[name],
    )
    return new URLSearchParams(kept.map(([name, value]) => [name, String(value)]))
  }
  return {
    where,
    hrefTo: (change: Partial<typeof where>) => `#/shop-orders?${addressOf(change)}`,
    go: (change: Partial<typeof where>) => setParams(addressOf(change), { replace: true }),
  }
}

/** All orders, as a list a person reads. */
export function Orders() {
  const ask = useAsk()
  const { where, hrefTo, go } = useWhere()
  const [typed, setTyped] = useTypedSearch(where.q, (q) => go({ q }))
  const query = useQuery({
    queryKey: ['orders', where],
    queryFn: () => ask<OrderList>('orders', { query: where }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  return (
    <>
      <Head title="Orders">
        <ButtonLink look="primary" href="#/shop-orders/new">
          Enter an order
        </ButtonLink>
      </Head>
      <div className="mb-1.5 flex flex-wrap gap-3">
        <SearchField label="Part of a name, phone or number" value={typed} onChange={setTyped} />
        <Select
          aria-label="Placed"
          value={where.days}
          onChange={(event) => go({ days: event.target.value })}
          className="max-w-44 max-md:max-w-none"
          options={PERIODS}
        />
      </div>
      <Tabs
        label="Orders"
        value={where.tab}
        tabs={TABS.map(([tab, name]) => [tab, name, data?.counts[tab]])}
        href={(tab) => hrefTo({ tab })}
      />
      <LoadState what="Orders" rows={10} query={query} />
      {data && (
        <div className={isPlaceholderData ? 'opacity-60' : undefined}>
          {data.more && (
            <p className="meta my-2.5 wrap-anywhere">
              {grouped(ORDERS_FOUND)} orders and more have “{where.q}”: the newest are looked through. Type more of it
              to find older ones.
            </p>
          )}
          <Found list={data} {...{ where, hrefTo }} onClear={() => setTyped('')} />
        </div>
      )}
    </>
  )
}

interface FoundProps {
  list: OrderList
  where: ReturnType<typeof useWhere>['where']
  hrefTo: ReturnType<typeof useWhere>['hrefTo']
  onClear: () => void
}

function Found({ list, where, hrefTo, onClear }: FoundProps) {
  const { rows, counts, now } = list
  const total = counts[where.tab]
  if (rows.length === 0) return <None {...{ where, hrefTo, onClear }} />
  const first = (list.page - 1) * ORDERS_A_PAGE + 1
  return (
    <>
      <DataTable
        label="Orders"
        columns={columns(now)}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ number }) => number}
      />
      <Pages
        page={list.page}
        more={first + rows.length <= total}
        href={(page) => hrefTo({ page })}
        names={['Newer', 'Older']}
      >
        {first} to {first + rows.length - 1} of {grouped(total)}
      </Pages>
    </>
  )
}

function None({ where, hrefTo, onClear }: Omit<FoundProps, 'list'>) {
  const [, , none = ''] = TABS.find(([tab]) => tab === where.tab) ?? []
  const older = where.days !== '0' && ['all', 'unpaid'].includes(where.tab) && (
    <ButtonLink href={hrefTo({ days: '0' })}>Look at all time</ButtonLink>
  )
  if (!where.q) return <Empty title={none}>{older}</Empty>
  return (
    <Empty title={`No order has “${where.q}” in its name, phone or number.`}>
      <div className="flex justify-center gap-2">
        <Button onClick={onClear}>Clear</Button>
        {older}
      </div>
    </Empty>
  )
}

function NameAndPlace({ row: { id, number, name, city } }: { row: OrderRow }) {
  return (
    <>
      <a
        href={`#/shop-orders/${id}`}
        className="font-medium wrap-anywhere max-md:inline-flex max-md:min-h-11 max-md:items-center md:line-clamp-1 md:min-w-32 md:max-w-72"
      >
        {name}
      </a>
      <span className="meta block wrap-anywhere">
        {city}
        <span className="md:hidden"> · {number}</span>
      </span>
    </>
  )
}

function columns(now: number): Column<OrderRow>[] {
  return [
    {
      name: 'Order',
      wideOnly: true,
      cell: ({ id, number }) => (
        <a className="link whitespace-nowrap" href={`#/shop-orders/${id}`}>
          {number}
        </a>
      ),
    },
    {
      name: 'Name and place',
      cell: (row) => <NameAndPlace row={row} />,
    },
    {
      name: 'What',
      wideOnly: true,
      cell: ({ what, picture }) => (
        <span className="flex items-center gap-3">
          <ProductPhoto product={picture?.product ?? ''} image={picture?.file ?? ''} />
          <span className="line-clamp-1 max-w-80 break-all">{what}</span>
        </span>
      ),
    },
    {
      name: 'Where it stands',
      cell: ({ state }) => {
        const { shape, words } = orderWords(state)
        return <StateWord shape={shape}>{words}</StateWord>
      },
    },
    {
      name: 'Total',
      right: true,
      atEnd: true,
      cell: ({ total, placed_at }) => (
        <span className="whitespace-nowrap">
          {formatPaise(total)}
          <span className="meta block md:hidden">{ageWords(placed_at, now)}</span>
        </span>
      ),
    },
    {
      name: 'Age',
      right: true,
      wideOnly: true,
      cell: ({ placed_at }) => <span className="meta whitespace-nowrap">{ageWords(placed_at, now)}</span>,
    },
  ]
}
