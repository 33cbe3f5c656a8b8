import { queryOptions, useQuery } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { fileUrl, withToken } from '@/api/files'
import type { Review } from '@/domain/reviews/review'

/** A token opens files for three minutes. */
const TOKEN_MS = 2 * 60_000

const fileToken = queryOptions({
  // Of one account: forgotten with whatever else is read of it.
  queryKey: ['users', 'file-token'],
  queryFn: async ({ signal }) => (await recordStore()).files.getToken({ signal }),
  staleTime: TOKEN_MS,
  refetchInterval: TOKEN_MS,
})

/**
 * Address of a review's picture. Those of a review that waits or is hidden open to its author alone, with a token:
 * undefined until that is there.
 */
export function usePictureAddress(
  review: Review | undefined,
): ((file: string, size: 'small' | 'large') => string) | undefined {
  const isClosed = review !== undefined && review.state !== 'published' && review.images.length > 0
  const { data: token } = useQuery({ ...fileToken, enabled: isClosed })
  if (!review || (isClosed && !token)) return undefined
  return (file, size) => {
    const url = fileUrl(review, file, size, 'jpeg')
    return isClosed && token ? withToken(url, token) : url
  }
}
