import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { type ButtonStyle, buttonClass } from './button-style'
import { SpinnerMark } from './spinner'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>, ButtonStyle {
  /** Work under way: the label stays, a ring stands before it, and further presses do nothing. */
  busy?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  look,
  large,
  block,
  className,
  busy,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ look, large, block, className })}
      aria-busy={busy || undefined}
      // Not `disabled` while busy: a disabled button drops the focus, and the keyboard would start over at the page's
      // top.
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <SpinnerMark />}
      {children}
    </button>
  )
}
