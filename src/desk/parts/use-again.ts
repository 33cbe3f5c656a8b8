import { useQueryClient } from '@tanstack/react-query'

/** Has lists of the desk read anew, each by the first part of its query's key. */
export function useAgain(...names: readonly string[]): () => Promise<unknown> {
  const client = useQueryClient()
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
