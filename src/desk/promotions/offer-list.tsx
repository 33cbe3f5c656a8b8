import { DAY_MS, formatDate } from '@/domain/date'
import { STRIP_DAYS, stripBars, stripStart } from '@/domain/desk/promotion-strip'
import { stateWords } from '@/domain/desk/promotions'
import { classNames } from '@/lib/class-names'
import { StateWord } from '../parts/state-word'
import { linesOf, nameOf, type Offer, rowOf } from './offer'

interface OfferListProps {
  offers: readonly Offer[]
  now: number
  /** The one in the form. */
  open: string
}

export const offerHref = (key: string): string => `#/promotions?open=${key}`

/** Promotions and price plans: what each does, where it stands, what became of it. */
export function OfferList({ offers, now, open }: OfferListProps) {
  return (
    <ul aria-label="Promotions and price plans">
      {offers.map((offer) => {
        const [does, count] = linesOf(offer)
        const [shape, words] = stateWords(rowOf(offer), now)
        return (
          <li key={offer.key}>
            <a
              href={offerHref(offer.key)}
              aria-current={offer.key === open ? 'true' : undefined}
              className="-mx-3 grid grid-cols-[1fr_auto] gap-x-3 border-b px-3 pt-[11px] pb-[9px] hover:bg-wash aria-[current]:bg-pick aria-[current]:shadow-[inset_2px_0_0_var(--primary)]"
            >
              <b className="min-w-0 wrap-anywhere">{nameOf(offer)}</b>
              <span className="meta">{count}</span>
              <span className="col-span-2 wrap-anywhere text-ink-2">{does}</span>
              <span className="col-span-2">
                <StateWord shape={shape}>{words}</StateWord>
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const WEEK_MS = 7 * DAY_MS
/** A name needs so much of a bar. */
const ROOM_DAYS = 4
const percent = (days: number) => `${(days / STRIP_DAYS) * 100}%`

/** The four weeks from Monday on, as a picture of the list: wide screens alone. */
export function Strip({ offers, now }: Omit<OfferListProps, 'open'>) {
  const begin = stripStart(now)
  const bars = stripBars(
    offers.map((offer) => ({ ...rowOf(offer), id: offer.key })),
    now,
  )
  if (bars.length === 0) return null
  const today = (now - begin) / DAY_MS
  /** The line of today stands in no name. */
  const besideToday = (from: number, to: number) => {
    const passed = today - (from - 1)
    return passed < 0 || today > to - ROOM_DAYS ? 12 : `calc(${(passed / (to - from)) * 100}% + 8px)`
  }
  const byKey = new Map(offers.map((offer) => [offer.key, offer]))
  const week = (number: number) =>
    formatDate(new Date(begin + number * WEEK_MS).toISOString())
      .split(' ')
      .map((part) => part.slice(0, 3))
      .slice(0, 2)
      .join(' ')
  return (
    <div
      aria-hidden="true"
      className="relative mb-5 grid grid-cols-[repeat(28,minmax(0,1fr))] gap-y-1.5 border-b bg-[repeating-linear-gradient(90deg,var(--line)_0_1px,transparent_1px_25%)] pt-6 pb-2.5 max-lg:hidden"
    >
      {[0, 1, 2, 3].map((number) => (
        <span
          key={number}
          className="absolute top-0.5 pl-1.5 text-[12px] text-ink-3"
          style={{ left: percent(number * 7) }}
        >
          {week(number)}
        </span>
      ))}
      {bars.map(({ id, from, to, row }) => {
        const offer = byKey.get(id)
        return (
          <a
            key={id}
            href={offerHref(id)}
            tabIndex={-1}
            style={{ gridColumn: `${from} / ${to}`, gridRow: row, paddingLeft: besideToday(from, to) }}
            className={classNames(
              'flex min-h-7.5 items-center overflow-hidden border-primary border-l-3 pt-0.5 text-[13px] whitespace-nowrap',
              offer?.plan ? 'border-dashed bg-sunken' : 'bg-pick',
            )}
          >
            {offer && nameOf(offer)}
          </a>
        )
      })}
      <i className="absolute inset-y-0 w-0 border-ink border-l-2" style={{ left: percent(today) }} />
    </div>
  )
}
