import Check from '@lucide/icons/icons/check'
import Download from '@lucide/icons/icons/download'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PapersAnswer } from '@/domain/desk/figures'
import { counted, grouped } from '@/domain/desk/list-words'
import { type Month, type MonthSum, monthFiles, monthOf, type RateSum } from '@/domain/desk/month'
import type { Invoice } from '@/domain/invoices/invoice'
import { formatPaise } from '@/domain/money'
import { classNames } from '@/lib/class-names'
import { saveBlob } from '@/lib/save-file'
import { Icon } from '@/ui/icon'
import { csvText } from '../import/csv-file'
import { Button } from '../parts/button'
import { type Column, DataTable } from '../parts/data-table'
import { Select } from '../parts/field'
import { SectionHead } from '../parts/head'
import { LoadState } from '../parts/states'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import { monthName } from './month-name'

/** All papers of a month, a page after the other. */
function usePapers(month: string) {
  const ask = useAsk()
  return useQuery({
    queryKey: ['papers', month],
    enabled: month !== '',
    queryFn: async () => {
      const papers: Invoice[] = []
      for (let after = ''; ; ) {
        const page = await ask<PapersAnswer>('figures/papers', { query: { month, after } })
        papers.push(...page.papers.map((paper): Invoice => JSON.parse(paper)))
        after = page.next
        if (after === '') return monthOf(papers)
      }
    },
  })
}

/** CSV files of a month in one ZIP. */
async function saveZip(month: string, sums: Month): Promise<void> {
  const { strToU8, zipSync } = await import('fflate')
  const files = await Promise.all(
    Object.entries(monthFiles(sums)).map(async ([name, table]) => [name, strToU8(await csvText(table))] as const),
  )
  const zip = zipSync(Object.fromEntries(files))
  saveBlob(new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }), `gst-${month}.zip`)
}

/** The month for the accountant: by rate, and all of it to take away. The month is in the address. */
export function Gst({ months }: { months: readonly string[] | undefined }) {
  const [params, setParams] = useSearchParams()
  const toast = useToast()
  const id = useId()
  const asked = params.get('gst') ?? ''
  // The last month that is over is what an accountant asks for.
  const month = months?.includes(asked) ? asked : (months?.[1] ?? months?.[0] ?? '')
  const query = usePapers(month)
  const { data } = query
  if (!months) return null
  const choose = (value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('gst', value)
      return next
    })
  const save = () =>
    data && saveZip(month, data).catch(() => toast({ text: 'The file could not be made. Try it again.', bad: true }))
  return (
    <section aria-labelledby={id} className="mt-8 border-t pt-5">
      <SectionHead id={id} title={month ? `GST, ${monthName(month)}` : 'GST'}>
        {month && (
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
            <Select
              aria-label="Month"
              value={month}
              onChange={({ target }) => choose(target.value)}
              className="min-w-40 md:w-44"
              options={months.map((each) => [each, monthName(each)])}
            />
            <Button look="primary" busy={!data} onClick={save}>
              <Icon of={Download} />
              For the accountant
            </Button>
          </div>
        )}
      </SectionHead>
      {!month && <p className="text-ink-2">There are no bills yet. A bill is made when a parcel is packed.</p>}
      {month && <LoadState what="The month" rows={3} query={query} />}
      {data && <Rates month={data} />}
    </section>
  )
}

const plain = (paise: number) => formatPaise(paise).replace('₹', '').replace('-', '−')
const codes = ({ hsn }: RateSum) =>
  hsn.length > 0 ? `HSN ${hsn.slice(0, 3).join(', ')}${hsn.length > 3 ? ' …' : ''}` : ''

interface GstLine {
  name: string
  /** Codes of the goods. */
  meta?: string
  sum: MonthSum
  isSum?: boolean
}

function Rates({ month }: { month: Month }) {
  const { byRate, creditSum, together } = month
  const rounding = { ...together, papers: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: together.rounding }
  if (together.papers === 0 && month.tests.length === 0)
    return <p className="text-ink-2">No bill was made in this month.</p>
  const credits = { ...creditSum, total: creditSum.total - creditSum.rounding }
  const lines: GstLine[] = [
    ...byRate.map((sum) => ({
      name: sum.rate === undefined ? 'Without tax' : `${Number(sum.rate.toFixed(2))}%`,
      ...{ meta: codes(sum), sum },
    })),
    ...(creditSum.papers > 0 ? [{ name: 'Credit notes', sum: credits }] : []),
    ...(together.rounding !== 0 ? [{ name: 'Rounding', sum: rounding }] : []),
    { name: 'Together', sum: together, isSum: true },
  ]
  return (
    <>
      <DataTable
        label="GST by rate"
        columns={COLUMNS}
        rows={lines}
        idOf={({ name }) => name}
        nameOf={({ name }) => name}
      />
      <p className="meta mt-1.5">
        <Icon of={Check} size={16} className="mr-1 inline align-[-3px] text-success" />
        Adds up with {counted(together.papers, 'paper')} to the paisa. Software, not tax advice.
        {month.tests.length > 0 && ` ${month.tests.length} of test payments are not counted.`}
      </p>
    </>
  )
}

/** On phones a line with its name; none where there is nothing of it. */
const numbers = (name: string, text: (sum: MonthSum) => string): Column<GstLine> => ({
  ...{ name, right: true, full: true },
  cell: ({ sum, isSum }) => (
    <span
      className={classNames(
        'whitespace-nowrap max-md:flex max-md:justify-between',
        isSum && 'font-medium',
        /^(0\.00)?$/.test(text(sum)) && 'max-md:hidden',
      )}
    >
      <span className="meta md:hidden">{name}</span>
      {text(sum)}
    </span>
  ),
})

const COLUMNS: readonly Column<GstLine>[] = [
  {
    name: 'Rate',
    cell: ({ name, meta, isSum }) => (
      <>
        <span className={isSum ? 'font-medium' : undefined}>{name}</span> {meta && <span className="meta">{meta}</span>}
      </>
    ),
  },
  numbers('Bills', ({ papers }) => (papers > 0 ? grouped(papers) : '')),
  numbers('Taxable value', ({ taxable }) => plain(taxable)),
  numbers('CGST', ({ cgst }) => plain(cgst)),
  numbers('SGST', ({ sgst }) => plain(sgst)),
  numbers('IGST', ({ igst }) => plain(igst)),
  numbers('Total', ({ total }) => plain(total)),
]
