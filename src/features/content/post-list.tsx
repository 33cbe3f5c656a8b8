import { useQuery } from '@tanstack/react-query'
import CloudOff from 'lucide-react/icons/cloud-off'
import { Link } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import { pictureSource } from '@/api/files'
import type { Post } from '@/domain/content/content'
import { dateText } from '@/language/date'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { Picture } from '@/ui/picture'
import { Skeleton } from '@/ui/skeleton'
import { postListOptions } from './queries'

const GRID = 'grid grid-cols-1 gap-x-column gap-y-11 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14'

/** The shop's posts, newest first (ROUTE-07). */
export function PostList() {
  const { data, error, isFetching, refetch } = useQuery(postListOptions())
  if (data && data.length > 0) {
    return (
      <ul aria-label={t('Posts')} className={GRID}>
        {data.map((post, at) => (
          <PostItem key={post.id} post={post} priority={at === 0} />
        ))}
      </ul>
    )
  }
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
      <Notice
        role="alert"
        icon={CloudOff}
        title={t('The posts did not load')}
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {errorSentence(error)}
      </Notice>
    )
  }
  return (
    <div role="status" className={GRID}>
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

function PostItem({ post, priority }: { post: Post; priority: boolean }) {
  const source = pictureSource(post, post.cover)
  return (
    <li>
      <article className="group relative flex flex-col">
        {source && (
          <Picture
            source={source}
            alt={post.cover_alt}
            sizes="(min-width:1024px) 30vw, (min-width:600px) 45vw, 100vw"
            priority={priority}
            className="mb-4 aspect-[4/3] max-sm:-mx-gutter"
          />
        )}
        <h2 lang={textLanguage(post.title)} className="text-h3">
          <Link to={paths.post(post.slug)} className="after:absolute after:inset-0 group-hover:text-primary-ink">
            {post.title}
          </Link>
        </h2>
        <p className="mt-1.5 text-ink-3 text-sm">
          <time dateTime={post.published_at.replace(' ', 'T')}>{dateText(post.published_at)}</time>
        </p>
        {post.excerpt && (
          <p lang={textLanguage(post.excerpt)} className="mt-2.5 text-ink-2">
            {post.excerpt}
          </p>
        )}
      </article>
    </li>
  )
}
