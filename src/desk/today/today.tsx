import Check from '@lucide/icons/icons/check'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate, formatTime } from '@/domain/date'
import { counted } from '@/domain/desk/list-words'
import type { TodayAnswer } from '@/domain/desk/today'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { WaitingRefund } from '../orders/waiting-refund'
import { ButtonLink } from '../parts/button'
import { Head, SectionHead } from '../parts/head'
import { LoadState } from '../parts/states'
import { useAsk, useHost } from '../session'
import { Takings } from './takings'

/** A sentence before a number: what waits most. */
function headingOf(data: TodayAnswer): string {
  const { to_pack, late, to_ship, to_confirm, to_look, letters, failed_mails, low } = data
  const setUp = data.to_set_up ?? 0
  const tail = late === 0 ? '' : late === to_pack ? ', late' : `, ${late === 1 ? 'one' : late} of them late`
  const { open, waiting } = letters ?? { open: 0, waiting: 0 }
  const waits: readonly (readonly [count: number, words: string])[] = [
    [to_pack, `${counted(to_pack, 'parcel')} to pack${tail}`],
    [to_confirm, `${counted(to_confirm, 'order waits', 'orders wait')} for your yes`],
    [to_ship, `${counted(to_ship, 'parcel')} for the courier`],
    [to_look, `${counted(to_look, 'order')} to look at`],
    [open, `${counted(open, 'message')} to answer`],
    [waiting, counted(waiting, 'review to allow', 'reviews to allow')],
    [failed_mails, `${counted(failed_mails, 'email')} could not be delivered`],
    [low, counted(low, 'product runs low', 'products run low')],
    [setUp, `${counted(setUp, 'thing keeps', 'things keep')} the shop from opening`],
  ]
  return waits.find(([count]) => count > 0)?.[1] ?? 'Nothing waits'
}

/** What waits, the most urgent first. */
export function Today() {
  const ask = useAsk()
  const { role } = useHost()
  const query = useQuery({
    queryKey: ['today'],
    queryFn: () => ask<TodayAnswer>('today'),
    refetchInterval: 60_000,
  })
  const { data } = query
  const now = new Date().toISOString()
  return (
    <>
      <Head
        eyebrow={`${formatDate(now)}, ${formatTime(now)}`}
        title={data ? headingOf(data) : 'Today'}
        windowTitle="Today"
      >
        {data?.backup && <ButtonLink href="#/shop-orders/new">Enter an order</ButtonLink>}
        {data && data.to_pack > 0 && (
          <ButtonLink look="primary" href="#/packing">
            Pack {counted(data.to_pack, 'parcel')}
          </ButtonLink>
        )}
      </Head>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[7fr_5fr]">
        <section aria-labelledby="to-do" className="min-w-0">
          <SectionHead id="to-do" title="To do">
            <span className="meta">Most urgent first</span>
          </SectionHead>
          <LoadState what="Today" query={query} />
          {data && <ToDo data={data} />}
        </section>
        {role === 'owner' && <Takings />}
      </div>
    </>
  )
}

interface LineProps {
  count: ReactNode
  /** Amber: to look at; red: failed. */
  tone?: 'late' | 'bad'
  title: string
  sub: ReactNode
  /** Left out: nothing here mends it. */
  act?: string
  href?: string
}

const TONES = { late: 'text-warn', bad: 'text-danger' }

/** A thing to do: how many, what, and the way there. */
function ToDoLine({ count, tone, title, sub, act, href }: LineProps) {
  return (
    <li className="grid min-h-17 grid-cols-[34px_1fr_auto] items-center gap-x-3 border-b pt-2.5 pb-2 first:border-t md:grid-cols-[44px_1fr_auto]">
      <span className={classNames('text-right font-medium text-[24px] leading-tight', tone && TONES[tone])}>
        {count}
      </span>
      <div className="min-w-0">
        <b className="block leading-snug">{title}</b>
        <span className="text-ink-2 leading-snug wrap-anywhere">{sub}</span>
      </div>
      {act && (
        <ButtonLink look="text" href={href} aria-label={`${act}: ${title}`}>
          {act}
        </ButtonLink>
      )}
    </li>
  )
}

const MEGABYTE = 1_000_000

/** What waits among the orders, the most urgent first. */
function orderLines({ to_confirm, to_pack, late, oldest, to_ship, to_look, look_at }: TodayAnswer): LineProps[] {
  return [
    {
      count: to_confirm,
      tone: 'late',
      title: 'Orders wait for your yes',
      sub: 'Large cash orders of people the shop does not know yet',
      act: 'Decide',
      href: '#/shop-orders?tab=look',
    },
    {
      count: to_pack,
      ...(late > 0 && { tone: 'late' as const }),
      title: 'Parcels to pack',
      sub: `The oldest was ordered on ${formatDate(oldest)}`,
      act: 'Pack',
      href: '#/packing',
    },
    {
      count: to_ship,
      title: 'Packed, waiting for the courier',
      sub: 'Paste their tracking numbers',
      act: 'Ship',
      href: '#/packing?tab=ship',
    },
    {
      count: to_look,
      tone: 'late',
      title: 'Orders to look at',
      sub: look_at,
      act: 'Look',
      href: '#/shop-orders?tab=look',
    },
  ]
}

/** What only PocketBase's own screens show has no way there on the page for staff. */
function useAdminLink() {
  const { person } = useHost()
  return (act: string, href: string) => (person ? {} : { act, href })
}

type AdminLink = ReturnType<typeof useAdminLink>

function wordLines({ low, letters, failed_mails, mail_error }: TodayAnswer, inAdmin: AdminLink): LineProps[] {
  const { open, waiting } = letters ?? { open: 0, waiting: 0 }
  return [
    {
      count: low,
      tone: 'late',
      title: low === 1 ? 'Product runs low' : 'Products run low',
      sub: 'At or below the mark you set',
      act: 'See stock',
      href: '#/stock-take?tab=low',
    },
    {
      count: open + waiting,
      title: open > 0 ? 'Messages and reviews to answer' : 'Reviews to allow',
      sub: `${counted(open, 'message')}, ${counted(waiting, 'review')}`,
      act: 'Answer',
      href: open > 0 ? '#/messages' : '#/messages?tab=waiting',
    },
    {
      count: failed_mails,
      tone: 'bad',
      title: 'Emails that could not be delivered',
      sub: mail_error,
      ...inAdmin('Mend', '#/collections?collection=outbox&filter=status%3D"failed"&sort=-created'),
    },
  ]
}

/** A line whose count is 0 goes; the backup's always stays. */
function ToDo({ data }: { data: TodayAnswer }) {
  const inAdmin = useAdminLink()
  const setUp = data.to_set_up ?? 0
  const first: LineProps = {
    count: setUp,
    tone: 'late',
    title: setUp === 1 ? 'Thing keeps the shop from opening' : 'Things keep the shop from opening',
    sub: 'What the law, money and safety ask for',
    act: 'See',
    href: '#/setup',
  }
  const lines = [first, ...orderLines(data), ...wordLines(data, inAdmin)].filter(({ count }) => count !== 0)
  if (lines.length === 0 && !data.backup) return <p className="text-ink-2">Nothing to do here just now.</p>
  return (
    <>
      {data.refunds.length > 0 && (
        <div className="mb-4 grid gap-3">
          {data.refunds.map((refund) => (
            <WaitingRefund key={refund.id} refund={refund} now={data.now}>
              <a className="link" href={`#/shop-orders/${refund.order}`}>
                {refund.number}
              </a>
              {'. '}
            </WaitingRefund>
          ))}
        </div>
      )}
      <ul>
        {lines.map((line) => (
          <ToDoLine key={line.title} {...line} />
        ))}
        {data.backup && <BackupLine {...data.backup} />}
      </ul>
    </>
  )
}

function BackupLine({ at, size }: NonNullable<TodayAnswer['backup']>) {
  const made = at !== ''
  const inAdmin = useAdminLink()
  return (
    <ToDoLine
      count={made ? <Icon of={Check} className="ml-auto text-success" /> : 0}
      tone={made ? undefined : 'bad'}
      title={made ? `Backed up on ${formatDate(at)} at ${formatTime(at)}` : 'Nothing is backed up yet'}
      sub={made ? `${(size / MEGABYTE).toFixed(1)} MB` : 'The first backup is made within an hour'}
      {...inAdmin('See', '#/settings/backups')}
    />
  )
}
