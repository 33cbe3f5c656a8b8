import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorCode, errorSentence, fieldErrors } from '@/api/errors'
import type { DeskOrder } from '@/domain/desk/orders'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'

/** What a refusal says, whichever field it stands beside. */
export function sentenceOf(error: unknown): string {
  const beside = Object.values(fieldErrors(error))
  return beside.length > 0 ? beside.join(' ') : errorSentence(error)
}

interface Deed {
  /** Last part of the route, such as `act`. */
  what: string
  body: object
  /** Said when it is done. */
  done: string
}

/** Does something with an order. When somebody else was quicker, the order is shown as it is then. */
export function useDeed(id: string) {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ what, body }: Deed) => ask<DeskOrder>(`orders/${id}/${what}`, { body }),
    onSuccess: (order, { done }) => {
      client.setQueryData(['order', id], order)
      client.invalidateQueries({ queryKey: ['orders'] })
      client.invalidateQueries({ queryKey: ['today'] })
      toast({ text: done })
    },
    onError: (error) => {
      if (errorCode(error) === 'changed_meanwhile') client.invalidateQueries({ queryKey: ['order', id] })
    },
  })
}
