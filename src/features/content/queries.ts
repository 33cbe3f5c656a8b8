import { queryOptions } from '@tanstack/react-query'
import { firstRecord, recordStore } from '@/api/client'
import { type Post, parsePage, parsePost, type TextPage } from '@/domain/content/content'

/** Newest posts shown in the list. */
const POST_LIST_SIZE = 50

/** The shop's own words for a page such as `shipping-policy`; null when no published record has them. */
export function pageOptions(slug: string) {
  return queryOptions({
    queryKey: ['pages', slug],
    queryFn: async ({ signal }): Promise<TextPage | null> => {
      const record = await firstRecord('pages', { filter: 'slug = {:slug}', signal }, { slug })
      return record && parsePage(record)
    },
  })
}

/** The newest published posts, without their bodies. */
export function postListOptions() {
  return queryOptions({
    queryKey: ['posts', 'list'],
    queryFn: async ({ signal }): Promise<Post[]> => {
      const store = await recordStore()
      const { items } = await store.collection('posts').getList(1, POST_LIST_SIZE, {
        sort: '-published_at,-created',
        fields: 'id,collectionId,slug,title,cover,placeholders,cover_alt,excerpt,published_at,created',
        skipTotal: true,
        signal,
      })
      return items.map(parsePost)
    },
  })
}

/** One post by the end of its address; null when there is none that may be read. */
export function postOptions(slug: string) {
  return queryOptions({
    queryKey: ['posts', 'slug', slug],
    queryFn: async ({ signal }): Promise<Post | null> => {
      const record = await firstRecord('posts', { filter: 'slug = {:slug}', signal }, { slug })
      return record && parsePost(record)
    },
  })
}
