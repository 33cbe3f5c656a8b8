import { type ButtonHTMLAttributes, Suspense, useState } from 'react'
import { lazyComponent } from './lazy'
import type { MenuProps } from './menu-dropdown'
import { SoftBoundary } from './soft-boundary'

const MenuDropdown = lazyComponent<MenuProps>(() => import('./menu-dropdown').then((module) => module.MenuDropdown))

/** Fetches the list's code; a failure is for the opening to tell. */
export const preloadMenu = () => void MenuDropdown.preload().catch(() => undefined)

/**
 * A button that opens a list of choices or places. The list's code is fetched when the button is reached for the
 * first time.
 */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(props.pressed ?? false)
  const closed = (
    <MenuButton
      {...props}
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    />
  )
  if (!wanted) return closed
  return (
    <SoftBoundary onError={() => setWanted(false)}>
      <Suspense fallback={closed}>
        <MenuDropdown {...props} />
      </Suspense>
    </SoftBoundary>
  )
}

function MenuButton({
  label,
  children,
  className,
  items: _items,
  align: _align,
  focusNext: _focusNext,
  pressed: _pressed,
  ...rest
}: MenuProps & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button {...rest} type="button" aria-label={label} aria-haspopup="menu" aria-expanded={false} className={className}>
      {children}
    </button>
  )
}
