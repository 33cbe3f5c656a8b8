import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import type { Review } from '@/domain/reviews/review'
import { useAuth } from '@/features/account/auth-context'
import { currentUser } from '@/features/account/session'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { toast } from '@/ui/toast'
import { giveVote, takeVoteBack } from './mutations'
import { myVotesOptions } from './own-queries'
import { reviewsOptions } from './queries'

interface HelpfulButtonProps {
  review: Review
  productId: string
  vote: string | undefined
}

/**
 * `Helpful (N)`: one vote for each person, taken back by a second press (REV-05). The number moves at once and the
 * server's follows.
 */
export function HelpfulButton({ review, productId, vote }: HelpfulButtonProps) {
  const { status, user } = useAuth()
  const navigate = useNavigate()
  const client = useQueryClient()
  const voting = useMutation({
    mutationFn: (held: string | undefined) => (held ? takeVoteBack(held) : giveVote(review.id)),
    onError: (error) => toast.error(errorSentence(error)),
    // Waited for, so that the number does not fall back for a moment before the fresh one arrives.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: reviewsOptions(productId).queryKey }),
        client.invalidateQueries({ queryKey: myVotesOptions(user?.id ?? '').queryKey }),
      ]),
  })
  // While a vote is on its way it is drawn as given or taken back.
  const given = voting.isPending ? !voting.variables : vote !== undefined
  const count = Math.max(0, review.helpful_votes + (voting.isPending ? (voting.variables ? -1 : 1) : 0))
  const press = () => {
    if (voting.isPending) return
    // Not `status`, which says nothing yet at a press made while the page comes alive.
    if (currentUser()) {
      voting.mutate(vote)
      return
    }
    toast.info(t('Sign in to mark a review as helpful.'), {
      action: {
        label: t('Sign in'),
        run: () => void navigate(paths.login(`${paths.product(productId)}#reviews`)),
      },
    })
  }
  return (
    <button
      type="button"
      aria-pressed={status === 'signed-in' ? given : undefined}
      onClick={press}
      className="link inline-flex min-h-11 items-center pt-0.5 text-sm tabular-nums aria-pressed:font-medium"
    >
      {t('Helpful ({count})', { count })}
    </button>
  )
}
