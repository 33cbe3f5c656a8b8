import type { CsvKind } from '@/domain/desk/csv-columns'
import type { CsvReading } from '@/domain/desk/csv-rows'
import type { CsvFile } from './csv-file'

/** A file that was read and compared, and is not saved yet. It stays while the desk is elsewhere. */
export interface Looked {
  file: CsvFile
  kind: CsvKind
  reading: CsvReading
  /** When the shop was asked what it has, ms. */
  at: number
}

let looked: Looked | undefined
const listeners = new Set<() => void>()

/** For `useSyncExternalStore`. */
export const lookedFile = {
  get: (): Looked | undefined => looked,
  set(next: Looked | undefined): void {
    looked = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
