import type { LucideIconData } from '@lucide/icons'
import Check from '@lucide/icons/icons/check'
import * as Dropdown from '@radix-ui/react-dropdown-menu'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'

interface MenuItem {
  label: string
  icon?: LucideIconData
  /** Where it leads; without it the item is an action. */
  to?: string
  onSelect?: () => void
  /** Given on every item of a choice: exactly one is true. */
  checked?: boolean
  /** A hairline above. */
  separated?: boolean
}

export interface MenuProps {
  /** Name of the button and of the menu. */
  label: string
  items: MenuItem[]
  /** What the button shows. */
  children: ReactNode
  className?: string
  align?: 'start' | 'end'
  /** Where the focus goes when the list closes, if not back to the button. */
  focusNext?: () => HTMLElement | null
  /** Was asked for by a press on what stood in its place: opens as it comes. */
  pressed?: boolean
}

const ITEM =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 pt-0.5 text-sm -outline-offset-2 select-none data-highlighted:bg-sunken'

export function MenuDropdown({ label, items, children, className, align = 'end', focusNext }: MenuProps) {
  const chosen = items.find((item) => item.checked)?.label
  return (
    // Opens at once: the press that asked for it came before this code did.
    <Dropdown.Root defaultOpen modal={false}>
      <Dropdown.Trigger aria-label={label} className={className}>
        {children}
      </Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            const next = focusNext?.()
            if (!next) return
            event.preventDefault()
            next.focus()
          }}
          className="z-menu min-w-44 rounded bg-surface py-1.5 shadow-float data-[state=open]:animate-[fade-in_120ms]"
        >
          {chosen === undefined ? (
            items.map((item) => <PlainItem key={item.label} item={item} />)
          ) : (
            <Dropdown.RadioGroup value={chosen}>
              {items.map((item) => (
                <Dropdown.RadioItem key={item.label} value={item.label} onSelect={item.onSelect} className={ITEM}>
                  {item.icon && <Icon of={item.icon} size={16} />}
                  <span className="flex-1">{item.label}</span>
                  <Dropdown.ItemIndicator>
                    <Icon of={Check} size={16} />
                  </Dropdown.ItemIndicator>
                </Dropdown.RadioItem>
              ))}
            </Dropdown.RadioGroup>
          )}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

function PlainItem({ item }: { item: MenuItem }) {
  const look = classNames(ITEM, item.separated && 'mt-1.5 border-line border-t')
  const inside = (
    <>
      {item.icon && <Icon of={item.icon} size={16} />}
      {item.label}
    </>
  )
  return item.to ? (
    <Dropdown.Item asChild onSelect={item.onSelect} className={look}>
      <Link to={item.to}>{inside}</Link>
    </Dropdown.Item>
  ) : (
    <Dropdown.Item onSelect={item.onSelect} className={look}>
      {inside}
    </Dropdown.Item>
  )
}
