import type { StateShape } from '@/domain/desk/order-words'
import { classNames } from '@/lib/class-names'

const SHAPES: Record<StateShape, string> = {
  todo: 'rounded-full border-primary-ink bg-linear-to-r from-primary-ink from-50% to-transparent to-50%',
  way: 'rounded-full border-line-strong',
  done: 'rounded-full border-success bg-success',
  look: 'rotate-45 border-warn bg-warn',
  stop: 'border-danger bg-danger',
  none: 'rounded-full border-dashed border-line-strong',
}
const TEXTS: Partial<Record<StateShape, string>> = { look: 'text-warn', stop: 'text-danger', none: 'text-ink-2' }

/** A state in words with a shape before it: colour is never the only sign. */
export function StateWord({ shape, children }: { shape: StateShape; children: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2', TEXTS[shape])}>
      <i aria-hidden="true" className={classNames('-mt-0.5 size-[9px] flex-none border-[1.5px]', SHAPES[shape])} />
      {children}
    </span>
  )
}
