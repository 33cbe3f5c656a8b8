import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import { type LeftOut, PARCEL_TABS, type Parcel, type ParcelsAnswer, type ParcelTab } from '@/domain/desk/parcels'
import { MAX_PARCELS, PARCELS_SHOWN } from '@/domain/limits'
import { Button } from '../parts/button'
import { DataTable } from '../parts/data-table'
import { SearchField } from '../parts/field'
import { Head } from '../parts/head'
import { Note } from '../parts/note'
import { Empty, LoadState } from '../parts/states'
import { Tabs } from '../parts/tabs'
import { useAddress } from '../parts/use-address'
import { useTypedSearch } from '../parts/use-typed-search'
import { useAsk, useHost } from '../session'
import { ArriveDialog, type Arriving } from './arrive-dialog'
import { BookSheet } from './book-sheet'
import { isBookable, StuckBookings } from './booking-line'
import { OrderLink } from './order-link'
import { PackingBar } from './packing-bar'
import { parcelColumns } from './parcel-columns'
import { ReturnDialog } from './return-dialog'
import { ShipSheet } from './ship-sheet'
import { type Moves, useMoves } from './use-moves'

const NAMES: { readonly [tab in ParcelTab]: string } = {
  pack: 'To pack',
  ship: 'To ship',
  way: 'On the way',
  returns: 'Returns',
}
const REFRESH_MS = 30_000

/** Parcels from the order to the door and back: tick, print, pack, ship. */
export function Packing() {
  const [address, change] = useAddress()
  const tabs = useTabs()
  const tab = tabs.find((name) => name === address.get('tab')) ?? 'pack'
  const q = address.get('q') ?? ''
  const shown = Math.min(Number(address.get('shown')) || PARCELS_SHOWN, MAX_PARCELS)
  const ask = useAsk()
  const moves = useMoves()
  const query = useQuery({
    queryKey: ['parcels', tab, q, shown],
    queryFn: () => ask<ParcelsAnswer>('parcels', { query: { tab, q, shown } }),
    // Somebody else may pack as well.
    refetchInterval: REFRESH_MS,
    // A list stays while it is searched; rows of another tab do not.
    placeholderData: (before, query) => (query?.queryKey[1] === tab ? before : undefined),
  })
  const { data } = query
  const [counts, setCounts] = useState<ParcelsAnswer['counts']>({})
  useEffect(() => {
    if (data) setCounts(data.counts)
  }, [data])

  return (
    <>
      <Head title="Packing" sub="Oldest first. Tick, print, pack, ship.">
        <Search value={q} onChange={(text) => change('q', text)} />
      </Head>
      <Tabs
        label="Parcels"
        value={tab}
        tabs={tabs.map((name) => [name, NAMES[name], counts[name]])}
        href={(name) => `#/packing?tab=${name}`}
      />
      <LoadState what="The list" query={query} />
      {data && (
        <Parcels
          key={tab}
          tab={tab}
          q={q}
          data={data}
          moves={moves}
          onMore={() => change('shown', `${shown + PARCELS_SHOWN}`)}
        />
      )}
    </>
  )
}

/** What comes back asks how much goes back: that is the owner's. */
function useTabs(): readonly ParcelTab[] {
  const { role } = useHost()
  return PARCEL_TABS.filter((name) => role === 'owner' || name !== 'returns')
}

function Search({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useTypedSearch(value, onChange)
  return <SearchField label="Name, phone or number" value={typed} onChange={setTyped} />
}

interface ParcelsProps {
  tab: ParcelTab
  q: string
  data: ParcelsAnswer
  moves: Moves
  onMore: () => void
}

function Parcels({ tab, q, data, moves, onMore }: ParcelsProps) {
  const { role } = useHost()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [shipping, setShipping] = useState<ReadonlySet<string>>(new Set())
  const [booking, setBooking] = useState<readonly Parcel[]>([])
  const [arriving, setArriving] = useState<Arriving>()
  const [back, setBack] = useState<Parcel>()
  const { parcels, found } = data
  const picked = parcels.filter(({ id }) => ticked.has(id))
  // Who is booked waits for the courier, unless somebody ticks it.
  const toShip = picked.length > 0 ? picked : parcels.filter(({ booking }) => booking?.state !== 'booked')
  const bookable = toShip.filter(isBookable)
  // What the sheet was opened for, without what has left the list since.
  const shipped = parcels.filter(({ id }) => shipping.has(id))
  const unlisted = moves.left.filter(({ order }) => !parcels.some(({ id }) => id === order))
  const action = (parcel: Parcel) => (
    <Button className="max-md:mt-1.5" onClick={() => setBack(parcel)}>
      {parcel.came_back ? 'Give money back' : 'Came back'}
    </Button>
  )
  return (
    <>
      <div className="mt-4 empty:hidden">
        {unlisted.length > 0 && <LeftOutNote left={unlisted} onSeen={() => moves.setLeft([])} />}
        {data.booking && <StuckBookings stuck={data.booking.stuck} moves={moves} />}
      </div>
      {parcels.length === 0 ? (
        <Nothing tab={tab} q={q} />
      ) : (
        <DataTable
          label={NAMES[tab]}
          columns={parcelColumns(tab, moves, action, role === 'owner')}
          rows={parcels}
          idOf={({ id }) => id}
          nameOf={({ number, name }) => `${number}, ${name}`}
          {...(tab !== 'returns' && { picked: new Set(picked.map(({ id }) => id)), onPick: setTicked })}
        />
      )}
      <MoreBelow shown={parcels.length} found={found} onMore={onMore} />
      <PackingBar
        tab={tab}
        parcels={parcels}
        picked={picked}
        toShip={toShip}
        moves={moves}
        onShip={() => moves.begin(() => setShipping(new Set(toShip.map(({ id }) => id))))}
        {...(data.booking && { bookable, onBook: () => moves.begin(() => setBooking(bookable)) })}
        onArrive={(outcome) => moves.begin(() => setArriving({ outcome, parcels: picked }))}
      />
      {data.booking && booking.length > 0 && (
        <BookSheet parcels={booking} box={data.booking.box} moves={moves} onClose={() => setBooking([])} />
      )}
      {shipped.length > 0 && <ShipSheet parcels={shipped} moves={moves} onClose={() => setShipping(new Set())} />}
      {arriving && <ArriveDialog {...arriving} moves={moves} onClose={() => setArriving(undefined)} />}
      {back && <ReturnDialog parcel={back} moves={moves} onClose={() => setBack(undefined)} />}
    </>
  )
}

function MoreBelow({ shown, found, onMore }: { shown: number; found: number; onMore: () => void }) {
  if (found <= shown) return null
  return (
    <p className="meta pt-3.5">
      {`${counted(found - shown, 'parcel')} more below. `}
      {shown < MAX_PARCELS && (
        <Button look="text" onClick={onMore}>
          Show more
        </Button>
      )}
    </p>
  )
}

/** Parcels that were left out and stand in this list no more: somebody else was first. */
function LeftOutNote({ left, onSeen }: { left: readonly LeftOut[]; onSeen: () => void }) {
  return (
    <Note kind="bad" action={<Button onClick={onSeen}>Seen</Button>}>
      <ul>
        {left.map(({ order, number, why }) => (
          <li key={order}>
            {number && (
              <>
                <OrderLink id={order} number={number} />
                {': '}
              </>
            )}
            {why}
          </li>
        ))}
      </ul>
    </Note>
  )
}

const NOTHING: { readonly [tab in ParcelTab]: readonly [title: string, next: string] } = {
  pack: ['Nothing to pack', 'New orders stand here as soon as they are paid or confirmed.'],
  ship: ['Nothing to ship', 'Parcels stand here once they are packed.'],
  way: ['Nothing on the way', 'Parcels stand here from the courier to the door.'],
  returns: [
    'No returns',
    'Parcels stand here when a shopper wants to send one back, or one came back with its money open.',
  ],
}

function Nothing({ tab, q }: { tab: ParcelTab; q: string }) {
  const [title, next] = NOTHING[tab]
  if (!q) return <Empty title={title}>{next}</Empty>
  return (
    <Empty title={`No parcel here has “${q}” in its name, phone or number.`}>
      <a className="link" href={`#/packing?tab=${tab}`}>
        Clear the search
      </a>
    </Empty>
  )
}
