import { screen } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { createQueryClient } from '../../src/api/query-client'

/** Shows where the router is. */
export function Address() {
  const { pathname, search, hash } = useLocation()
  return <output aria-label="Address">{pathname + search + hash}</output>
}

export const address = () => screen.getByLabelText('Address').textContent

/** The shop's client, which asks once: nothing again by itself. */
export function askingOnce(client = createQueryClient()) {
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retry: false, refetchInterval: false } })
  return client
}
