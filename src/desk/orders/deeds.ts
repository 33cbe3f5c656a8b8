import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorCode, errorSentence, fieldErrors } from '@/api/errors'
import type { DeskOrder, DeskRefund } from '@/domain/desk/orders'
import { formatPaise } from '@/domain/money'
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
  /** What takes it back, where something does. */
  undo?: (order: DeskOrder) => Deed
}

/** Stops a refund that waits. */
export const stopping = ({ id, amount }: Pick<DeskRefund, 'id' | 'amount'>): Deed => ({
  what: 'stop',
  body: { refund: id },
  done: `Stopped: ${formatPaise(amount)} stay with you.`,
})

/** Does something with an order. When somebody else was quicker, the order is shown as it is then. */
export function useDeed(id: string) {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const send = ({ what, body }: Deed) => ask<DeskOrder>(`orders/${id}/${what}`, { body })
  const told = (order: DeskOrder, { done, undo }: Deed) => {
    client.setQueryData(['order', id], order)
    client.invalidateQueries({ queryKey: ['orders'] })
    client.invalidateQueries({ queryKey: ['today'] })
    toast({ text: done, undo: undo && (() => takeBack(undo(order))) })
  }
  /** From a notice: whatever showed the order may be gone. */
  const takeBack = (deed: Deed) =>
    send(deed)
      .then((order) => told(order, deed))
      .catch((error: unknown) => toast({ text: sentenceOf(error), bad: true }))
  return useMutation({
    mutationFn: send,
    onSuccess: told,
    onError: (error) => {
      if (errorCode(error) === 'changed_meanwhile') client.invalidateQueries({ queryKey: ['order', id] })
    },
  })
}
