import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { counted } from '@/domain/desk/list-words'
import type { CommentsAnswer, MessageCounts, MessagesAnswer, ReviewsAnswer } from '@/domain/desk/messages'
import { Head } from '../parts/head'
import { Pages } from '../parts/pages'
import { Empty, LoadState } from '../parts/states'
import { Tabs } from '../parts/tabs'
import { useAsk } from '../session'
import { CommentCard } from './comment-card'
import { MessageCard } from './message-card'
import { ReviewCard } from './review-card'

type Tab = 'open' | 'waiting' | 'unanswered' | 'comments' | 'done' | 'suspicious' | 'all'

const tabsOf = (counts?: MessageCounts): readonly (readonly [Tab, string, number?])[] => [
  ['open', 'Messages', counts?.open],
  ['waiting', 'Reviews to allow', counts?.waiting],
  ['unanswered', 'Reviews to answer', counts?.unanswered],
  ['comments', 'Comments'],
  ['done', 'Answered'],
  ['suspicious', 'Perhaps not a person', counts?.suspicious],
  ['all', 'All reviews'],
]

const NOTHING: { readonly [tab in Tab]: string } = {
  open: 'No message waits',
  waiting: 'No review waits',
  unanswered: 'Every review has its answer',
  comments: 'No comments on reviews yet',
  done: 'Nothing answered yet',
  suspicious: 'Nothing here',
  all: 'No reviews yet',
}

const OF_REVIEWS: readonly Tab[] = ['waiting', 'unanswered', 'all']
type Answer = MessagesAnswer | ReviewsAnswer | CommentsAnswer

const routeOf = (tab: Tab): string =>
  tab === 'comments' ? 'comments' : OF_REVIEWS.includes(tab) ? 'reviews' : 'messages'

function Cards({ tab, data }: { tab: Tab; data: Answer }) {
  if ('templates' in data)
    return data.items.map((message) => <MessageCard key={message.id} message={message} templates={data.templates} />)
  if (tab === 'comments')
    return (data as CommentsAnswer).items.map((comment) => <CommentCard key={comment.id} comment={comment} />)
  return (data as ReviewsAnswer).items.map((review) => <ReviewCard key={review.id} review={review} />)
}

/** A sentence before a number: what waits for the shop's words. */
function headingOf(counts: MessageCounts | undefined): string {
  if (!counts) return 'Messages and reviews'
  const waits = [
    ...(counts.open > 0 ? [counted(counts.open, 'message')] : []),
    ...(counts.waiting > 0 ? [counted(counts.waiting, 'review to allow', 'reviews to allow')] : []),
  ]
  return waits.length > 0
    ? `${waits.join(' and ')} to answer`.replace(/(to allow) to answer$/, '$1')
    : 'Nothing to answer'
}

/** Messages from the contact page, reviews and comments on them: answered, allowed, hidden, deleted. */
export function Messages() {
  const ask = useAsk()
  const [params] = useSearchParams()
  const tab = (tabsOf().find(([tab]) => tab === params.get('tab'))?.[0] ?? 'open') as Tab
  const page = Math.max(1, Number(params.get('page')) || 1)
  const query = useQuery({
    queryKey: ['messages', tab, page],
    queryFn: () => ask<Answer>(routeOf(tab), { query: { tab, page } }),
    // What opens pictures of a review is good for three minutes.
    refetchInterval: OF_REVIEWS.includes(tab) && 2 * 60_000,
  })
  const { data } = query
  return (
    <>
      <Head title={headingOf(data?.counts)} windowTitle="Messages" />
      <Tabs
        label="Messages and reviews"
        value={tab}
        tabs={tabsOf(data?.counts)}
        href={(to) => `#/messages?tab=${to}`}
      />
      <LoadState what="This list" query={query} />
      {data?.items.length === 0 && <Empty title={page === 1 ? NOTHING[tab] : 'That was all'} />}
      <ul aria-label={tabsOf().find(([one]) => one === tab)?.[1]} className="max-w-[70ch]">
        {data && <Cards tab={tab} data={data} />}
      </ul>
      {data && <Pages page={page} more={data.more} href={(page) => `#/messages?tab=${tab}&page=${page}`} />}
    </>
  )
}
