import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from '@/lib/class-names'

/** `primary`: one in a view. `bar`: the filled one of the dark bar, `bar-line` beside it. */
export type Look = 'primary' | 'line' | 'text' | 'danger' | 'bar' | 'bar-line'

const LOOKS: Record<Look, string> = {
  primary: 'border-transparent bg-primary px-4 text-on-primary hover:bg-primary-hover',
  line: 'border-line-strong px-4 hover:border-ink hover:bg-sunken',
  text: 'border-transparent px-2 underline max-md:min-w-11 decoration-line-strong underline-offset-[.35em]',
  danger: 'border-danger px-4 text-danger',
  bar: 'border-transparent bg-on-bar px-4 text-bar',
  'bar-line': 'border-on-bar-2 px-4 text-on-bar',
}

const buttonClass = (look: Look, className?: string) =>
  classNames(
    'inline-flex min-h-(--ctl) items-center justify-center gap-2 rounded border pt-0.5 font-medium leading-tight whitespace-nowrap transition-colors duration-base ease-out off:cursor-not-allowed off:border-line off:bg-sunken off:text-ink-3',
    LOOKS[look],
    className,
  )

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** Work under way: further presses do nothing. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** What the first press of a double press was on. */
let begunOn: EventTarget | undefined

export function Button({ look = 'line', busy, className, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, className)}
      aria-busy={busy || undefined}
      // Not `disabled`: that drops the focus.
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      // A held key is one press: what it led to would be pressed as well.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={(event) => {
        // The rest of a double press on what stood here before is not meant for this.
        if (event.detail <= 1) begunOn = event.currentTarget
        if (busy || rest['aria-disabled'] || begunOn !== event.currentTarget) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

/** A link to a screen (`#/packing`) or an address, with a button's looks. */
export function ButtonLink({
  look = 'line',
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a {...rest} className={buttonClass(look, className)} />
}

/** A square button that shows an icon alone; `label` is its name. */
export function IconButton({ label, className, ...rest }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-grid size-(--ctl) flex-none place-items-center rounded text-ink-2 hover:bg-sunken hover:text-ink',
        className,
      )}
    />
  )
}
