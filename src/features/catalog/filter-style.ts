/** A button of the filters, 44 px high. In use its edge is 2 px wide: in the system's own colours too. */
export const FILTER_BUTTON =
  'inline-flex h-11 flex-none items-center gap-1.5 whitespace-nowrap rounded border border-line bg-page px-3 pt-0.5 text-sm hover:border-line-strong off:border-line off:text-ink-3'

export const FILTER_IN_USE = 'border-2! border-ink! px-[11px]!'
