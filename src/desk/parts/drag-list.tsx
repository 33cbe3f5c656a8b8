import type { LucideIconData } from '@lucide/icons'
import ChevronDown from '@lucide/icons/icons/chevron-down'
import ChevronUp from '@lucide/icons/icons/chevron-up'
import GripVertical from '@lucide/icons/icons/grip-vertical'
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { IconButton } from './button'

interface DragListProps<T extends string> {
  label: string
  items: readonly T[]
  nameOf: (item: T) => string
  /** What stands in a row, between the grip and the arrows. */
  children: (item: T) => ReactNode
  /** Behind the arrows. */
  after: (item: T) => ReactNode
  /** Once for each move, when it is over. */
  onMove: (from: number, to: number) => void
}

/** What a grip listens to, and the order while something is dragged; `drop` is told of each move when it is over. */
function useDrag<T>(items: readonly T[], drop: (item: T, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<{ item: T; rows: readonly T[]; from: number; to: number }>()
  // An order that comes while it is dragged waits: a row that is put in anew lets go of the pointer.
  const rows = drag?.rows ?? items
  /** The place under the pointer: as many other rows as have their middle above it. */
  const placeAt = (y: number) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    return rows.filter(({ top, height }, at) => at !== drag?.from && top + height / 2 < y).length
  }
  const grip = (item: T) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      const at = items.indexOf(item)
      setDrag({ item, rows: items, from: at, to: at })
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      const to = drag && placeAt(clientY)
      if (drag && to !== undefined && to !== drag.to) setDrag({ ...drag, to })
    },
    onPointerUp: () => {
      setDrag(undefined)
      if (drag && drag.to !== drag.from) drop(drag.item, drag.to)
    },
    onPointerCancel: () => setDrag(undefined),
  })
  return { list, grip, dragged: drag?.item, rows, shown: drag ? withMoved(rows, drag.from, drag.to) : rows }
}

/** A list whose order is changed by dragging the grips, or by the arrows with keyboard and finger. */
export function DragList<T extends string>({ label, items, nameOf, children, after, onMove }: DragListProps<T>) {
  const [said, say] = useState('')
  const focused = useRef<HTMLElement>(null)
  const move = (item: T, to: number) => {
    onMove(items.indexOf(item), to)
    say(`${nameOf(item)}, ${to + 1} of ${items.length}`)
  }
  const { list, grip, dragged, rows, shown } = useDrag(items, move)
  // A row that goes down is put in anew, and what is put in anew loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the order is another
  useLayoutEffect(() => focused.current?.focus(), [rows])
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className="flex flex-col border-t"
        onFocus={({ target }) => {
          focused.current = target
        }}
        onBlur={() => {
          focused.current = null
        }}
      >
        {rows.map((item, at) => (
          <li
            key={item}
            // By order alone, for the same reason.
            style={{ order: shown.indexOf(item) }}
            className={classNames(
              'flex min-h-(--row) items-center gap-2 border-b bg-page py-1',
              dragged === item && 'relative z-10 shadow-float',
            )}
          >
            <span
              {...grip(item)}
              data-grip={item}
              aria-hidden="true"
              className="grid size-10 flex-none cursor-grab touch-none place-items-center text-ink-3"
            >
              <Icon of={GripVertical} size={18} />
            </span>
            <div className="min-w-0 flex-1 wrap-anywhere">{children(item)}</div>
            <Arrow of={ChevronUp} label={`Move ${nameOf(item)} up`} off={at === 0} onPress={() => move(item, at - 1)} />
            <Arrow
              of={ChevronDown}
              label={`Move ${nameOf(item)} down`}
              off={at === items.length - 1}
              onPress={() => move(item, at + 1)}
            />
            {after(item)}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

interface ArrowProps {
  of: LucideIconData
  label: string
  /** At the end: it keeps the focus and does nothing. */
  off: boolean
  onPress: () => void
}

function Arrow({ of: icon, label, off, onPress }: ArrowProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={off || undefined}
      className="off:text-line-strong"
      onClick={() => !off && onPress()}
    >
      <Icon of={icon} size={18} />
    </IconButton>
  )
}

/** The item at one place moved to another. */
export function withMoved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
