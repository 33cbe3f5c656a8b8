// biome-ignore-all lint/a11y/useAriaPropsForRole: the browser says whether a box is checked
import type { InputHTMLAttributes, ReactNode } from 'react'

type Box = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'>

/** On or off, at once. Name it by a label around it or `aria-label`. */
export function Switch(props: Box) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      className="relative m-0 h-6 w-10 flex-none cursor-pointer appearance-none rounded-full border border-line-strong bg-surface align-middle before:absolute before:-inset-x-1 before:-inset-y-[11px] after:absolute after:top-1 after:left-1 after:size-3.5 after:rounded-full after:bg-line-strong checked:border-primary checked:bg-primary checked:after:left-5 checked:after:bg-on-primary"
    />
  )
}

/** A tick; `mixed` when some of what it stands for are. The finger's area is larger than the mark. */
export function Tick({ mixed, ...props }: Box & { mixed?: boolean }) {
  return (
    <input
      {...props}
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = mixed ?? false
      }}
      className="relative m-0 inline-grid size-5 flex-none cursor-pointer appearance-none place-items-center rounded border border-line-strong bg-surface align-middle before:absolute before:-inset-[13px] checked:border-primary checked:bg-primary checked:after:h-[5px] checked:after:w-2.5 checked:after:translate-y-[-1px] checked:after:-rotate-45 checked:after:border-b-2 checked:after:border-l-2 checked:after:border-on-primary indeterminate:border-primary indeterminate:bg-primary indeterminate:after:h-0.5 indeterminate:after:w-2.5 indeterminate:after:bg-on-primary"
    />
  )
}

interface TickRowProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A tick with its words. */
export function TickRow({ label, checked, onChange }: TickRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the tick is its control
    <label className="flex min-h-(--ctl) items-center gap-3">
      <Tick checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  )
}
