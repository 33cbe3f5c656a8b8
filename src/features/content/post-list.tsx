import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import { pictureSource } from '@/api/files'
import type { Post } from '@/domain/content/content'
import { dateText } from '@/language/date'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { LoadFailed } from '@/ui/load-failed'
import { Notice } from '@/ui/notice'
import { Picture } from '@/ui/picture'
import { Skeleton } from '@/ui/skeleton'
import { postListOptions } from './queries'

const GRID = 'grid grid-cols-1 gap-x-column gap-y-11 sm:grid-cols-2 lg:gap-y-14'
const THREE = 'lg:grid-cols-3'

/**
 * The shop's posts, newest first (ROUTE-07). Where there are three or more the newest stands large above the others.
 */
export function PostList() {
  const { data, error, isFetching, refetch } = useQuery(postListOptions())
  if (data && data.length > 0) return <Posts posts={data} leads={data.length !== 2} />
  if (data) {
    return (
      <Notice
        lotus
        title={t('No posts yet')}
        action={
          <ButtonLink look="line" to={paths.shop()}>
            {t('Go to the shop')}
          </ButtonLink>
        }
      >
        {t('When we have something to tell, you will find it here.')}
      </Notice>
    )
  }
  if (error) {
    return (
      <LoadFailed title={t('The posts did not load')} busy={isFetching} onRetry={() => void refetch()}>
        {errorSentence(error)}
      </LoadFailed>
    )
  }
  return (
    <div role="status" className={classNames(GRID, THREE)}>
      <span className="sr-only">{t('Loading posts')}</span>
      {[1, 2, 3].map((card) => (
        <div key={card} className="flex flex-col gap-4">
          <Skeleton className="aspect-[4/3] max-sm:-mx-gutter" />
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}

interface PostsProps {
  posts: readonly Post[]
  /** The first stands large. */
  leads?: boolean
  /** The first picture is in the first view. */
  priority?: boolean
  headingLevel?: 2 | 3
}

/** Posts in rows that come out even: three across, or two where three would leave a gap. */
export function Posts({ posts, leads = false, priority = true, headingLevel }: PostsProps) {
  const rest = leads ? posts.length - 1 : posts.length
  return (
    <ul aria-label={t('Posts')} className={classNames(GRID, rest % 3 !== 0 && rest < 5 ? 'lg:grid-cols-2' : THREE)}>
      {posts.map((post, at) => (
        <PostItem key={post.id} {...{ post, headingLevel }} large={leads && at === 0} priority={priority && at === 0} />
      ))}
    </ul>
  )
}

interface PostItemProps {
  post: Post
  large: boolean
  priority: boolean
  headingLevel?: 2 | 3
}

function PostItem({ post, large, priority, headingLevel = 2 }: PostItemProps) {
  const source = pictureSource(post, post.cover)
  const Heading = `h${headingLevel}` as const
  return (
    <li className={large ? 'col-span-full' : undefined}>
      <article
        className={classNames(
          'group relative flex flex-col',
          large && source && 'lg:grid lg:grid-cols-[7fr_5fr] lg:items-center',
          !source && 'border-line border-t pt-4',
        )}
      >
        {source && (
          <Picture
            source={source}
            alt={post.cover_alt}
            sizes={large ? '(min-width:64em) 58vw, 100vw' : '(min-width:64em) 30vw, (min-width:37.5em) 45vw, 100vw'}
            priority={priority}
            className="mb-4 aspect-[4/3] max-sm:-mx-gutter"
          />
        )}
        <div className={large && source ? 'lg:max-w-[34rem] lg:pl-[12.5%]' : undefined}>
          <p className="text-ink-3 text-sm">
            <time dateTime={post.published_at.replace(' ', 'T')}>{dateText(post.published_at)}</time>
          </p>
          <Heading lang={textLanguage(post.title)} className={classNames('mt-1.5', large ? 'text-h2' : 'text-h3')}>
            <Link to={paths.post(post.slug)} className="after:absolute after:inset-0 group-hover:underline">
              {post.title}
            </Link>
          </Heading>
          {post.excerpt && (
            <p lang={textLanguage(post.excerpt)} className={classNames('mt-2.5 text-ink-2', large && 'text-lead')}>
              {post.excerpt}
            </p>
          )}
        </div>
      </article>
    </li>
  )
}
