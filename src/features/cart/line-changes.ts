import { type RefObject, useEffect, useState } from 'react'
import { addLine, type CartLine, lineKey, swapLine } from '@/domain/cart/cart'
import { toRupees } from '@/domain/money'
import type { QuoteLine } from '@/domain/orders/quote'
import { track } from '@/integrations/analytics'
import { cartEvent } from './cart-event'
import { change, changeQuantity, clearCart, currentLines, removeLine, setQuantity } from './store'

interface RemovedLine {
  line: CartLine
  position: number
}

export interface LineChanges {
  /** What was taken out last, which can be put back while the cart is shown: a line, or all of them. */
  removed: readonly RemovedLine[]
  putBack: () => void
  takeOut: (line: CartLine) => void
  /** Empties the cart (CART-07). */
  clear: () => void
  /** Adds to the line's quantity, or takes away. */
  step: (line: CartLine, pieces: number) => void
  /** Takes as many pieces as can be had. */
  takeFewer: (line: CartLine, pieces: number) => void
  /** Today's price is the one that was seen. */
  keepPrice: (line: CartLine, quoted: QuoteLine) => void
  takeColor: (line: CartLine, quoted: QuoteLine, color: OtherColor) => void
}

export type OtherColor = NonNullable<QuoteLine['other_colors']>[number]

/**
 * Everything that is done to the lines of a shown cart. Where the pressed button goes with what it did, the focus is
 * led to the line in `list`.
 */
export function useLineChanges(shown: boolean, list: RefObject<HTMLUListElement | null>): LineChanges {
  const [removed, setRemoved] = useState<readonly RemovedLine[]>([])
  useEffect(() => {
    if (!shown) setRemoved([])
  }, [shown])

  const focusLine = (line: Pick<CartLine, 'productId' | 'color'>) =>
    requestAnimationFrame(() => {
      const name = `[data-line="${CSS.escape(lineKey(line))}"] a:not([tabindex])`
      list.current?.querySelector<HTMLElement>(name)?.focus()
    })
  const settle = (line: CartLine, change: () => void) => {
    setRemoved([])
    change()
    focusLine(line)
  }
  const takeOut = (line: CartLine) => {
    setRemoved([{ line, position: currentLines().findIndex((held) => lineKey(held) === lineKey(line)) }])
    removeLine(line.productId, line.color)
    track(cartEvent('remove_from_cart', line))
  }
  return {
    removed,
    takeOut,
    clear: () => setRemoved(takeOutAll()),
    step: (line, pieces) => {
      if (line.quantity + pieces < 1) {
        takeOut(line)
        return
      }
      setRemoved([])
      changeQuantity(lineKey(line), pieces)
      track(cartEvent(pieces > 0 ? 'add_to_cart' : 'remove_from_cart', { ...line, quantity: Math.abs(pieces) }))
    },
    putBack: () => removed[0] && settle(removed[0].line, () => putBackAll(removed)),
    takeFewer: (line, pieces) =>
      settle(line, () => {
        setQuantity(lineKey(line), pieces)
        track(cartEvent('remove_from_cart', { ...line, quantity: line.quantity - pieces }))
      }),
    keepPrice: (line, { unit_price }) =>
      settle(line, () => changeLine(lineKey(line), (held) => withProduct(held, { price: toRupees(unit_price) }))),
    takeColor: (line, quoted, color) => settle({ ...line, color: color.value }, () => takeColor(line, quoted, color)),
  }
}

/** Puts a line into another colour, at today's price. */
export function takeColor(line: CartLine, { unit_price }: QuoteLine, { value, name, images }: OtherColor): void {
  const product = { price: toRupees(unit_price), color_name: name, images }
  const inColor = (held: CartLine) => ({ ...withProduct(held, product), color: value })
  changeLine(lineKey(line), inColor)
  track(cartEvent('remove_from_cart', line))
  track(cartEvent('add_to_cart', inColor(line)))
}

function takeOutAll(): RemovedLine[] {
  const lines = currentLines()
  clearCart()
  track(cartEvent('remove_from_cart', ...lines))
  return lines.map((line, position) => ({ line, position }))
}

function putBackAll(removed: readonly RemovedLine[]): void {
  for (const { line, position } of removed) restoreLine(line, position)
  track(cartEvent('add_to_cart', ...removed.map(({ line }) => line)))
}

const withProduct = (line: CartLine, known: Partial<CartLine['product']>): CartLine => ({
  ...line,
  product: { ...line.product, ...known },
})

/** Changes a line in its place; one that becomes another line's product and colour adds up with it. */
const changeLine = (key: string, other: (held: CartLine) => CartLine) =>
  change((lines) => {
    const held = lines.find((line) => lineKey(line) === key)
    return held ? swapLine(lines, key, other(held)) : lines
  })

/** Puts a removed line back where it stood (CART-06). */
const restoreLine = (line: CartLine, position: number) =>
  change((lines) =>
    lines.some((held) => lineKey(held) === lineKey(line))
      ? addLine(lines, line)
      : [...lines.slice(0, position), line, ...lines.slice(position)],
  )
