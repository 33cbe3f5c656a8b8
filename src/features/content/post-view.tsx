import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { errorSentence } from '@/api/errors'
import { pictureSource, searchPicture, sharedPicture } from '@/api/files'
import type { Post } from '@/domain/content/content'
import { dateText } from '@/language/date'
import { t } from '@/language/text'
import { breadcrumbs } from '@/lib/breadcrumbs'
import { paths } from '@/lib/paths'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { ButtonLink } from '@/ui/button-link'
import { Head, HeadContext } from '@/ui/head'
import { LoadFailed } from '@/ui/load-failed'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Picture } from '@/ui/picture'
import { SectionHead } from '@/ui/section-head'
import { Posts } from './post-list'
import { postListOptions, postOptions } from './queries'
import { RichText } from './rich-text'
import { TextSkeleton } from './text-page'

/** One post, by the end of its address (ROUTE-07). */
export function PostView({ slug }: { slug: string }) {
  const { data: post, error, isFetching, refetch } = useQuery(postOptions(slug))

  if (post) return <PostArticle post={post} />
  if (post === null) return <NoSuchPost />
  if (error) {
    return (
      <>
        <Head title={t('Blog')} noindex />
        <LoadFailed level={1} title={t('The post did not load')} busy={isFetching} onRetry={() => void refetch()}>
          {errorSentence(error)}
        </LoadFailed>
      </>
    )
  }
  return (
    <div className="wrap pt-16 pb-section">
      <Head title={t('Blog')} loading />
      <TextSkeleton />
    </div>
  )
}

function PostArticle({ post }: { post: Post }) {
  const { origin } = useContext(HeadContext)
  const source = pictureSource(post, post.cover)
  return (
    <>
      <Head
        title={post.title}
        description={post.excerpt}
        path={paths.post(post.slug)}
        image={sharedPicture(post, post.cover, post.cover_alt || post.title)}
        jsonLd={postData(post, origin)}
      />
      <article className="wrap">
        <div className="mx-auto max-w-[70ch]">
          <PageHead
            title={post.title}
            lead={post.excerpt}
            above={
              <div className="mb-4">
                <Breadcrumbs trail={[{ label: t('Blog'), to: paths.blog() }, { label: post.title }]} />
              </div>
            }
          />
        </div>
        {source && (
          <div className="mx-auto max-w-[60rem]">
            <Picture
              source={source}
              alt={post.cover_alt}
              sizes="(min-width:64em) 960px, 100vw"
              priority
              className="-mx-gutter mb-9 aspect-[3/2] md:mx-0"
            />
          </div>
        )}
        <div className="mx-auto max-w-[70ch]">
          <p className="mb-6 text-ink-3 text-sm">
            <time dateTime={post.published_at.replace(' ', 'T')}>{dateText(post.published_at)}</time>
          </p>
          <RichText html={post.body} className="text-lead" />
        </div>
      </article>
      <OtherPosts than={post} />
    </>
  )
}

/** Where a reader goes on: the three newest of the others. */
function OtherPosts({ than }: { than: Post }) {
  const { data = [] } = useQuery(postListOptions())
  const others = data.filter(({ id }) => id !== than.id).slice(0, 3)
  if (others.length === 0) return <div className="h-section" />
  return (
    <section aria-labelledby="other-posts" className="wrap py-section">
      <SectionHead id="other-posts" title={t('More to read')} link={{ label: t('All posts'), to: paths.blog() }} />
      <Posts posts={others} priority={false} headingLevel={3} />
    </section>
  )
}

function NoSuchPost() {
  return (
    <>
      <Head title={t('Post not found')} missing />
      <Notice
        level={1}
        lotus
        title={t('This post is not here')}
        action={<ButtonLink to={paths.blog()}>{t('All posts')}</ButtonLink>}
      >
        {t('It may have been taken down, or the address has a letter out of place.')}
      </Notice>
    </>
  )
}

/** The post and its place in the shop for search engines (schema.org), from the record alone. */
function postData(post: Post, origin: string): object[] {
  const url = origin + paths.post(post.slug)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      url,
      ...(post.excerpt && { description: post.excerpt }),
      ...(post.cover && { image: searchPicture(origin, post, post.cover) }),
      ...(post.published_at && { datePublished: post.published_at.replace(' ', 'T') }),
    },
    breadcrumbs([
      ['Blog', origin + paths.blog()],
      [post.title, url],
    ]),
  ]
}
