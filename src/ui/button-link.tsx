import type { ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonStyle, buttonClass } from './button-style'

/** A link that looks like a button: for going somewhere, where `Button` is for doing something. */
export function ButtonLink({
  look,
  large,
  block,
  className,
  ...rest
}: Omit<LinkProps, 'className'> & ButtonStyle & { children: ReactNode; ref?: Ref<HTMLAnchorElement> }) {
  return <Link {...rest} className={buttonClass({ look, large, block, className })} />
}
