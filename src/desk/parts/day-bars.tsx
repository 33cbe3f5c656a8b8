import { useState } from 'react'
import { MONTHS } from '@/domain/date'
import { axisOf, type DayFigure } from '@/domain/desk/figures'
import { grouped } from '@/domain/desk/list-words'
import { formatPaise, formatShortRupees } from '@/domain/money'
import { classNames } from '@/lib/class-names'

interface DayBarsProps {
  days: readonly DayFigure[]
  /** The day that is not over; hatched. */
  today: string
  height?: number
}

/** Bars up to which each can carry a line: the same day a week earlier. */
const MARKED_DAYS = 10

/** `26 Oct`. */
const shortDay = (day: string): string => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}`

const HATCH =
  'bg-[repeating-linear-gradient(135deg,var(--primary)_0_3px,transparent_3px_6px)] shadow-[inset_0_0_0_1.5px_var(--primary)] forced-colors:border-2'

/** Names under about five bars: the first day of each week, or of every few. */
function isNamed(place: number, count: number): boolean {
  const step = count <= 10 ? 1 : Math.ceil(count / 5 / 7) * 7
  return (count - 1 - place) % step === 0
}

/** Takings by day as bars from 0, and as a table behind "Show as table". Days below 0 stand as 0 here. */
export function DayBars({ days, today, height = 220 }: DayBarsProps) {
  const marks = days.length <= MARKED_DAYS
  const [asTable, setAsTable] = useState(false)
  const below = days.some(({ taken }) => taken < 0)
  return (
    <figure className="mt-4">
      {asTable ? (
        <DayTable days={days} today={today} marks={marks} />
      ) : (
        <Bars days={days} today={today} marks={marks} height={height} />
      )}
      <figcaption className="mt-1.5 flex flex-wrap items-center gap-x-4.5 gap-y-1 text-[13px] text-ink-2">
        {!asTable && (
          <>
            <Key look="h-2.5 bg-primary">A day’s takings</Key>
            {days.at(-1)?.day === today && <Key look={`h-2.5 ${HATCH}`}>Today, not over</Key>}
            {marks && <Key look="h-0.5 bg-ink-3">The same day a week earlier</Key>}
          </>
        )}
        <span className="text-ink-3">
          Starts at zero. Test payments are left out.
          {below && ' On some days more was given back than taken: see the table.'}
        </span>
        <button
          type="button"
          className="link min-h-8 max-md:min-h-11"
          aria-expanded={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </button>
      </figcaption>
    </figure>
  )
}

/** A picture of what the table says. */
function Bars({ days, today, marks, height }: DayBarsProps & { marks: boolean }) {
  const axis = axisOf(
    days.flatMap(({ taken, before }) => (marks ? [taken, before] : [taken])).map((paise) => paise / 100),
  )
  const top = (axis.at(-1) ?? 1) * 100
  const share = (paise: number) => `${Math.max(0, (paise / top) * 100)}%`
  return (
    <div aria-hidden="true" className="relative pl-14" style={{ height }}>
      <div className="absolute inset-x-0 top-2.5 bottom-[22px] ml-14">
        {axis.map((value) => (
          <div key={value} className="absolute inset-x-0 border-t" style={{ bottom: share(value * 100) }}>
            <span className="-top-[9px] absolute right-full whitespace-nowrap pr-2 text-[12px] text-ink-3 leading-[18px]">
              {value === 0 ? '0' : formatShortRupees(value)}
            </span>
          </div>
        ))}
        <div className={classNames('relative flex h-full items-end', days.length > 40 ? 'gap-px' : 'gap-1 md:gap-1.5')}>
          {days.map(({ day, taken, before }, place) => (
            <div
              key={day}
              className="relative h-full min-w-px flex-1"
              title={`${shortDay(day)}: ${formatPaise(taken)}`}
            >
              <div
                className={classNames('absolute inset-x-0 bottom-0', day === today ? HATCH : 'bg-primary')}
                style={{ height: share(taken) }}
              />
              {marks && before > 0 && (
                <div
                  className="-inset-x-0.5 absolute h-0.5 bg-ink-3 outline outline-page"
                  style={{ bottom: share(before) }}
                />
              )}
              {isNamed(place, days.length) && (
                <span className="-translate-x-1/2 absolute top-[calc(100%+4px)] left-1/2 whitespace-nowrap text-[12px] text-ink-3 leading-[18px]">
                  {shortDay(day)}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Key({ look, children }: { look: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-[7px]">
      <i className={classNames('w-3', look)} />
      {children}
    </span>
  )
}

function DayTable({ days, today, marks }: Omit<DayBarsProps, 'height'> & { marks: boolean }) {
  return (
    <table className="w-full max-w-[560px] border-collapse">
      <caption className="sr-only">Takings by day</caption>
      <thead>
        <tr className="border-b text-[13px] text-ink-3">
          <th className="py-2 text-left font-normal">Day</th>
          <th className="py-2 text-right font-normal">Orders</th>
          <th className="py-2 text-right font-normal">Taken</th>
          {marks && <th className="py-2 text-right font-normal">A week earlier</th>}
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map(({ day, taken, orders, before }) => (
          <tr key={day} className="border-b">
            <td className="py-1.5">
              {shortDay(day)}
              {day === today && ', not over'}
            </td>
            <td className="py-1.5 text-right">{grouped(orders)}</td>
            <td className="py-1.5 text-right">{formatPaise(taken)}</td>
            {marks && <td className="py-1.5 text-right">{formatPaise(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
