// 16 px text, so that phones do not zoom into the field; focus is a 2 px inset because the border itself is the
// control's edge.
export const CONTROL =
  'w-full rounded border border-line-strong bg-surface px-3.5 pt-0.5 text-base text-ink outline-none transition-[border-color,box-shadow] duration-fast hover:border-ink-2 focus:border-ink focus:shadow-[inset_0_0_0_1px_var(--ink)] aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] disabled:border-line disabled:bg-sunken disabled:text-ink-3'
