import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IMAGE_MARGIN_PX } from '@/domain/limits'
import { AuthProvider } from '@/features/account/auth-context'
import { SiteHead } from '@/features/site/site-head'
import type { HeadProps } from '@/ui/head'
import { PictureMargin } from '@/ui/picture'

interface ProvidersProps {
  client: QueryClient
  /** Address the store is reached at, without a trailing slash; empty: the browser's own. */
  origin: string
  collectHead?: (head: HeadProps) => void
  children: ReactNode
}

/** What both the browser and the server wrap around the frame. */
export function Providers({ client, origin, collectHead, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <AuthProvider>
        <PictureMargin value={IMAGE_MARGIN_PX}>
          <SiteHead origin={origin} collect={collectHead}>
            {children}
          </SiteHead>
        </PictureMargin>
      </AuthProvider>
    </QueryClientProvider>
  )
}
