import { type ReactNode, useId } from 'react'
import type { DeskOrder } from '@/domain/desk/orders'
import { formatPaise, type Paise } from '@/domain/money'
import { givenOf, isDeliveryGiven, type RefundLines, shareOf, soldLines } from '@/domain/payments/refund-pieces'
import { Select } from '../parts/field'
import { Tick } from '../parts/switch'

export type Item = DeskOrder['items'][number]
export const keyOf = ({ product, color }: Pick<Item, 'product' | 'color'>) => `${product}:${color}`

interface RefundPiecesProps {
  order: DeskOrder
  /** What was given back before. */
  given: readonly RefundLines[]
  /** Pieces by `keyOf`. */
  chosen: ReadonlyMap<string, number>
  delivery: boolean
  onChoose: (item: Item, quantity: number) => void
  onDelivery: (delivery: boolean) => void
}

/** What a refund can be for: each line with what was paid for it, and the delivery. */
export function RefundPieces({ order, given, chosen, delivery, onChoose, onDelivery }: RefundPiecesProps) {
  const { shipping_total } = order
  return (
    <fieldset>
      <legend className="mb-1 text-ink-2">What for</legend>
      {soldLines(order.items).map((item) => (
        <Line key={keyOf(item)} item={item} given={given} chosen={chosen.get(keyOf(item)) ?? 0} onChoose={onChoose} />
      ))}
      {shipping_total > 0 && (
        <Row
          name="Delivery"
          said={isDeliveryGiven(given) ? 'Given back already' : ''}
          checked={delivery}
          onCheck={isDeliveryGiven(given) ? undefined : onDelivery}
          price={{ paid: shipping_total, price: shipping_total }}
        />
      )}
    </fieldset>
  )
}

interface LineProps {
  item: Item
  given: readonly RefundLines[]
  chosen: number
  onChoose: (item: Item, quantity: number) => void
}

function Line({ item, given, chosen, onChoose }: LineProps) {
  const name = `${item.name}${item.color ? `, ${item.color_name}` : ''}`
  const gone = givenOf(item, given).quantity
  const free = item.quantity - gone
  const shown = Math.max(1, chosen)
  return (
    <Row
      name={name}
      said={gone === 0 ? '' : free > 0 ? `${gone} of ${item.quantity} given back already` : 'Given back already'}
      checked={chosen > 0}
      onCheck={free > 0 ? (checked) => onChoose(item, checked ? 1 : 0) : undefined}
      price={{ paid: shareOf(item, given, shown), price: item.unit_price * shown }}
    >
      {chosen > 0 && free > 1 && (
        <Select
          aria-label={`How many of ${name}`}
          value={chosen}
          onChange={(event) => onChoose(item, Number(event.target.value))}
          className="w-auto!"
          options={Array.from({ length: free }, (_, at) => [at + 1, `${at + 1} of ${free}`])}
        />
      )}
    </Row>
  )
}

interface RowProps {
  name: string
  /** What went back of it before. */
  said: string
  checked: boolean
  /** Left out when nothing of it is left to give back. */
  onCheck?: (checked: boolean) => void
  price: Pick<PriceProps, 'paid' | 'price'>
  /** How many of it. */
  children?: ReactNode
}

function Row({ name, said, checked, onCheck, price, children }: RowProps) {
  const id = useId()
  const words = (
    <span className="min-w-0 wrap-anywhere">
      {name}
      {said && <small className="block text-ink-3">{said}</small>}
    </span>
  )
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 border-b py-1">
      {onCheck ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the tick is its control
        <label className="flex min-h-11 min-w-0 flex-[1_1_180px] items-center gap-3">
          <Tick aria-describedby={id} checked={checked} onChange={(event) => onCheck(event.target.checked)} />
          {words}
        </label>
      ) : (
        <div className="flex min-h-11 min-w-0 items-center pl-8 text-ink-3">{words}</div>
      )}
      {onCheck && (
        <div className="ml-auto flex items-center gap-3">
          {children}
          <Price id={id} {...price} />
        </div>
      )}
    </div>
  )
}

interface PriceProps {
  id: string
  paid: Paise
  price: Paise
}

/** What was paid, and the price where that was more. */
function Price({ id, paid, price }: PriceProps) {
  return (
    <span id={id} className="whitespace-nowrap text-right">
      {formatPaise(paid)}
      {paid < price && <small className="block text-ink-3"> of {formatPaise(price)}</small>}
    </span>
  )
}
