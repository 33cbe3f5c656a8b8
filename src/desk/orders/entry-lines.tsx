import X from '@lucide/icons/icons/x'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ProductChoice } from '@/domain/desk/orders'
import { MAX_LINE_QUANTITY } from '@/domain/limits'
import { formatPaise } from '@/domain/money'
import type { Quote, QuoteLine } from '@/domain/orders/quote'
import { Icon } from '@/ui/icon'
import { IconButton } from '../parts/button'
import { CONTROL, SearchField, Select } from '../parts/field'
import { SectionHead } from '../parts/head'
import { ProductPhoto } from '../parts/product-photo'
import { LoadFailure } from '../parts/states'
import { useAsk } from '../session'
import { useSettled } from './settled'

/** One line of an order that is being entered; an empty colour where the product has none. */
export interface Line {
  product: ProductChoice
  quantity: number
  color: string
}

interface EntryLinesProps {
  lines: readonly Line[]
  quote: Quote | undefined
  onChange: (lines: readonly Line[]) => void
}

const same = (a: Line, b: Line) => a.product.id === b.product.id && a.color === b.color

/** What is ordered: found by name, with its stock and what the shop would charge. */
export function EntryLines({ lines, quote, onChange }: EntryLinesProps) {
  const add = (product: ProductChoice) => {
    const line: Line = { product, quantity: 1, color: product.colors[0]?.value ?? '' }
    const held = lines.find((one) => same(one, line))
    onChange(
      held
        ? lines.map((one) => (one === held ? { ...one, quantity: piecesOf(one.quantity + 1) } : one))
        : [...lines, line],
    )
  }
  const edit = (line: Line, change: Partial<Line>) =>
    onChange(lines.map((one) => (one === line ? { ...one, ...change } : one)))
  return (
    <section>
      <SectionHead title="What is ordered" />
      <ProductSearch onChoose={add} />
      <ul className="border-t">
        {lines.map((line, position) => (
          <EntryLine
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may become the same while they are edited
            key={`${line.product.id} ${position}`}
            line={line}
            priced={quote?.items.find(({ product, color }) => product === line.product.id && color === line.color)}
            onEdit={(change) => edit(line, change)}
            onRemove={() => onChange(lines.filter((one) => one !== line))}
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryLineProps {
  line: Line
  priced: QuoteLine | undefined
  onEdit: (change: Partial<Line>) => void
  onRemove: () => void
}

function EntryLine({ line: { product, quantity, color }, priced, onEdit, onRemove }: EntryLineProps) {
  const [empty, setEmpty] = useState(false)
  return (
    <li className="border-b py-2.5">
      <div className="flex flex-wrap items-center gap-3">
        <ProductPhoto product={product.id} image={product.image} />
        <div className="min-w-32 flex-1">
          <span className="font-medium wrap-anywhere">{product.name}</span>
          <span className="meta block">{stockWords(product)}</span>
        </div>
        {product.colors.length > 0 && (
          <Select
            aria-label={`Colour of ${product.name}`}
            value={color}
            onChange={(event) => onEdit({ color: event.target.value })}
            className="w-auto! max-w-44"
            options={product.colors.map(({ value, name }) => [value, name])}
          />
        )}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_LINE_QUANTITY}
          aria-label={`Pieces of ${product.name}`}
          value={empty ? '' : quantity}
          onChange={({ target: { value } }) => {
            setEmpty(value === '')
            if (value) onEdit({ quantity: piecesOf(value) })
          }}
          onBlur={() => setEmpty(false)}
          className={`${CONTROL} w-18! text-right`}
        />
        <span className="ml-auto min-w-24 whitespace-nowrap text-right">{formatPaise(product.price * quantity)}</span>
        <IconButton label={`Take ${product.name} out`} onClick={onRemove}>
          <Icon of={X} size={18} />
        </IconButton>
      </div>
      {priced?.problem && (
        <p role="alert" className="text-[13px] text-danger">
          {priced.problem.code === 'out_of_stock' ? NONE_LEFT[product.on_sale ? 'yes' : 'no'] : priced.problem.message}
        </p>
      )}
    </li>
  )
}

/** To whom the shop says that it is out of stock; here it is said what can be done. */
const NONE_LEFT = {
  yes: 'None is left. Count it under Stock-take, if there is one.',
  no: 'It is not on sale. Switch it on under Products.',
}

const piecesOf = (typed: string | number) => Math.min(MAX_LINE_QUANTITY, Math.max(1, Math.floor(Number(typed)) || 1))

function stockWords({ on_hand, on_sale }: ProductChoice): string {
  if (!on_sale) return 'Not on sale'
  if (on_hand === null) return 'Not counted'
  return on_hand > 0 ? `${on_hand} on hand` : 'None on hand'
}

function ProductSearch({ onChoose }: { onChoose: (product: ProductChoice) => void }) {
  const ask = useAsk()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const { data, error, refetch } = useQuery({
    queryKey: ['order-products', q],
    queryFn: () => ask<{ products: ProductChoice[] }>('order-products', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const wanted = typed.trim()
  // What was found for something else is not offered for this.
  const found = q && wanted && (wanted.startsWith(q) || q.startsWith(wanted)) ? data?.products : undefined
  const place = useRef<HTMLElement>(null)
  const choose = (product: ProductChoice) => {
    onChoose(product)
    setTyped('')
    // What was found goes, and a keyboard's focus with it.
    if (place.current?.querySelector('button:focus-visible')) place.current.querySelector('input')?.focus()
  }
  return (
    <search ref={place} className="mb-3 block">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found ?? []
          if (first && q === wanted) choose(first)
        }}
      >
        <SearchField label="Part of a product’s name" value={typed} onChange={setTyped} />
      </form>
      {error && <LoadFailure what="Products" error={error} retry={refetch} />}
      <p role="status" className={found?.length === 0 ? 'mt-2 text-ink-2' : 'sr-only'}>
        {found && (found.length === 0 ? `No product has “${q}” in its name.` : `${found.length} found`)}
      </p>
      {found && found.length > 0 && (
        <ul aria-label="Found products" className="mt-1 max-w-[560px] rounded border bg-surface shadow-float">
          {found.map((product) => (
            <li key={product.id} className="border-b last:border-0">
              <button
                type="button"
                onClick={() => choose(product)}
                className="flex min-h-13 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-wash"
              >
                <ProductPhoto product={product.id} image={product.image} />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {product.name}
                  <span className="meta block">{stockWords(product)}</span>
                </span>
                <span className="whitespace-nowrap">{formatPaise(product.price)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
