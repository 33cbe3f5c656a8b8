import Lock from '@lucide/icons/icons/lock'
import MessageSquareText from '@lucide/icons/icons/message-square-text'
import type { ReactNode } from 'react'
import { arrivalDays } from '@/domain/delivery/arrival-words'
import { dayWords } from '@/domain/desk/day-words'
import type { Parcel, ParcelTab } from '@/domain/desk/parcels'
import { formatPaise } from '@/domain/money'
import { Icon } from '@/ui/icon'
import type { Column } from '../parts/data-table'
import { ProductPhoto } from '../parts/product-photo'
import { StateWord } from '../parts/state-word'
import { BookingLine } from './booking-line'
import { OrderLink } from './order-link'
import type { Moves } from './use-moves'

/** Pictures of one row; what is beyond is said in words beside them. */
const PICTURES = 3

function Placed({ parcel }: { parcel: Parcel }) {
  const day = dayWords(parcel.placed_at, Date.now())
  const { leaves_on: leaves, late } = parcel
  return (
    <span className="whitespace-nowrap">
      {late ? <StateWord shape="look">{`${day}, late`}</StateWord> : day}
      {leaves && (
        <span className="meta block">{`Leaves ${arrivalDays({ earliest: leaves, latest: leaves }).until}`}</span>
      )}
    </span>
  )
}

function For({ parcel }: { parcel: Parcel }) {
  return (
    <div className="wrap-anywhere md:min-w-40">
      <b className="block">{parcel.name}</b>
      <span className="meta">
        {parcel.city}
        <span className="md:hidden">
          {' · '}
          <OrderLink id={parcel.id} number={parcel.number} />
        </span>
      </span>
    </div>
  )
}

interface ContentsProps {
  parcel: Parcel
  why: string | undefined
  /** Its state has a column of its own. */
  away: boolean
  /** How its booking stands. */
  booking: ReactNode
}

/** What is in it, how its booking stands, and, where it was left out, why. */
function Contents({ parcel, why, away, booking }: ContentsProps) {
  const pictures = parcel.items.filter(({ image }) => image !== '').slice(0, PICTURES)
  const text = parcel.items
    .map(({ quantity, name, color_name }) => `${quantity} × ${name}${color_name ? `, ${color_name}` : ''}`)
    .join(' · ')
  return (
    <div className="flex items-center gap-x-3 gap-y-1 max-md:flex-wrap">
      <span className="flex flex-none gap-0.5 empty:hidden">
        {pictures.map(({ product, image }) => (
          <ProductPhoto key={`${product}${image}`} product={product} image={image} />
        ))}
      </span>
      <div className="min-w-0 leading-snug wrap-anywhere max-md:flex-[1_1_150px]">
        {text || 'Nothing: all of it was given back. Cancel the order, or keep the rest of its money there.'}
        {parcel.note && (
          <span className="meta block" title={parcel.note}>
            <Icon of={MessageSquareText} size={15} className="-mt-0.5 mr-1 inline" />
            With a note
          </span>
        )}
        {parcel.state.shape === 'look' && !away && (
          <span className="block">
            <StateWord shape="look">{parcel.state.words}</StateWord>
          </span>
        )}
        {booking}
        {why && why !== parcel.booking?.problem && <Refused why={why} />}
      </div>
    </div>
  )
}

function Refused({ why }: { why: string }) {
  return (
    <span className="block text-danger">
      <Icon of={Lock} size={15} className="-mt-0.5 mr-1 inline" />
      {why}
    </span>
  )
}

function ToCollect({ parcel }: { parcel: Parcel }) {
  if (parcel.to_collect === 0) return <span className="meta">Paid</span>
  return (
    <span className="whitespace-nowrap">
      <b>{formatPaise(parcel.to_collect)}</b>
      <span className="md:hidden"> in cash</span>
    </span>
  )
}

function SentWith({ parcel, why }: { parcel: Parcel; why: string | undefined }) {
  const { courier, tracking_number: number, tracking_url: page } = parcel
  return (
    <div className="wrap-anywhere">
      {courier || 'Courier not noted'}
      {number && (
        <span className="meta block">
          {page ? (
            <a className="link" href={page} target="_blank" rel="noreferrer">
              {number}
            </a>
          ) : (
            number
          )}
        </span>
      )}
      {parcel.booking?.problem && <span className="block text-danger">{parcel.booking.problem}</span>}
      {why && <Refused why={why} />}
    </div>
  )
}

/**
 * The columns of one tab.
 * @param action what can be done with a single parcel, at the end of its row
 * @param withMoney whether who packs sees money
 */
export function parcelColumns(
  tab: ParcelTab,
  moves: Moves,
  action: (parcel: Parcel) => ReactNode,
  withMoney: boolean,
): Column<Parcel>[] {
  const { left } = moves
  const whyOf = ({ id }: Parcel) => left.find(({ order }) => order === id)?.why
  const packed = tab === 'pack' || tab === 'ship'
  const state: Column<Parcel> = {
    name: 'Where it is',
    full: true,
    cell: ({ state: { shape, words } }) => <StateWord shape={shape}>{words}</StateWord>,
  }
  const money: Column<Parcel> =
    tab === 'returns'
      ? { name: 'The shop has', right: true, atEnd: true, cell: ({ kept }) => (kept > 0 ? formatPaise(kept) : '–') }
      : { name: 'To collect', right: true, atEnd: true, cell: (parcel) => <ToCollect parcel={parcel} /> }
  return [
    { name: 'Placed', cell: (parcel) => <Placed parcel={parcel} /> },
    {
      name: 'Order',
      wideOnly: true,
      cell: ({ id, number }) => <OrderLink id={id} number={number} />,
    },
    { name: 'For', full: true, cell: (parcel) => <For parcel={parcel} /> },
    tab === 'way'
      ? { name: 'Sent with', full: true, cell: (parcel) => <SentWith parcel={parcel} why={whyOf(parcel)} /> }
      : {
          name: 'What is in it',
          full: true,
          cell: (parcel) => (
            <Contents
              parcel={parcel}
              why={whyOf(parcel)}
              away={!packed}
              booking={tab === 'ship' && <BookingLine parcel={parcel} moves={moves} />}
            />
          ),
        },
    ...(packed ? [] : [state]),
    ...(withMoney ? [money] : []),
    ...(packed ? [] : [{ name: 'Do', right: true, full: true, cell: action }]),
  ]
}
