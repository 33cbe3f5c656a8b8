import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatDate, formatTime, indianDay } from '@/domain/date'
import { FIGURE_DAYS, type FiguresAnswer, isMonth } from '@/domain/desk/figures'
import { counted, grouped } from '@/domain/desk/list-words'
import { formatPaise, formatShortPaise } from '@/domain/money'
import { textLanguage } from '@/language/text-language'
import { DayBars } from '../parts/day-bars'
import { Select } from '../parts/field'
import { Head, SectionHead } from '../parts/head'
import { ProductPhoto } from '../parts/product-photo'
import { Rank } from '../parts/rank'
import { Segmented } from '../parts/segmented'
import { LoadState } from '../parts/states'
import { useAsk } from '../session'
import { visitWords } from '../words'
import { Gst } from './gst'
import { monthName } from './month-name'

const LENGTHS = FIGURE_DAYS.map((days) => [days, `${days} days`] as const)

/** How the shop goes, what sells, what is missing, and the month for the accountant. The period is in the address. */
export function Figures() {
  const ask = useAsk()
  const [params, setParams] = useSearchParams()
  const month = isMonth(params.get('month') ?? '') ? (params.get('month') ?? '') : ''
  const days = month ? '' : (FIGURE_DAYS.find((length) => length === params.get('days')) ?? '30')
  const query = useQuery({
    queryKey: ['figures', days, month],
    queryFn: () => ask<FiguresAnswer>('figures', { query: month ? { month } : { days } }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const choose = (name: 'days' | 'month', value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('days')
      next.delete('month')
      next.set(name, value)
      return next
    })
  const period = <Period days={days} month={month} months={data?.months ?? []} onChoose={choose} />
  return (
    <>
      {data ? (
        <Head
          windowTitle="Figures"
          title={
            <>
              <span className="money">{formatShortPaise(data.taken)}</span> in{' '}
              {month ? monthName(month) : `${data.days.length} days`}
            </>
          }
          sub={said(data)}
        >
          {period}
        </Head>
      ) : (
        <Head title="Figures">{period}</Head>
      )}
      <LoadState what="The takings" query={query} />
      {data && <Shown data={data} />}
      <Gst months={data?.months} />
    </>
  )
}

interface PeriodProps {
  days: string
  month: string
  months: readonly string[]
  onChoose: (name: 'days' | 'month', value: string) => void
}

/** So many days, or a month. */
function Period({ days, month, months, onChoose }: PeriodProps) {
  return (
    <div className="flex flex-wrap gap-2 md:flex-nowrap">
      <Segmented label="Time" value={days} options={LENGTHS} onChange={(value) => onChoose('days', value)} />
      {months.length > 0 && (
        <Select
          aria-label="Takings of a month"
          value={month}
          onChange={({ target }) => target.value && onChoose('month', target.value)}
          className="w-40 min-w-32! max-md:flex-1"
          options={months.map((each) => [each, monthName(each)])}
        >
          <option value="">A month</option>
        </Select>
      )}
    </div>
  )
}

/** `412 orders, ₹854.13 each. Taken minus given back; taxes included. 25 October to today, 9:14 am.` */
function said({ orders, taken, from, to, visits }: FiguresAnswer): string {
  const now = new Date().toISOString()
  const today = indianDay(Date.now())
  const date = (day: string) => formatDate(`${day}T12:00:00Z`).replace(` ${today.slice(0, 4)}`, '')
  const each = orders > 0 ? `, ${formatPaise(Math.round(taken / orders))} each` : ''
  const until = to === today ? `today, ${formatTime(now)}` : date(to)
  const words = `${counted(orders, 'order')}${each}`
  const since = visits && visits.since > from ? ` since ${date(visits.since)}` : ''
  return `${words}. ${visitWords(visits)}${since}. Taken minus given back; taxes included, cash still to be collected too. ${date(from)} to ${until}.`
}

function Shown({ data }: { data: FiguresAnswer }) {
  return (
    <>
      <section aria-label="Takings by day">
        <DayBars days={data.days} today={indianDay(Date.now())} />
      </section>
      <div className="mt-7 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Sold data={data} />
        <Missed missed={data.missed} />
      </div>
    </>
  )
}

function Sold({ data }: { data: FiguresAnswer }) {
  const [by, setBy] = useState<'money' | 'pieces'>('money')
  const rows = by === 'money' ? data.sold_for_most : data.sold_most
  return (
    <section className="min-w-0">
      <SectionHead title="Sold most">
        <Segmented
          label="Count by"
          value={by}
          options={[
            ['money', '₹'],
            ['pieces', 'Pieces'],
          ]}
          onChange={setBy}
        />
      </SectionHead>
      {rows.length === 0 ? (
        <p className="border-t py-4 text-ink-2">Nothing was sold in this time.</p>
      ) : (
        <Rank
          label="Sold most"
          rows={rows}
          idOf={({ product }) => product}
          photoOf={({ product, image }) => <ProductPhoto product={product} image={image} />}
          nameOf={({ name }) => name}
          heading="Product"
          columns={[
            ['Pieces', ({ pieces }) => grouped(pieces)],
            ['Taken', ({ taken }) => formatShortPaise(taken)],
          ]}
        />
      )}
    </section>
  )
}

function Missed({ missed }: Pick<FiguresAnswer, 'missed'>) {
  return (
    <section className="min-w-0">
      <SectionHead title="Searched for, not found">
        <span className="meta">Words only, no persons</span>
      </SectionHead>
      {missed.length === 0 ? (
        <p className="border-t py-4 text-ink-2">Every search found something.</p>
      ) : (
        <>
          <Rank
            label="Searched for, not found"
            rows={missed}
            idOf={({ term }) => term}
            nameOf={({ term }) => <span lang={textLanguage(term)}>{term}</span>}
            heading="What was typed"
            columns={[['Times', ({ count }) => grouped(count)]]}
          />
          <p className="meta pt-2">If you have it under another name, add the word to the product’s search words.</p>
        </>
      )}
    </section>
  )
}
