import { useEffect, useRef } from 'react'
import { grouped } from '@/domain/desk/list-words'

interface TabsProps<T extends string> {
  label: string
  value: T
  /** Each with how many there are. */
  tabs: readonly (readonly [value: T, name: string, count?: number])[]
  /** The address of a tab, such as `#/packing?tab=ship`. */
  href: (value: T) => string
}

/** Lists of one screen, each with its own address. Where they are more than fit, the chosen one is in view. */
export function Tabs<T extends string>({ label, value, tabs, href }: TabsProps<T>) {
  const row = useRef<HTMLElement>(null)
  const counted = tabs.some(([, , count]) => count !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a tab is hangs on which is chosen and on the counts
  useEffect(() => {
    const nav = row.current
    const chosen = nav?.querySelector<HTMLElement>('[aria-current]')
    if (nav && chosen) nav.scrollLeft = chosen.offsetLeft - (nav.clientWidth - chosen.offsetWidth) / 2
  }, [value, counted])
  return (
    <nav ref={row} aria-label={label} className="relative flex gap-6 overflow-x-auto border-b [scrollbar-width:none]">
      {tabs.map(([tab, name, count]) => (
        <a
          key={tab}
          href={href(tab)}
          aria-current={tab === value ? 'page' : undefined}
          className="-mb-px flex min-h-11 flex-none items-center gap-2 max-md:min-w-11 whitespace-nowrap border-transparent border-b-2 pt-0.5 text-ink-2 aria-[current]:border-primary aria-[current]:font-medium aria-[current]:text-ink"
        >
          {name}
          {count !== undefined && <span className="font-normal text-ink-3">{grouped(count)}</span>}
        </a>
      ))}
    </nav>
  )
}
