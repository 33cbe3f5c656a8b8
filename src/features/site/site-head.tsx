import type { ReactNode } from 'react'
import { useSettings } from '@/api/settings'
import { HeadContext, type HeadProps } from '@/ui/head'

/** Gives every page's `<Head>` the store's name and address. */
export function SiteHead({
  origin,
  collect,
  children,
}: {
  origin: string
  collect?: (head: HeadProps) => void
  children: ReactNode
}) {
  const { store_name: siteName } = useSettings()
  return <HeadContext value={{ siteName, origin, collect }}>{children}</HeadContext>
}
