import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StaffAnswer } from '@/domain/desk/staff'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'

/** A change of the staff: sent, said and shown, or why it was refused. */
export function useStaffDeed() {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const { error, isPending, mutateAsync } = useMutation({
    mutationFn: ({ route, body }: { route: string; body: object; said: string }) => ask<StaffAnswer>(route, { body }),
    onSuccess: (staff, { said }) => {
      client.setQueryData(['staff'], staff)
      toast({ text: said })
      return client.invalidateQueries({ queryKey: ['log'] })
    },
    // It may be done, and its answer was lost.
    onError: () => void client.invalidateQueries({ queryKey: ['staff'] }),
  })
  /** @returns whether it was done */
  const run = (route: string, body: object, said: string): Promise<boolean> =>
    mutateAsync({ route, body, said }).then(
      () => true,
      () => false,
    )
  return { run, busy: isPending, error }
}
