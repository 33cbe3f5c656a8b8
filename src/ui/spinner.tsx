import { classNames } from '@/lib/class-names'

/** A turning ring. `label` is read out and, with `visible`, shown below it. */
export function Spinner({ label, visible, className }: { label: string; visible?: boolean; className?: string }) {
  return (
    <div role="status" className={classNames('flex flex-col items-center justify-center gap-3', className)}>
      <span
        aria-hidden="true"
        className="size-7 animate-[spin_.9s_linear_infinite] rounded-full border-[1.5px] border-line border-t-primary"
      />
      <span className={visible ? 'text-sm text-ink-3' : 'sr-only'}>{label}</span>
    </div>
  )
}

/** The 16 px ring inside busy buttons; the button itself carries `aria-busy`. */
export function SpinnerMark() {
  return (
    <span
      aria-hidden="true"
      className="-mt-0.5 size-4 flex-none animate-[spin_.9s_linear_infinite] rounded-full border-[1.5px] border-current border-t-transparent"
    />
  )
}
