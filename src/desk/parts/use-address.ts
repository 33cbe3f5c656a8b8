import { useSearchParams } from 'react-router-dom'

/** What a screen keeps in the address, and how one part of it is changed: in the same step of the history. */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const change = (name: string, value: string) =>
    setAddress(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true },
    )
  return [address, change] as const
}
