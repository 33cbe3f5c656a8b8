import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { createQueryClient } from '../../src/api/query-client'
import { AuthProvider } from '../../src/features/account/auth-context'

interface SurroundingsProps {
  /** The address, `/` without it. */
  at?: NonNullable<ComponentProps<typeof MemoryRouter>['initialEntries']>[number]
  client?: QueryClient
  /** With the account of whoever is signed in. */
  account?: boolean
  children: ReactNode
}

/** What stands around each part of the shop: its records, an address and, where asked for, an account. */
export function Surroundings({ at = '/', client, account, children }: SurroundingsProps) {
  const [own] = useState(createQueryClient)
  const router = <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
  return (
    <QueryClientProvider client={client ?? own}>
      {account ? <AuthProvider>{router}</AuthProvider> : router}
    </QueryClientProvider>
  )
}
