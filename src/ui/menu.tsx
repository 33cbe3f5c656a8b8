import { type ButtonHTMLAttributes, useState } from 'react'
import { lazyComponent } from './lazy'
import { sayNotOpened } from './lazy-overlay'
import type { MenuProps } from './menu-dropdown'
import { pressedLooksBusy } from './pressed-button'

const MenuDropdown = lazyComponent<MenuProps>(() => import('./menu-dropdown').then((module) => module.MenuDropdown))

/** Fetches the list's code; a failure is for the opening to tell. */
export const preloadMenu = () => void MenuDropdown.preload().catch(() => undefined)

/** Opens a list once its code is here: until then, and if it does not come, the pressed button keeps the focus. */
export function whenMenuIsHere(label: string, open: () => void): void {
  const done = pressedLooksBusy()
  MenuDropdown.preload()
    .then(open, () => sayNotOpened(label))
    .finally(done)
}

/**
 * A button that opens a list of choices or places. The list's code is fetched when the button is reached for the
 * first time.
 */
export function Menu(props: MenuProps) {
  const [here, setHere] = useState(props.pressed ?? false)
  if (here) return <MenuDropdown {...props} />
  const open = () => whenMenuIsHere(props.label, () => setHere(true))
  return (
    <MenuButton
      {...props}
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        open()
      }}
    />
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
