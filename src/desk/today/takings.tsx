import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { indianDay } from '@/domain/date'
import type { FiguresAnswer } from '@/domain/desk/figures'
import { counted, grouped } from '@/domain/desk/list-words'
import { formatShortPaise } from '@/domain/money'
import { DayBars } from '../parts/day-bars'
import { SectionHead } from '../parts/head'
import { ProductPhoto } from '../parts/product-photo'
import { Rank } from '../parts/rank'
import { Segmented } from '../parts/segmented'
import { LoadState } from '../parts/states'
import { useAsk } from '../session'
import { visitWords } from '../words'

const LENGTHS = [
  ['7', '7 days'],
  ['30', '30 days'],
] as const
const BEST = 3

/** What today compares to: the same day a week earlier, up to this minute. */
function compared({ days, week_ago }: FiguresAnswer): string {
  const today = days.find(({ day }) => day === indianDay(Date.now()))?.taken ?? 0
  const more = today - week_ago
  if (more === 0) return 'As much today as a week earlier'
  return `${formatShortPaise(Math.abs(more))} ${more > 0 ? 'more' : 'less'} today than a week earlier`
}

/** How the shop goes: takings by day, sold most, searched for in vain. For the owner. */
export function Takings() {
  const ask = useAsk()
  const [days, setDays] = useState<'7' | '30'>('7')
  const query = useQuery({
    queryKey: ['figures', days, ''],
    queryFn: () => ask<FiguresAnswer>('figures', { query: { days } }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <section aria-labelledby="takings" className="min-w-0">
      <SectionHead id="takings" title="Takings">
        <Segmented label="Time" value={days} options={LENGTHS} onChange={setDays} />
      </SectionHead>
      <LoadState what="The takings" rows={4} query={query} />
      {data && <Shown data={data} />}
    </section>
  )
}

function Shown({ data }: { data: FiguresAnswer }) {
  return (
    <>
      <dl className="grid grid-cols-[3fr_2fr] gap-x-5">
        <div>
          <dt className="meta">Taken</dt>
          <dd className="font-medium text-[22px] leading-tight">
            {formatShortPaise(data.taken)}
            <small className="block font-normal text-ink-2">{compared(data)}</small>
          </dd>
        </div>
        <div>
          <dt className="meta">Orders</dt>
          <dd className="font-medium text-[22px] leading-tight">{grouped(data.orders)}</dd>
        </div>
      </dl>
      <p className="meta mt-1.5">{visitWords(data.visits)}</p>
      <DayBars days={data.days} today={indianDay(Date.now())} height={168} />
      {data.sold_for_most.length > 0 && (
        <div className="mt-6 border-t pt-4.5">
          <SectionHead title="Sold most">
            <a className="link meta inline-flex min-h-6 items-center max-md:min-h-11" href="#/figures">
              All figures
            </a>
          </SectionHead>
          <Rank
            label="Sold most"
            rows={data.sold_for_most.slice(0, BEST)}
            idOf={({ product }) => product}
            photoOf={({ product, image }) => <ProductPhoto product={product} image={image} />}
            nameOf={({ name }) => name}
            heading="Product"
            columns={[
              ['Pieces', ({ pieces }) => pieces],
              ['Taken', ({ taken }) => formatShortPaise(taken)],
            ]}
          />
        </div>
      )}
      {data.missed.length > 0 && (
        <div className="mt-6 border-t pt-4.5">
          <SectionHead title="Searched for, not found" />
          <p className="text-ink-2">
            {data.missed.map(({ term, count }) => `${term} ${counted(count, 'time')}`).join(' · ')}
          </p>
        </div>
      )}
    </>
  )
}
