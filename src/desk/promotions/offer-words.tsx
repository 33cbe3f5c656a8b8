import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PlanLook, planWords } from '@/domain/desk/price-plans'
import { type Other, promotionWords } from '@/domain/desk/promotions'
import { formatPaise, toPaise } from '@/domain/money'
import { firstProblem } from '../answers'
import { useSettled } from '../orders/settled'
import { useAsk } from '../session'
import { type OfferForm, planBody, promotionBody } from './offer'
import { useGoods, useNames } from './use-goods'

/** The grey sentence: what the form means. What stands against it is red, and said by words too. */
function Box({ children, against = [] }: { children: ReactNode; against?: readonly string[] }) {
  return (
    <div aria-live="polite" data-words className="bg-sunken px-4 pt-3.5 pb-3 leading-normal">
      {children}
      {against.map((sentence) => (
        <p key={sentence} className="text-danger">
          {sentence}
        </p>
      ))}
    </div>
  )
}

interface WordsProps {
  form: OfferForm
  stored: { starts: string; ends: string } | undefined
  now: number
  others: readonly Other[]
}

export function PromotionWords({ form, stored, now, others }: WordsProps) {
  const body = promotionBody(form, stored)
  const names = useNames([...body.products, body.gift])
  const { example } = useGoods(body.categories[0] ?? '')
  const [first] = body.products.flatMap((id) => names.get(id) ?? [])
  const own = first && { name: first.name, price: toPaise(first.price) ?? 0 }
  const isMissing = form.how === 'code' && body.code === ''
  const told = isMissing ? { ...body, code: 'the code' } : body
  const { lead, rest, against } = promotionWords(told, {
    now,
    products: body.products.flatMap((id) => names.get(id)?.name ?? []),
    gift: names.get(body.gift)?.name ?? '',
    // Of tags nobody knows a product here.
    example: own ?? (body.tags.length > 0 && body.categories.length === 0 ? null : example),
    others,
  })
  const missing = isMissing ? ['Write the code that is typed.'] : []
  return (
    <Box against={[...missing, ...against]}>
      <b>{lead}.</b> {rest.join(' ')}
    </Box>
  )
}

type Look = Omit<ReturnType<typeof planBody>, 'name'>

/** What is still to be written before the store is asked, and what stands against it already; empty for nothing. */
function notYet({
  starts,
  ends,
  percent,
  price,
  products,
  categories,
}: Look): readonly [missing: string, against: string] {
  const against = starts && ends && ends <= starts ? 'It ends before it begins.' : ''
  if (starts === '' || ends === '' || products.length + categories.length === 0)
    return ['Choose from when until when, and on which products.', against]
  return [percent > 0 || price > 0 ? '' : 'Write how much is taken off, or a price.', against]
}

export function PlanWords({ form, stored }: Pick<WordsProps, 'form' | 'stored'>) {
  const ask = useAsk()
  const { id, new_id, updated, name, ...look } = planBody(form, stored)
  const asked = useSettled(JSON.stringify({ ...look, ...(form.id && { id: form.id }) }))
  const [missing, against] = notYet(look)
  const { data, error } = useQuery({
    queryKey: ['price-plan-look', asked],
    queryFn: () => ask<PlanLook>('price-plans/look', { body: JSON.parse(asked), reads: true }),
    enabled: notYet(JSON.parse(asked)).every((said) => said === ''),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (missing || against) return <Box against={against ? [against] : []}>{missing}</Box>
  if (error) return <Box against={[firstProblem(error)]}>{null}</Box>
  if (!data) return <Box>…</Box>
  const { lead, example, rest } = planWords(look, data)
  // The last sentence is what stands against it.
  const told = data.refused > 0 ? rest.slice(0, -1) : rest
  return (
    <Box against={data.refused > 0 ? rest.slice(-1) : []}>
      <b>
        {lead}
        {example ? ',' : '.'}
      </b>
      {example && (
        <>
          {' such as '}
          {example.name} <s className="text-ink-3">{formatPaise(example.own)}</s> <b>{formatPaise(example.planned)}</b>.
        </>
      )}{' '}
      {told.join(' ')}
    </Box>
  )
}
