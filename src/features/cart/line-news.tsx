import CircleAlert from '@lucide/icons/icons/circle-alert'
import { type ReactNode, useState } from 'react'
import { DEFAULT_COLOR } from '@/domain/catalog/product'
import { formatPaise, toPaise } from '@/domain/money'
import type { TodaysLine } from '@/domain/orders/todays-cart'
import { t, translate } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { LineActions, lineName } from './line-actions'
import type { LineChanges } from './line-changes'
import { TellMe } from './tell-me'

interface LineNewsProps {
  today: TodaysLine
  changes: LineChanges
}

/**
 * What has changed about a line since it was put in, with the ways on (SHEET-10). The sentence has its place in every
 * line, so that it is read out when it comes.
 */
export function LineNews({ today, changes }: LineNewsProps) {
  const { line, news } = today
  const [asking, setAsking] = useState(false)
  return (
    <div
      data-news={news ?? undefined}
      tabIndex={news ? -1 : undefined}
      className={classNames(
        'col-span-2 text-sm [overflow-wrap:anywhere]',
        news && 'mt-2.5 grid grid-cols-[20px_1fr] gap-x-2.5 bg-sunken px-3 pt-2.5',
      )}
    >
      {news && <Icon of={CircleAlert} size={16} className="mt-0.5 text-accent-ink" />}
      <p role="status" className="font-medium">
        {news && sentenceOf(today)}
      </p>
      {news && (
        <p className="col-start-2 flex flex-wrap gap-x-5">
          {news === 'price' ? (
            <PriceActions today={today} changes={changes} />
          ) : (
            <ProblemActions today={today} changes={changes} onTell={asking ? undefined : () => setAsking(true)} />
          )}
        </p>
      )}
      {asking && (
        <div className="col-start-2 pb-3">
          <TellMe product={line.product.id} autoFocus />
        </div>
      )}
    </div>
  )
}

function sentenceOf({ line: { product, color }, quoted, news }: TodaysLine): string {
  if (!quoted) return ''
  if (news === 'price') {
    const before = formatPaise(toPaise(product.price) ?? 0)
    return t('Now {price}, was {before}.', { price: formatPaise(quoted.unit_price), before })
  }
  switch (quoted.problem?.code) {
    case 'out_of_stock':
      return t('Sold out.')
    case 'unknown_color':
      return t('Sold out in {colour}.', { colour: translate(product.color_name || color || DEFAULT_COLOR) })
    default:
      return translate(quoted.problem?.message ?? '')
  }
}

function PriceActions({ today: { line, quoted }, changes }: LineNewsProps): ReactNode {
  return (
    <>
      <Button look="ghost" onClick={() => quoted && changes.keepPrice(line, quoted)}>
        {t('Keep it')}
      </Button>
      <LineActions look="ghost" name={lineName(line)} {...waysOut({ line, changes })} />
    </>
  )
}

/** @param onTell asks for one mail when it is back (TELL-01); undefined once asked */
function ProblemActions({
  today: { line, quoted },
  changes,
  onTell,
}: LineNewsProps & { onTell: (() => void) | undefined }): ReactNode {
  return (
    <>
      {onTell && quoted?.problem?.code === 'out_of_stock' && (
        <Button look="ghost" onClick={onTell}>
          {t('Tell me when it is back')}
        </Button>
      )}
      {quoted?.other_colors?.map((color) => (
        <Button key={color.value} look="ghost" onClick={() => changes.takeColor(line, quoted, color)}>
          {t('Take {colour}', { colour: translate(color.name) })}
        </Button>
      ))}
      <LineActions look="ghost" name={lineName(line)} available={quoted?.available} {...waysOut({ line, changes })} />
    </>
  )
}

const waysOut = ({ line, changes }: { line: TodaysLine['line']; changes: LineChanges }) => ({
  onTake: (pieces: number) => changes.takeFewer(line, pieces),
  onRemove: () => changes.takeOut(line),
})
