import CalendarClock from '@lucide/icons/icons/calendar-clock'
import Tag from '@lucide/icons/icons/tag'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { counted } from '@/domain/desk/list-words'
import type { PlansAnswer } from '@/domain/desk/price-plans'
import { MOST_PROMOTIONS, type PromotionsAnswer } from '@/domain/desk/promotions'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { Button, ButtonLink } from '../parts/button'
import { Head } from '../parts/head'
import { Note } from '../parts/note'
import { Empty, LoadState } from '../parts/states'
import { useAsk } from '../session'
import { type NewOffer, type Offer, offersOf, othersOf, rowOf } from './offer'
import { OfferEditor } from './offer-form'
import { OfferList, offerHref, Strip } from './offer-list'

const SUB = 'Codes and offers at the cart, and price plans that change prices and change them back.'

function headingOf(offers: readonly Offer[] | undefined): string {
  if (!offers) return 'Promotions'
  const count = (state: string) => offers.filter((offer) => rowOf(offer).state === state).length
  const [running, planned] = [count('running'), count('planned')]
  const now = running === 0 ? 'No promotion runs now' : `${counted(running, 'promotion runs', 'promotions run')} now`
  return planned > 0 ? `${now}, ${planned} planned` : now
}

/** Promotions and price plans: both or neither. */
function useOffers() {
  const ask = useAsk()
  const promotions = useQuery({ queryKey: ['promotions'], queryFn: () => ask<PromotionsAnswer>('promotions') })
  const plans = useInfiniteQuery({
    queryKey: ['price-plans'],
    queryFn: ({ pageParam }) => ask<PlansAnswer>('price-plans', { query: { page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  })
  const query = {
    error: promotions.error ?? plans.error,
    dataUpdatedAt: Math.min(promotions.dataUpdatedAt, plans.dataUpdatedAt),
    refetch: () => Promise.all([promotions.refetch(), plans.refetch()]),
  }
  if (!promotions.data || !plans.data) return { ...query, data: undefined }
  const { now, total } = promotions.data
  const offers = offersOf(
    promotions.data.promotions,
    plans.data.pages.flatMap((page) => page.plans),
  )
  const data: Loaded = {
    ...{ offers, now, hidden: total - MOST_PROMOTIONS, more: plans.hasNextPage, asking: plans.isFetchingNextPage },
    onMore: () => plans.fetchNextPage(),
  }
  return { ...query, data }
}

interface Loaded {
  offers: readonly Offer[]
  now: number
  /** So many older promotions are not told. */
  hidden: number
  /** Whether there are older price plans, and whether they are on their way. */
  more: boolean
  asking: boolean
  onMore: () => void
}

/** What is taken off at the cart, and prices for a time, together. */
export function Promotions() {
  const query = useOffers()
  const { data } = query
  return (
    <>
      <Head title={headingOf(data?.offers)} windowTitle="Promotions" sub={SUB}>
        <ButtonLink href={offerHref('new')}>
          <Icon of={Tag} size={18} />
          New promotion
        </ButtonLink>
        <ButtonLink href={offerHref('new-plan')}>
          <Icon of={CalendarClock} size={18} />
          New price plan
        </ButtonLink>
      </Head>
      <LoadState what="The promotions" query={query} />
      {data && <Strip offers={data.offers} now={data.now} />}
      {data && <Columns {...data} />}
    </>
  )
}

/** The list, and beside it the one that is open; a phone has one of them. */
function Columns({ offers, now, hidden, more, asking, onMore }: Loaded) {
  const [params] = useSearchParams()
  const open = params.get('open') ?? ''
  const chosen: Offer | NewOffer | undefined =
    open === 'new' || open === 'new-plan' ? open : offers.find(({ key }) => key === open)
  if (offers.length === 0 && !chosen)
    return (
      <Empty title="No promotion yet">
        A code such as DIWALI15, free delivery from ₹999, or other prices for a weekend.
      </Empty>
    )
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,320px)_minmax(0,1fr)]">
      <div className={classNames(chosen && 'max-lg:hidden')}>
        <OfferList offers={offers} now={now} open={open} />
        {more && (
          <Button className="mt-4" busy={asking} onClick={onMore}>
            Show older price plans
          </Button>
        )}
        {hidden > 0 && (
          <p className="meta py-3">{`${counted(hidden, 'older promotion is', 'older promotions are')} not shown.`}</p>
        )}
      </div>
      {chosen ? (
        <div className="min-w-0">
          <a href="#/promotions" className="link mb-3 inline-flex min-h-11 items-center lg:hidden">
            All promotions
          </a>
          <OfferEditor
            key={typeof chosen === 'string' ? chosen : `${chosen.key} ${rowOf(chosen).updated}`}
            offer={chosen}
            now={now}
            others={othersOf(offers, typeof chosen === 'string' ? '' : chosen.key)}
          />
        </div>
      ) : (
        open && (
          <Note>
            {more && open.startsWith('plan-')
              ? 'It is among the older price plans, or not there any more.'
              : 'It is not there any more. Choose another one.'}
          </Note>
        )
      )}
    </div>
  )
}
