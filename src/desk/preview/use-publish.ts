import { useMutation } from '@tanstack/react-query'
import { counted } from '@/domain/desk/list-words'
import type { Published } from '@/domain/desk/preview'
import { firstProblem } from '../answers'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useAsk } from '../session'

/** Publishes drafts, says so, and takes it back. */
export function usePublish(done: () => void) {
  const ask = useAsk()
  const toast = useToast()
  const refresh = useAgain('preview', 'preview-link', 'look')
  const send = (body: Published) => ask<Published>('preview/publish', { body })
  const takeBack = async ({ on, off }: Published) => {
    try {
      const done = await send({ on: off, off: on })
      toast(
        done.on.length < off.length
          ? { text: 'Not all is taken back: somebody has published something else meanwhile.', bad: true }
          : { text: 'Taken back. The shop shows what it did before.' },
      )
    } catch (error) {
      toast({ text: `Not taken back. ${firstProblem(error)}`, bad: true })
    }
    await refresh()
  }
  return useMutation({
    mutationFn: (drafts: readonly string[]) => send({ on: [...drafts], off: [] }),
    onSuccess: async (published) => {
      const { length } = published.on
      if (length === 0) toast({ text: 'It is in the shop already.' })
      else
        toast({
          text: `${counted(length, 'draft')} published. In the shop now.`,
          undo: () => void takeBack(published),
        })
      done()
      await refresh()
    },
    // One of them may be gone.
    onError: refresh,
  })
}
