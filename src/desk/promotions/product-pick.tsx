import X from '@lucide/icons/icons/x'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SheetAnswer, SheetRow } from '@/domain/desk/sheet'
import { formatRupees } from '@/domain/money'
import { Icon } from '@/ui/icon'
import { useSettled } from '../orders/settled'
import { IconButton } from '../parts/button'
import { TextField } from '../parts/field'
import { ProductPhoto } from '../parts/product-photo'
import { useAsk } from '../session'
import { useNames } from './use-goods'

interface ProductPickProps {
  label: string
  problem?: string
  chosen: readonly string[]
  /** A choice takes the place of the one before. */
  single?: boolean
  disabled?: boolean
  onChange: (chosen: string[]) => void
}

const OFFERED = 6
/** More are chosen by their category. */
const LISTED = 50

/** Products found by name, one or many; the chosen ones stand below. */
export function ProductPick({ label, problem, chosen, single, disabled, onChange }: ProductPickProps) {
  const ask = useAsk()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { data } = useQuery({
    queryKey: ['promotion-search', search],
    queryFn: () => ask<SheetAnswer>('products', { query: { search, page: 1 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const found = typed.trim() ? data?.rows.filter(({ id }) => !chosen.includes(id)).slice(0, OFFERED) : undefined
  const place = useRef<HTMLDivElement>(null)
  const choose = (id: string) => {
    onChange(single ? [id] : [...chosen, id])
    setTyped('')
    // What was found goes, and a keyboard's focus with it.
    if (place.current?.querySelector('button:focus-visible')) place.current.querySelector('input')?.focus()
  }
  return (
    <div ref={place}>
      <TextField
        label={label}
        problem={problem}
        type="search"
        autoComplete="off"
        placeholder="Find by name"
        disabled={disabled}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          const [first] = found ?? []
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (first) choose(first.id)
        }}
      />
      <p role="status" className="sr-only">
        {found && `${found.length} found`}
      </p>
      {found && <Found found={found} onChoose={choose} />}
      {chosen.length > 0 && (
        <Chosen
          label={label}
          chosen={chosen}
          onLeave={disabled ? undefined : (id) => onChange(chosen.filter((one) => one !== id))}
        />
      )}
    </div>
  )
}

function Found({ found, onChoose }: { found: readonly SheetRow[]; onChoose: (id: string) => void }) {
  return (
    <ul aria-label="Found" className="border-x border-b bg-surface">
      {found.map(({ id, image, name, asked }) => (
        <li key={id}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-3 px-3 py-1 text-left hover:bg-wash"
            onClick={() => onChoose(id)}
          >
            <ProductPhoto product={id} image={image} />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className="text-ink-2">{formatRupees(asked)}</span>
          </button>
        </li>
      ))}
      {found.length === 0 && <li className="px-3 py-2.5 text-ink-2">No product has this in its name.</li>}
    </ul>
  )
}

interface ChosenProps {
  label: string
  chosen: readonly string[]
  /** Left out: none can be left out any more. */
  onLeave?: (id: string) => void
}

function Chosen({ label, chosen, onLeave }: ChosenProps) {
  const names = useNames(chosen)
  return (
    <ul aria-label={`Chosen: ${label}`} className="mt-1">
      {chosen.slice(0, LISTED).map((id) => {
        const name = names.get(id)?.name ?? 'A product'
        return (
          <li key={id} className="flex min-h-(--ctl) items-center gap-2 border-b pt-0.5">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            {onLeave && (
              <IconButton label={`Leave out ${name}`} onClick={() => onLeave(id)}>
                <Icon of={X} size={18} />
              </IconButton>
            )}
          </li>
        )
      })}
      {chosen.length > LISTED && <li className="meta py-2">{`and ${chosen.length - LISTED} more`}</li>}
    </ul>
  )
}
