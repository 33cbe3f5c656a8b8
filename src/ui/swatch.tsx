import { classNames } from '@/lib/class-names'

// A colour may be the page's own: the edge says where the disc is.
export const EDGE = 'shadow-[inset_0_0_0_1px_var(--line-strong)]'

/** A 14 px dot of a colour, for product cards; `name` is its title and is read out. */
export function SwatchDot({ name, hex }: { name: string; hex: string }) {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={classNames('size-3.5 rounded-full forced-color-adjust-none', EDGE)}
      style={{ background: hex }}
    />
  )
}
