import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { counted, grouped } from '@/domain/desk/list-words'
import { MOST_CODES } from '@/domain/desk/promotion-request'
import type { CodesAnswer, PromotionRow } from '@/domain/desk/promotions'
import { plainNumber } from '@/domain/desk/typed-number'
import { fileNameOf, saveCsv } from '../import/csv-file'
import { fetchPages } from '../import/lists'
import { Button } from '../parts/button'
import { TextField } from '../parts/field'
import { SectionHead } from '../parts/head'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useAsk } from '../session'

/** Codes of its own, each good once: made, and taken out as a file. */
export function Codes({ promotion }: { promotion: PromotionRow }) {
  const ask = useAsk()
  const toast = useToast()
  const again = useAgain('promotions')
  const [count, setCount] = useState('100')
  const { id, name, state } = promotion
  const { made, used } = promotion.codes
  const wanted = Number(plainNumber(count))
  const make = useMutation({
    mutationFn: () => ask<CodesAnswer>(`promotions/${id}/codes`, { body: { count: wanted, made } }),
    // Also where its answer was lost: they may be made.
    onSettled: again,
    onSuccess: (done) => toast({ text: `${counted(done.made, 'code')} made.` }),
  })
  const download = useMutation({
    mutationFn: async () => saveCsv(await fetchPages(ask, `promotions/${id}/codes`), fileNameOf(`codes ${name}`)),
    onError: (error) => toast({ text: errorSentence(error), bad: true }),
  })
  return (
    <section aria-labelledby="codes" className="mt-6 border-t pt-4">
      <SectionHead id="codes" title="Its codes" />
      <p className="text-ink-2" role="status">
        {made === 0 ? 'No code is made yet.' : `${counted(made, 'code')}, ${grouped(used)} used.`}
      </p>
      {state !== 'ended' && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!make.isPending) make.mutate()
          }}
          className="mt-3 flex flex-wrap items-end gap-3"
        >
          <div className="w-40">
            <TextField
              label="How many"
              inputMode="numeric"
              autoComplete="off"
              value={count}
              problem={make.error ? (fieldErrors(make.error).count ?? errorSentence(make.error)) : undefined}
              hint={`Up to ${grouped(MOST_CODES)} at a time.`}
              onChange={({ target }) => setCount(target.value)}
            />
          </div>
          <Button type="submit" className="mb-6" busy={make.isPending}>
            {wanted > 0 ? `Make ${counted(wanted, 'code')}` : 'Make codes'}
          </Button>
        </form>
      )}
      {made > 0 && (
        <Button className="mt-2" busy={download.isPending} onClick={() => download.mutate()}>
          Download them as CSV
        </Button>
      )}
    </section>
  )
}
