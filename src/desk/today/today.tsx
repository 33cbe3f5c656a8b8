import { useQuery } from '@tanstack/react-query'
import type { TodayAnswer } from '@/domain/desk/today'
import { Head } from '../parts/head'
import { LoadFailure, LoadingRows } from '../parts/states'
import { useAsk } from '../session'

/** What waits, and how the shop goes. */
export function Today() {
  const ask = useAsk()
  const { data, error, refetch } = useQuery({ queryKey: ['today'], queryFn: () => ask<TodayAnswer>('today') })
  if (error) return <LoadFailure what="Today" error={error} retry={refetch} />
  return (
    <>
      <Head title={data ? `${data.to_pack} parcels to pack` : 'Today'} />
      {!data && <LoadingRows />}
    </>
  )
}
