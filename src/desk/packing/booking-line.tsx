import { counted } from '@/domain/desk/list-words'
import type { Booking, Parcel, ParcelBooking } from '@/domain/desk/parcels'
import { formatPaise } from '@/domain/money'
import { Button } from '../parts/button'
import { Note } from '../parts/note'
import { OrderLink } from './order-link'
import type { Moves } from './use-moves'

/** Whether a parcel can be booked from the list: nobody carries it yet, and nobody is being asked. */
export const isBookable = ({ booking }: Parcel): boolean =>
  booking === undefined || (booking.state === 'refused' && booking.awb === '')

/** How the booking of a parcel stands, in its row: who carries it and its label, or why not. */
export function BookingLine({ parcel, moves }: { parcel: Parcel; moves: Moves }) {
  const { booking } = parcel
  if (!booking) return null
  const { state, problem, label } = booking
  if (state === 'waiting')
    return <span className="block">{`Being booked… ${problem && `${problem} It is tried again by itself.`}`}</span>
  return (
    <span className="block">
      {booking.awb && `${carriedWords(booking)} `}
      {label && (
        <a className="link" href={label} target="_blank" rel="noreferrer" aria-label={`Label of ${parcel.number}`}>
          Label
        </a>
      )}
      {problem && <span className="block text-danger">{problem}</span>}
      {state === 'refused' && (
        <Button className="mt-1.5" busy={moves.busy === 'again'} onClick={() => tryAgain(moves, [parcel.id])}>
          Try again
        </Button>
      )}
    </span>
  )
}

const carriedWords = ({ courier, awb, cost }: ParcelBooking) =>
  [courier, awb, cost > 0 && formatPaise(cost)].filter(Boolean).join(', ')

const tryAgain = (moves: Moves, orders: readonly string[]) =>
  moves.move('again', { orders }, { said: (count) => `${counted(count, 'parcel')} booked.` })

/** Bookings that are called off here and not at their courier, with what to do. */
export function StuckBookings({ stuck, moves }: Pick<Booking, 'stuck'> & { moves: Moves }) {
  if (stuck.length === 0) return null
  const orders = stuck.map(({ order }) => order)
  return (
    <Note
      kind="bad"
      action={
        <Button busy={moves.busy === 'again'} onClick={() => tryAgain(moves, orders)}>
          Try again
        </Button>
      }
    >
      <ul>
        {stuck.map(({ order, number, why }) => (
          <li key={order}>
            <OrderLink id={order} number={number} />
            {`: ${why}`}
          </li>
        ))}
      </ul>
    </Note>
  )
}
