interface TabsProps<T extends string> {
  label: string
  value: T
  /** Each with how many there are. */
  tabs: readonly (readonly [value: T, name: string, count?: number])[]
  /** The address of a tab, such as `#/packing?tab=ship`. */
  href: (value: T) => string
}

/** Lists of one screen, each with its own address. */
export function Tabs<T extends string>({ label, value, tabs, href }: TabsProps<T>) {
  return (
    <nav aria-label={label} className="flex gap-6 overflow-x-auto border-b [scrollbar-width:none]">
      {tabs.map(([tab, name, count]) => (
        <a
          key={tab}
          href={href(tab)}
          aria-current={tab === value ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center gap-2 whitespace-nowrap border-transparent border-b-2 pt-0.5 text-ink-2 aria-[current]:border-primary aria-[current]:font-medium aria-[current]:text-ink"
        >
          {name}
          {count !== undefined && <span className="font-normal text-ink-3">{count.toLocaleString('en-IN')}</span>}
        </a>
      ))}
    </nav>
  )
}
